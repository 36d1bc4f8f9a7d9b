import { describe, expect, it } from "vitest";
import { runsOf } from "./scenery";

const circle = {
  points: Array.from({ length: 18 }, (_, at) => (at % 2 ? Math.sin : Math.cos)((Math.floor(at / 2) * Math.PI) / 4)),
  times: Array.from({ length: 9 }, (_, at) => at),
  pressure: null,
};

describe("scenery", () => {
  it("is behind or before the characters as a whole", () => {
    expect(runsOf(circle, "behind", "behind")).toEqual([[0, 8]]);
    expect(runsOf(circle, "behind", "front")).toEqual([]);
    expect(runsOf(circle, "front", "front")).toEqual([[0, 8]]);
  });
  it("of a hoop is behind on the right and before on the left, without a gap", () => {
    const [behind, front] = [runsOf(circle, "around", "behind"), runsOf(circle, "around", "front")];
    const covered = [...behind, ...front].flatMap(([a, b]) => Array.from({ length: b - a }, (_, at) => a + at));
    expect(covered.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const [a] of front) expect(circle.points[2 * a]!).toBeLessThanOrEqual(0.01);
  });
});
