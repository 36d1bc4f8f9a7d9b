import { describe, expect, it } from "vitest";
import { sideAxis } from "./comparison";

describe("the side on which an original stands", () => {
  it("is the body's own left and right, seen from the front", () => {
    expect(sideAxis([1, 0], 0)).toEqual([1, 0]);
    expect(sideAxis([0.9, -0.4], 0)).toEqual([1, 0]);
  });

  it("is turned round for a viewer behind the body", () => {
    expect(sideAxis([-1, 0.2], 0)).toEqual([-1, 0]);
  });

  it("is before and behind for a viewer at its side: one must not hide the other", () => {
    expect(sideAxis([0, -1], 0)).toEqual([0, -1]);
  });

  it("turns with the body", () => {
    // A body that faces +x has its own +x at -z in the world.
    expect(sideAxis([0, -1], Math.PI / 2)).toEqual([1, 0]);
    expect(sideAxis([1, 0], Math.PI / 2)).toEqual([0, 1]);
  });
});
