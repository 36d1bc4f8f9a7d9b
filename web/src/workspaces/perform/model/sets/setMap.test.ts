import { describe, expect, it } from "vitest";
import { setMap } from "./setMap";

const key = (x: number, y: number, z: number) => ({
  name: `${x} ${y} ${z}`,
  place: [x, y, z] as [number, number, number],
});

describe("the map of a set", () => {
  it("is as one sees the markers from the front: up is up", () => {
    const [low, high] = setMap([key(0, 0, 5), key(0, 2, -5)], 32, 4);
    expect(low).toEqual({ x: 16, y: 28 });
    expect(high).toEqual({ x: 16, y: 4 });
  });

  it("looks from above at markers that lie flat", () => {
    const [back, front] = setMap([key(0, 1, -1), key(0, 1, 1)], 32, 4);
    expect(back).toEqual({ x: 16, y: 4 });
    expect(front).toEqual({ x: 16, y: 28 });
  });

  it("stays in its square, and a single marker is in the middle", () => {
    expect(setMap([key(3, 1, 2)], 32, 4)).toEqual([{ x: 16, y: 16 }]);
    for (const { x, y } of setMap([key(-4, 0, 0), key(3, 1, 0), key(0, 9, 0)], 32, 4)) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
      expect(Math.max(x, y)).toBeLessThanOrEqual(28);
    }
    expect(setMap([], 32, 4)).toEqual([]);
  });
});
