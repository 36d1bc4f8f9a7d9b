import { describe, expect, it } from "vitest";
import { strings } from "../../strings";
import { isFinished, isUsable, toolAfter, TOOLS } from "./tools";

const EMPTY = { complete: false, finished: false, strokes: 0 };
const DRAWN = { complete: true, finished: true, strokes: 7 };
const MECH = { complete: true, finished: false, strokes: 5 };

describe("the chosen tool", () => {
  it("becomes the motion pencil as soon as the character is complete", () => {
    for (const tool of TOOLS) expect(toolAfter(tool, { ...EMPTY, strokes: 6 }, DRAWN)).toBe("motion");
  });

  it("stays the body pencil for a character without arms; the motion pencil can be chosen", () => {
    expect(toolAfter("character", { ...EMPTY, strokes: 4 }, MECH)).toBe("character");
    expect(isUsable("motion", MECH)).toBe(true);
    expect(toolAfter("motion", MECH, MECH)).toBe("motion");
    expect(toolAfter("character", MECH, DRAWN)).toBe("motion");
  });

  it("becomes the body pencil again when undo removes the character", () => {
    for (const tool of TOOLS) expect(toolAfter(tool, DRAWN, { ...EMPTY, strokes: 6 })).toBe("character");
  });

  it("stays as chosen while the character neither appears nor disappears", () => {
    expect(toolAfter("erase", DRAWN, { ...DRAWN, strokes: 8 })).toBe("erase");
    expect(toolAfter("ball", EMPTY, { ...EMPTY, strokes: 1 })).toBe("ball");
  });

  it("is never a motion pencil without a character", () => {
    expect(toolAfter("motion", EMPTY, EMPTY)).toBe("character");
    expect([isUsable("motion", EMPTY), isUsable("decorate", EMPTY), isUsable("erase", EMPTY)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([isUsable("character", EMPTY), isUsable("box", EMPTY), isUsable("motion", DRAWN)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("waits for the fourth leg of an animal", () => {
    const dog = (legs: number) => ({
      body: "animal" as const,
      links: Array.from({ length: legs }, (_, at) => ({ stroke: `k-${at}`, label: "leg" as const, fixed: false })),
    });
    expect([0, 1, 2, 3, 4].map((legs) => isFinished(dog(legs)))).toEqual([true, false, false, false, true]);
    expect([isFinished({ body: "front", links: [] }), isFinished({ body: null, links: [] }), isFinished(null)]).toEqual(
      [true, false, false],
    );
  });

  it("has a title and a sentence", () => {
    for (const tool of TOOLS) expect(strings.tools[tool].does.length).toBeGreaterThan(10);
  });
});
