import { describe, expect, it } from "vitest";
import { curvesOf, firstFrom, importanceAt, indexAt, mergedTimes, tagAt, valueAt } from "./curves";
import { curve, curvesWith } from "./curves.fixture";
import { FrameError } from "../../protocol/frames";

const arrays = (entries: Record<string, Float64Array | Float32Array | Int32Array | Uint8Array>) =>
  new Map(Object.entries(entries).map(([name, data]) => [name, { data, shape: [data.length] }]));

const HEADER = {
  motion: "m",
  blob: "b",
  preview: false,
  rotationModes: ["ZXY", "QUATERNION"],
  columnTags: ["breakdown"],
};
const ARRAYS = {
  channels: Int32Array.from([0, 0, 1, 1, 0, 1, 0, 2, 1, 1, 3, 1]),
  times: Float64Array.from([0, 0, 1, 0.5]),
  values: Float64Array.from([1, 2, 3, 4]),
  inHandles: new Float64Array(8),
  outHandles: new Float64Array(8),
  holds: new Uint8Array(4),
  columnTimes: Float64Array.from([0.5]),
  columnImportance: Float32Array.from([0.25]),
};

describe("curvesOf", () => {
  it("cuts the arrays into channels and names their axes by the rotation mode", () => {
    const { channels, columns } = curvesOf({ header: HEADER, arrays: arrays(ARRAYS) });
    expect(
      channels.map(({ joint, property, letter, unit, values }) => [joint, property, letter, unit, [...values]]),
    ).toEqual([
      [0, "translation", "y", "length", [1]],
      [0, "rotation", "z", "angle", [2, 3]],
      [1, "rotation", "w", "ratio", [4]],
    ]);
    expect(columns.tags).toEqual(["breakdown"]);
  });

  it("refuses arrays that are shorter than the channels say", () => {
    const short = { ...ARRAYS, times: ARRAYS.times.slice(1) };
    expect(() => curvesOf({ header: HEADER, arrays: arrays(short) })).toThrow(FrameError);
  });
});

describe("looking up", () => {
  it("finds the first entry from a time on, and the entry at a time", () => {
    expect(firstFrom([0, 1, 2], 1)).toBe(1);
    expect(firstFrom([0, 1, 2], 2.5)).toBe(3);
    expect(indexAt([0, 1, 2], 1 + 1e-9)).toBe(1);
    expect(indexAt([0, 1, 2], 1.1)).toBe(-1);
  });

  it("counts keys outside the columns as keyposes of full importance", () => {
    const { columns } = curvesWith([], [[1, "detail", 0.5]]);
    expect([tagAt(columns, 1), tagAt(columns, 2)]).toEqual(["detail", "keypose"]);
    expect([importanceAt(columns, 1), importanceAt(columns, 2)]).toEqual([0.5, 1]);
  });

  it("merges times that differ by rounding alone", () => {
    expect([...mergedTimes([[0, 1], [0.5, 1 + 1e-9], []])]).toEqual([0, 0.5, 1]);
  });
});

describe("valueAt", () => {
  const bent = curve({ times: [0, 1, 2], values: [0, 3, 3] });

  it("is exact at keys and constant outside", () => {
    expect([valueAt(bent, -1), valueAt(bent, 1), valueAt(bent, 5)]).toEqual([0, 3, 3]);
  });

  it("is straight where the handles are", () => {
    expect(valueAt(bent, 0.25)).toBeCloseTo(0.75, 9);
  });

  it("follows u(t), not t, where a handle is short", () => {
    const eased = curve({ times: [0, 1], values: [0, 1] });
    eased.outHandles.set([0.8, 0], 0);
    eased.inHandles.set([0.9, 0.5], 2);
    const u = 0.37;
    const at = (a: number, b: number, c: number, d: number) =>
      (1 - u) ** 3 * a + 3 * (1 - u) ** 2 * u * b + 3 * (1 - u) * u ** 2 * c + u ** 3 * d;
    expect(valueAt(eased, at(0, 0.8, 0.9, 1))).toBeCloseTo(at(0, 0, 0.5, 1), 9);
  });

  it("holds a held segment", () => {
    const held = curve({ times: [0, 1], values: [2, 5], holds: Uint8Array.from([1, 0]) });
    expect([valueAt(held, 0.99), valueAt(held, 1)]).toEqual([2, 5]);
  });
});
