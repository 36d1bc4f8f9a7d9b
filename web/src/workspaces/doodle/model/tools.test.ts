import { describe, expect, it } from "vitest";
import { isUsable, toolAfter, TOOLS, TOOL_WORDS } from "./tools";

const EMPTY = { complete: false, finished: false, strokes: 0 };
const DRAWN = { complete: true, finished: true, strokes: 7 };
const MECH = { complete: true, finished: false, strokes: 5 };

describe("the tool in the hand", () => {
  it("is the line's pencil as soon as somebody is there, whatever it was before", () => {
    for (const tool of TOOLS) expect(toolAfter(tool, { ...EMPTY, strokes: 6 }, DRAWN)).toBe("motion");
  });

  it("stays the body's for somebody without arms, who may get some; the line's can be taken", () => {
    expect(toolAfter("character", { ...EMPTY, strokes: 4 }, MECH)).toBe("character");
    expect(isUsable("motion", MECH)).toBe(true);
    expect(toolAfter("motion", MECH, MECH)).toBe("motion");
    expect(toolAfter("character", MECH, DRAWN)).toBe("motion");
  });

  it("is the body's pencil again where an undo took them away", () => {
    for (const tool of TOOLS) expect(toolAfter(tool, DRAWN, { ...EMPTY, strokes: 6 })).toBe("character");
  });

  it("stays what was chosen while nothing comes or goes", () => {
    expect(toolAfter("erase", DRAWN, { ...DRAWN, strokes: 8 })).toBe("erase");
    expect(toolAfter("ball", EMPTY, { ...EMPTY, strokes: 1 })).toBe("ball");
  });

  it("is never a pencil that has nobody to draw for", () => {
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

  it("has a word and a sentence each", () => {
    for (const tool of TOOLS) expect(TOOL_WORDS[tool].does.length).toBeGreaterThan(10);
  });
});
