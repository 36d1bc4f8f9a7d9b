import { describe, expect, it } from "vitest";
import { nearestOnPath } from "./nearestOnPath";

describe("taking hold of a path", () => {
  const points = [0, 10, 20, 30].map((x) => ({ x, y: 0 }));
  it("finds the event nearest to the pointer, between events too", () => {
    expect(nearestOnPath(points, { x: 11, y: 3 }, 8)).toBe(1);
    expect(nearestOnPath(points, { x: 16, y: 3 }, 8)).toBe(2);
    expect(nearestOnPath(points, { x: 34, y: 0 }, 8)).toBe(3);
  });
  it("misses from afar", () => expect(nearestOnPath(points, { x: 10, y: 9 }, 8)).toBeNull());
});
