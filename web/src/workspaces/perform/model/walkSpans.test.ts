import { describe, expect, it } from "vitest";
import { painted, spansOf, walksAt, withSpan, withoutSpan } from "./walkSpans";

const some = [
  { start: 1, stop: 2 },
  { start: 3, stop: 4 },
];

describe("spans of walking", () => {
  it("join where they touch", () => {
    expect(withSpan(some, { start: 2, stop: 3 })).toEqual([{ start: 1, stop: 4 }]);
    expect(withSpan(some, { start: 0, stop: 0.5 })).toEqual([{ start: 0, stop: 0.5 }, ...some]);
    expect(some[0]).toEqual({ start: 1, stop: 2 });
  });

  it("are cut, split and erased", () => {
    expect(withoutSpan(some, { start: 1.5, stop: 3.5 })).toEqual([
      { start: 1, stop: 1.5 },
      { start: 3.5, stop: 4 },
    ]);
    expect(withoutSpan(some, { start: 1.2, stop: 1.4 })).toHaveLength(3);
    expect(withoutSpan(some, { start: 0, stop: 9 })).toEqual([]);
  });

  it("are all of a performance that walks throughout, and none of one that does not walk", () => {
    expect(spansOf({ walks: true, walking: [] }, 5)).toEqual([{ start: 0, stop: 5 }]);
    expect(spansOf({ walks: false, walking: some }, 5)).toEqual([]);
    expect(spansOf({ walks: true, walking: some }, 5)).toEqual(some);
  });

  it("are painted from nothing and erased from within, either way, inside the performance", () => {
    expect(painted(some, 2.8, 2.2, 5)).toEqual([some[0], { start: 2.2, stop: 2.8 }, some[1]]);
    expect(painted(some, 1.5, 0.5, 5)).toEqual([{ start: 1.5, stop: 2 }, some[1]]);
    expect(painted([], 4, 9, 5)).toEqual([{ start: 4, stop: 5 }]);
    expect(walksAt(some, 2)).toBe(false);
  });
});
