import { expect, it } from "vitest";
import type { EffortWay } from "../../../protocol/generated";
import { effortRows } from "./effortTable";

const way: EffortWay = {
  method: "baked",
  poses: 3,
  keys: 9,
  error: 0.01,
  positionPercent: 1,
  anglePercent: 2,
  parts: [
    { part: "hips", angle: false, percent: [1, 2, null] },
    { part: "hips", angle: true, percent: [0.1, 0, 0] },
    { part: "left_arm", angle: true, percent: [0, 0.5, 0.2] },
  ],
};

it("keeps places and angles apart, the largest error first, with names for people", () => {
  expect(effortRows(way, false)).toEqual([{ part: "hips", cells: [1, 2, null] }]);
  expect(effortRows(way, true).map(({ part }) => part)).toEqual(["left arm", "hips"]);
});
