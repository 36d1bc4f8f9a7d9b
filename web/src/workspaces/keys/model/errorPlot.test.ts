import { describe, expect, it } from "vitest";
import {
  countTicks,
  curvePath,
  errorTicks,
  indexAt,
  keyedIndex,
  MARGIN,
  nearest,
  tickText,
  topOf,
  xOf,
  yOf,
  type ErrorPlot,
} from "./errorPlot";

const upTo = (last: number, from = 2) => Array.from({ length: last - from + 1 }, (_, index) => from + index);

/** Errors that halve as keys double, as on real clips. */
const plotOf = (last: number, from = 2): ErrorPlot => {
  const counts = upTo(last, from);
  return { counts, errors: counts.map((count) => 0.4 / count), width: 280, height: 180 };
};

describe("the slider's scale", () => {
  it("gives every count back from its own place, with 600 counts on 220 pixels as with 20", () => {
    for (const last of [20, 600]) {
      const plot = plotOf(last);
      for (const count of [2, 3, 5, 9, 17, last]) expect(plot.counts[indexAt(plot, xOf(plot, count))]).toBe(count);
    }
  });

  it("leaves room for few keys: 2 to 4 is as wide as 200 to 400", () => {
    const plot = plotOf(600);
    expect(xOf(plot, 4) - xOf(plot, 2)).toBeCloseTo(xOf(plot, 400) - xOf(plot, 200), 9);
  });

  it("holds at the ends for a pointer outside", () => {
    const plot = plotOf(100);
    expect([indexAt(plot, -50), indexAt(plot, 900)]).toEqual([0, 98]);
  });

  it("stands in the middle where there is only one choice", () => {
    const plot = { ...plotOf(2), errors: [0.1] };
    expect(xOf(plot, 2)).toBeCloseTo((MARGIN.left + 280 - MARGIN.right) / 2, 6);
    expect(indexAt(plot, 10)).toBe(0);
  });

  it("finds the nearest possible count where some are missing", () => {
    expect(nearest([4, 9, 30], 6)).toBe(0);
    expect(nearest([4, 9, 30], 7)).toBe(1);
    expect(nearest([4, 9, 30], 99)).toBe(2);
  });
});

describe("the curve", () => {
  it("falls from the largest error to the floor", () => {
    const plot = plotOf(600);
    expect(topOf(plot)).toBeCloseTo(0.2, 9);
    expect(yOf(plot, 0.2)).toBe(MARGIN.top);
    expect(yOf(plot, 0)).toBe(180 - MARGIN.bottom);
  });

  it("falls as far from 50 mm to 5 mm as from 5 mm to half of one", () => {
    const plot = plotOf(600);
    expect(yOf(plot, 0.005) - yOf(plot, 0.05)).toBeCloseTo(yOf(plot, 0.0005) - yOf(plot, 0.005), 9);
  });

  it("keeps a slope for a motion of a millimetre", () => {
    const plot = { counts: [2, 3], errors: [0.0008, 0.0002], width: 280, height: 180 };
    expect(yOf(plot, 0.0002) - yOf(plot, 0.0008)).toBeGreaterThan(50);
  });

  it("has no more than two points a pixel for ten thousand counts, and ends at the last", () => {
    const plot = plotOf(10_000);
    const points = curvePath(plot).slice(1).split("L");
    expect(points.length).toBeLessThanOrEqual(2 * 280);
    expect(Number(points.at(-1)!.split(",")[0])).toBeCloseTo(280 - MARGIN.right, 1);
  });

  it("is drawn for a motion without any error", () => {
    const plot = { counts: [2, 3], errors: [0, 0], width: 280, height: 180 };
    expect(curvePath(plot)).not.toContain("NaN");
    expect(errorTicks(plot).every((tick) => Number.isFinite(tick.y))).toBe(true);
  });
});

describe("figures beside the curve", () => {
  it("are round and do not touch", () => {
    const plot = plotOf(600);
    const counts = countTicks(plot);
    expect(counts.map((tick) => tick.count)).toEqual(expect.arrayContaining([2, 10, 100]));
    for (let index = 1; index < counts.length; index++)
      expect(counts[index]!.x - counts[index - 1]!.x).toBeGreaterThanOrEqual(30);
    const errors = errorTicks(plot);
    expect(errors[0]!.error).toBe(0.2);
    expect([0.0002, 0.05, 0.2, 2].map(tickText)).toEqual(["0.2 mm", "50 mm", "200 mm", "2 m"]);
    for (let index = 1; index < errors.length; index++)
      expect(errors[index]!.y - errors[index - 1]!.y).toBeGreaterThanOrEqual(24);
  });
});

describe("the keyboard", () => {
  const counts = upTo(100);
  const to = (from: number, key: string) => {
    const index = keyedIndex(counts, from - 2, key);
    return index === null ? null : counts[index];
  };

  it("steps by one, by a page, to the ends", () => {
    expect([to(40, "ArrowRight"), to(40, "ArrowLeft"), to(40, "ArrowUp"), to(40, "ArrowDown")]).toEqual([
      41, 39, 41, 39,
    ]);
    expect([to(40, "PageUp"), to(40, "PageDown"), to(40, "Home"), to(40, "End")]).toEqual([50, 32, 2, 100]);
  });

  it("moves by a page even among few keys, and stays inside", () => {
    expect([to(3, "PageUp"), to(3, "PageDown"), to(2, "ArrowLeft"), to(100, "ArrowRight")]).toEqual([5, 2, 2, 100]);
  });

  it("leaves other keys alone", () => {
    expect(to(40, "k")).toBeNull();
  });
});
