import { describe, expect, it } from "vitest";
import type { Row } from "./rows";
import { curve, curvesWith } from "./curves.fixture";
import {
  RowTimes,
  boxBetween,
  boxed,
  caughtAt,
  comparedImportance,
  keyNear,
  marksOf,
  rowAt,
  scrollRange,
  scrolledTo,
  seenRows,
  signRadius,
  type Sheet,
} from "./dopesheet";
import { NO_KEYS, SelectedKeys } from "./selection";

const row = (id: string, kind: Row["kind"], channels: number[]): Row => ({
  ...{ id, kind, channels, label: id, joint: null, level: 1, foldable: false, open: false },
});
const curves = curvesWith(
  [curve({ times: [0, 1, 2] }), curve({ axis: 1, times: [0.5, 2] })],
  [
    [0, "keypose", 1],
    [0.5, "detail", 0.1],
    [1, "breakdown", 0.5],
    [2, "keypose", 0.8],
  ],
);
const rows = [
  row("all", "summary", [0, 1]),
  row("j", "joint", [0, 1]),
  row("x", "channel", [0]),
  row("y", "channel", [1]),
];
const sheet: Sheet = { rows, rowHeight: 20, scroll: 0, height: 100 };
const window = { start: 0, scale: 100, width: 300 };
const times = new RowTimes(curves);

describe("rows", () => {
  it("draws the pinned summary last, at the top, however far it is scrolled", () => {
    const seen = seenRows({ ...sheet, height: 40, scroll: 30 });
    expect(seen.map(({ row, y }) => [row.id, y])).toEqual([
      ["x", 10],
      ["y", 30],
      ["all", 0],
    ]);
  });

  it("pins nothing where there is no summary", () => {
    const plain = { ...sheet, rows: rows.slice(1), height: 40, scroll: 10 };
    expect(seenRows(plain).map(({ row, y }) => [row.id, y])).toEqual([
      ["j", -10],
      ["x", 10],
      ["y", 30],
    ]);
    expect([rowAt(plain, 5), rowAt(plain, 15), scrolledTo(plain, 0)]).toEqual([0, 1, 0]);
    expect(seenRows({ ...plain, rows: [] })).toEqual([]);
  });

  it("makes no rows that are not seen", () => {
    const many = Array.from({ length: 500 }, (_, index) => row(`r${index}`, index ? "joint" : "summary", [0]));
    expect(seenRows({ ...sheet, rows: many, scroll: 4000 })).toHaveLength(5);
  });

  it("finds the row under the pointer, the summary above what scrolls under it", () => {
    expect(rowAt(sheet, 25)).toBe(1);
    expect(rowAt({ ...sheet, scroll: 30 }, 5)).toBe(0);
    expect(rowAt({ ...sheet, scroll: 30 }, 25)).toBe(2);
    expect(rowAt(sheet, 90)).toBe(-1);
  });

  it("scrolls just far enough, and below the summary", () => {
    const small = { ...sheet, height: 40 };
    expect(scrollRange(small)).toBe(40);
    expect(scrolledTo(small, 3)).toBe(40);
    expect(scrolledTo({ ...small, scroll: 40 }, 1)).toBe(0);
    expect(scrolledTo({ ...small, scroll: 12 }, 0)).toBe(12);
  });
});

describe("marks", () => {
  const marks = (index: number, selected = NO_KEYS, view = window) =>
    marksOf(curves, rows[index]!, times.of(rows[index]!), new SelectedKeys(curves, selected), view);

  it("merges a parent's channels and takes tags from the columns", () => {
    expect(marks(1).map((mark) => [mark.x, mark.tag])).toEqual([
      [0, "keypose"],
      [50, "detail"],
      [100, "breakdown"],
      [200, "keypose"],
    ]);
  });

  it("leaves out what is outside the window", () => {
    expect(marks(1, NO_KEYS, { start: 0.9, scale: 100, width: 50 }).map((mark) => mark.time)).toEqual([1]);
  });

  it("draws a crowd as one, the selected one of it", () => {
    const dense = curvesWith([curve({ times: Array.from({ length: 1000 }, (_, index) => index / 1000) })]);
    const list = dense.channels[0]!.times;
    const selected = new SelectedKeys(dense, { columns: [], keys: [[0, 1]] });
    const drawn = marksOf(dense, rows[2]!, list, selected, { start: 0, scale: 100, width: 100 });
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[0]).toMatchObject({ time: 0.001, selected: "all" });
  });

  it("shows where only some keys of a row are selected", () => {
    expect(marks(1, { columns: [], keys: [[0, 2]] }).map((mark) => mark.selected)).toEqual([
      "none",
      "none",
      "none",
      "some",
    ]);
  });
});

describe("picking", () => {
  it("takes the nearest key in reach", () => {
    expect(keyNear(times.of(rows[1]!), window, 96, 6)).toBe(1);
    expect(keyNear(times.of(rows[1]!), window, 80, 6)).toBeNull();
  });

  it("takes a column in the summary and single keys below", () => {
    expect(caughtAt(curves, rows[0]!, 2)).toEqual({ columns: [2], keys: [] });
    expect(caughtAt(curves, rows[1]!, 2).keys).toEqual([
      [0, 2],
      [1, 1],
    ]);
    expect(caughtAt(curves, rows[2]!, 2).keys).toEqual([[0, 2]]);
  });

  it("boxes columns from the summary and keys below, each once", () => {
    expect(boxed(sheet, curves, times, window, boxBetween(220, 90, 40, 10)).columns).toEqual([0.5, 1, 2]);
    const below = boxed(sheet, curves, times, window, boxBetween(40, 25, 220, 90));
    expect(below.keys).toEqual([
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
    ]);
  });
});

describe("signRadius", () => {
  it("compares the columns that there are", () => {
    const compared = comparedImportance(curvesWith([], [[0, "keypose", 0.8], [1, "keypose", 0.9], [2, "keypose", 1]]).columns); // prettier-ignore
    expect([compared(0.8), compared(1)]).toEqual([0, 1]);
    expect(compared(0.9)).toBeCloseTo(0.5, 5);
    expect(comparedImportance(curves.columns)(2)).toBe(1);
    expect(comparedImportance(curvesWith([], [[0, "keypose", 1]]).columns)(1)).toBe(0.6);
  });

  it("grows with importance and with rank, and fits the row", () => {
    expect(signRadius("keypose", 1, 24)).toBeGreaterThan(signRadius("keypose", 0, 24));
    expect(signRadius("keypose", 0.5, 24)).toBeGreaterThan(signRadius("breakdown", 0.5, 24));
    expect(signRadius("keypose", 1, 24)).toBeLessThan(12);
  });
});
