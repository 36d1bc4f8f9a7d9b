import { expect, it } from "vitest";
import { drawnTo, lengthOf, walkable, type GroundPath } from "./groundPath";

const straight = (count: number): GroundPath => Array.from({ length: count }, (_, index) => [0.1 * index, 0]);

it("takes up points that are far enough apart", () => {
  const path = drawnTo([[0, 0]], [0.01, 0], 0.05);
  expect(path).toHaveLength(1);
  expect(drawnTo(path, [0.06, 0], 0.05)).toHaveLength(2);
});

it("thins out what is drawn for very long, and keeps its ends", () => {
  let path: GroundPath = [];
  for (let index = 0; index < 2000; index++) path = drawnTo(path, [0.1 * index, 0], 0.05);
  expect(path.length).toBeLessThanOrEqual(600);
  expect(path[0]).toEqual([0, 0]);
  expect(path.at(-1)![0]).toBeCloseTo(199.9, 6);
});

it("measures the way", () => expect(lengthOf(straight(11))).toBeCloseTo(1, 9));

it("takes a click for no path", () => {
  expect(walkable([[0, 0]], 1)).toBe(false);
  expect(walkable(straight(11), 1)).toBe(true);
});
