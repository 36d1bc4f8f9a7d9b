import { describe, expect, it } from "vitest";
import { column, placed, TALL, wideOf } from "./labels";

describe("words on the sheet", () => {
  it("stand above what they name", () => {
    expect(placed([{ x: 100, y: 200, wide: 40 }])).toEqual([{ x: 100, y: 200 - 8 - TALL }]);
  });

  it("move up for earlier labels, but not for labels beside them", () => {
    const [a, b, c] = placed([
      { x: 100, y: 200, wide: 40 },
      { x: 110, y: 202, wide: 40 },
      { x: 300, y: 200, wide: 40 },
    ]);
    expect(b!.y).toBe(a!.y - TALL - 2); // no higher than needed
    expect(c!.y).toBe(a!.y);
  });

  it("are left out where there is no room at all, rather than laid over another", () => {
    const crowd = placed(Array.from({ length: 9 }, () => ({ x: 50, y: 300, wide: wideOf("walk") })));
    const seen = crowd.filter((each) => each !== null).map((each) => each.y);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.length).toBeLessThan(9);
    for (let index = 1; index < seen.length; index++)
      expect(Math.abs(seen[index]! - seen[index - 1]!)).toBeGreaterThanOrEqual(TALL);
  });
});

describe("words that ask", () => {
  it("are never left out, and come before those that only tell", () => {
    const tells = Array.from({ length: 9 }, () => ({ x: 50, y: 300, wide: wideOf("walk") }));
    const asking = placed([...tells, { x: 50, y: 300, wide: wideOf("?"), asks: true }]);
    expect(asking.at(-1)).toEqual({ x: 50, y: 300 - 8 - TALL });
    expect(asking[0]!.y).toBeLessThanOrEqual(asking.at(-1)!.y - TALL);
    expect(placed(tells.map((each) => ({ ...each, asks: true }))).every((each) => each !== null)).toBe(true);
  });
});

describe("a column of names", () => {
  it("keeps each beside what it names, in order and apart", () => {
    expect(column([300, 100, 105, 200], 26)).toEqual([300, 100, 126, 200]);
    expect(column([])).toEqual([]);
  });
});
