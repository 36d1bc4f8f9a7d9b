import { describe, expect, it } from "vitest";
import { isUsable, toolAfter, TOOLS, TOOL_WORDS } from "./doodleTools";

const EMPTY = { complete: false, strokes: 0 };
const DRAWN = { complete: true, strokes: 7 };

describe("the tool in the hand", () => {
  it("is the line's pencil as soon as somebody is there, whatever it was before", () => {
    for (const tool of TOOLS) expect(toolAfter(tool, { complete: false, strokes: 6 }, DRAWN)).toBe("motion");
  });

  it("is the body's pencil again where an undo took them away", () => {
    for (const tool of TOOLS) expect(toolAfter(tool, DRAWN, { complete: false, strokes: 6 })).toBe("character");
  });

  it("stays what was chosen while nothing comes or goes", () => {
    expect(toolAfter("erase", DRAWN, { complete: true, strokes: 8 })).toBe("erase");
    expect(toolAfter("ball", EMPTY, { complete: false, strokes: 1 })).toBe("ball");
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
