import { describe, expect, it } from "vitest";
import type { KeyMiss } from "../../../protocol/generated";
import { curveThrough, isMissed, missedBecause, type Measured } from "./measured";

const plays = (largest: number, keys = 5, missed: KeyMiss | null = null): Measured => ({
  keys,
  missed,
  figures: { largest, joint: "hand", frame: 3, mean: largest / 4, stanceDrift: 0 },
});
const miss: KeyMiss = { name: "hand", slides: false, frame: 30, error: 0.05, allowed: 0.01, reason: "few" };

describe("the error curve", () => {
  const counts = [2, 3, 4, 6, 8, 12, 16];
  const estimates = counts.map((count) => 0.4 / count);

  it("is the estimate where nothing was measured", () => {
    expect([...curveThrough(counts, estimates, new Map())]).toEqual([...Float32Array.from(estimates)]);
  });

  it("goes through what was measured", () => {
    const curve = curveThrough(counts, estimates, new Map([[4, plays(0.3)], [16, plays(0.01)]])); // prettier-ignore
    expect(curve[2]).toBeCloseTo(0.3, 6);
    expect(curve[6]).toBeCloseTo(0.01, 6);
  });

  it("has the estimate's shape between, and beyond what was measured", () => {
    const curve = curveThrough(counts, estimates, new Map([[4, plays(0.2)], [16, plays(0.05)]])); // prettier-ignore
    counts.forEach((_, index) => expect(curve[index]! / estimates[index]!).toBeCloseTo(2, 5));
  });

  it("bends from one measured ratio to the next over ratios of counts", () => {
    const curve = curveThrough(counts, estimates, new Map([[4, plays(0.1)], [16, plays(0.1)]])); // prettier-ignore
    expect(curve[4]! / estimates[4]!).toBeCloseTo(2, 5);
  });

  it("stays finite where an estimate or an error is nothing", () => {
    const curve = curveThrough([2, 4, 8], [0.1, 0, 0], new Map([[8, plays(0)], [2, plays(0.2)]])); // prettier-ignore
    expect(curve.every((error) => Number.isFinite(error) && error >= 0)).toBe(true);
  });
});

describe("a missed promise", () => {
  it("is said where a limit was asked for, or where the automatic choice misses it", () => {
    expect(isMissed(miss, 5, 20, false)).toBe(false);
    expect(isMissed(miss, 5, 20, true)).toBe(true);
    expect(isMissed(miss, 20, 20, false)).toBe(true);
    expect(isMissed(null, 20, 20, true)).toBe(false);
  });

  it("has the reason that people can do something about", () => {
    expect(missedBecause(miss, 5, plays(0.005, 20), [], 30)).toBe("fewer");
    expect(missedBecause(miss, 20, plays(0.05, 20, miss), [], 30)).toBe("few");
    expect(missedBecause(miss, 5, plays(0.05, 20, miss), [], 30)).toBe("more");
    expect(missedBecause(miss, 5, null, [], 30)).toBe("more");
    expect(missedBecause({ ...miss, reason: "jump" }, 20, null, [], 30)).toBe("jump");
    expect(missedBecause(miss, 5, plays(0.005, 20), [1], 30)).toBe("hand");
  });
});
