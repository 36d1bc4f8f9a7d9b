import { describe, expect, it } from "vitest";
import { marksBetween, roundNumbers, roundUp } from "./roundNumbers";

describe("roundUp", () => {
  it("finds the next of 1, 2 and 5 times a power of ten", () => {
    expect([0.011, 0.3, 1, 1.01, 4.9, 51, 1000].map((least) => roundUp(least))).toEqual([
      expect.closeTo(0.02),
      0.5,
      1,
      2,
      5,
      100,
      1000,
    ]);
  });

  it("stays at a number that rounding left a little below", () => {
    expect(roundUp(0.1 + 0.2 - 0.1)).toBeCloseTo(0.2, 12);
  });

  it("prefers the steps of a list, and goes on where the list ends", () => {
    expect([12, 40, 700].map((least) => roundUp(least, [10, 15, 30, 60]))).toEqual([15, 60, 1000]);
  });
});

describe("roundNumbers", () => {
  it("lists those between two limits, both included", () => {
    expect(roundNumbers(2, 100)).toEqual([2, 5, 10, 20, 50, 100]);
    expect(roundNumbers(0.0003, 0.002)).toEqual([0.0005, 0.001, 0.002]);
    expect(roundNumbers(3, 4)).toEqual([]);
  });
});

describe("marksBetween", () => {
  it("counts the multiples of a step, also below zero", () => {
    expect(marksBetween(-0.25, 0.3, 0.1)).toEqual([-2, -1, 0, 1, 2, 3]);
    expect(marksBetween(0.01, 0.02, 1)).toEqual([]);
  });
});
