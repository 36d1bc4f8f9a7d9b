import { describe, expect, it } from "vitest";
import { RADIAL_FUNCTIONS } from "../../../../protocol/generated";
import { strings } from "../../strings";
import { UNDER, blendPath, underPath } from "./blendPictures";

const points = (path: string) => [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe("pictures of how poses blend", () => {
  it.each(RADIAL_FUNCTIONS)("%s has words, stays in its box and is the same on both sides", (name) => {
    const path = points(blendPath(name, 40, 24));
    expect(strings.set.blends[name].word).not.toBe("");
    for (const [x, y] of path) {
      expect(x).toBeGreaterThanOrEqual(3);
      expect(x).toBeLessThanOrEqual(37);
      expect(y).toBeGreaterThanOrEqual(3);
      expect(y).toBeLessThanOrEqual(21);
    }
    path.forEach(([, y], i) => expect(y).toBeCloseTo(path[path.length - 1 - i]![1]!, 0));
  });

  it("linear has a kink where the key is, Hardy has none", () => {
    const bend = (name: "linear" | "hardy") => {
      const path = points(blendPath(name, 400, 240)).map(([, y]) => y!);
      const middle = (path.length - 1) / 2;
      return path[middle]! - (path[middle - 1]! + path[middle + 1]!) / 2;
    };
    expect(bend("linear")).toBeGreaterThan(8 * bend("hardy"));
  });

  it("there is one for each degree", () => {
    expect(UNDER.map(({ degree }) => degree)).toEqual([1, 0, -1]);
    expect(new Set(UNDER.map(({ degree }) => underPath(degree, 40, 24))).size).toBe(3);
  });
});
