import { describe, expect, it } from "vitest";
import { drawingAt, performerAt, type OnSheet } from "./performers";

const at = (id: string, place: number | null, middle = place ?? 0): OnSheet => ({
  id,
  place,
  drawing: { left: middle - 0.3, right: middle + 0.3, bottom: 0, top: 1.6 },
});

describe("a line on a sheet of several characters", () => {
  const all = [at("a", 0), at("b", 2), at("c", null, 4)];
  it("belongs to the character that it starts at", () => {
    expect(performerAt(all, [1.9, 0.1], "a")).toBe("b");
    expect(performerAt(all, [0.2, 0.1], "b")).toBe("a");
  });
  it("belongs to the active character where none is near, and never to a drawing that cannot move", () => {
    expect(performerAt(all, [9, 0], "a")).toBe("a");
    expect(performerAt(all, [4, 0], "a")).toBe("a");
  });
  it("stays with the active character where two stand in one place", () => {
    expect(performerAt([at("a", 1), at("b", 1.05)], [1.2, 0], "a")).toBe("a");
  });
});

describe("a stroke of a drawing", () => {
  const all = [at("a", 0), at("b", 2)];
  it("belongs to the drawing under it, or beside it", () => {
    expect(drawingAt(all, [2.1, 1], "a", true)).toBe("b");
    expect(drawingAt(all, [0.5, 1], "a", true)).toBe("a");
  });
  it("begins another character away from those that are there", () => {
    expect(drawingAt(all, [1, 1.2], "a", true)).toBeNull();
  });
  it("stays with a character that is not finished", () => {
    expect(drawingAt(all, [2.1, 1], "a", false)).toBe("a");
  });
});
