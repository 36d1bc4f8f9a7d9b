import { describe, expect, it } from "vitest";
import { curve, curvesWith } from "../../../timeline/curves/curves.fixture";
import { bent, boundsOf, deletion, moved, rippled, scaleBounds, scaled, shaping, shiftBounds, tagging } from "./moves";
import { NO_KEYS } from "../../../timeline/curves/selection";
import { LEVEL } from "../../../timeline/curves/valueAxis";

const fps = 10;
const curves = curvesWith(
  [curve({ times: [0, 1, 2, 3] }), curve({ axis: 1, times: [0, 3] })],
  [
    [0, "keypose"],
    [1, "breakdown"],
    [2, "keypose"],
    [3, "keypose"],
  ],
);
const columns = (...times: number[]) => ({ columns: times, keys: [] });
const keys = (...list: [number, number][]) => ({ columns: [], keys: list });

describe("how far keys may go", () => {
  it("stays a frame from the neighbours that do not move", () => {
    const bounds = boundsOf(curves, columns(1), 0.1);
    expect(bounds.low).toBeCloseTo(-0.9);
    expect(bounds.high).toBeCloseTo(0.9);
  });

  it("lets a block move as one, and the last go on for ever", () => {
    expect(boundsOf(curves, columns(1, 2), 0.1).high).toBeCloseTo(0.9);
    expect(boundsOf(curves, columns(3), 0.1).high).toBe(Infinity);
  });

  it("goes no further back than the start", () => {
    expect(boundsOf(curves, columns(0), 0.1).low).toBe(0);
    expect(boundsOf(curves, columns(0, 1, 2, 3), 0.1)).toEqual({ low: 0, high: Infinity });
  });

  it("is decided by the tightest channel for single keys", () => {
    expect(boundsOf(curves, keys([1, 1]), 0.1).low).toBeCloseTo(-2.9);
    expect(boundsOf(curves, keys([0, 3], [1, 1]), 0.1).low).toBeCloseTo(-0.9);
  });

  it("never forces a key that is already too close", () => {
    expect(shiftBounds([0, 0.05, 1], (index) => index === 1, 0.1).low).toBe(0);
  });
});

describe("a ripple", () => {
  const evenly = curvesWith(
    [curve({ times: [0, 1, 2, 3] })],
    [0, 1, 2, 3].map((time) => [time, "keypose"] as [number, "keypose"]),
  );

  it("makes room before it slows down", () => {
    const step = rippled(evenly, columns(1, 2), 2, fps);
    expect(step.edits.map(({ type }) => type)).toEqual(["MoveColumns", "ScaleColumns"]);
    expect([...step.shown.columns.times]).toEqual([0, 1, 3, 4]);
    expect(step.selected.columns).toEqual([1, 3]);
  });

  it("closes up after it went faster, and keys stay a frame apart", () => {
    const step = rippled(evenly, columns(1, 2), 0.5, fps);
    expect(step.edits.map(({ type }) => type)).toEqual(["ScaleColumns", "MoveColumns"]);
    expect([...step.shown.columns.times]).toEqual([0, 1, 1.5, 2.5]);
    const least = [...rippled(evenly, columns(0, 1, 2), 0.001, fps).shown.columns.times];
    [0, 0.1, 0.2, 1.2].forEach((time, index) => expect(least[index]).toBeCloseTo(time));
  });

  it("needs nothing to follow", () => {
    expect(rippled(evenly, columns(2, 3), 3, fps).edits.map(({ type }) => type)).toEqual(["ScaleColumns"]);
  });
});

describe("steps of a drag", () => {
  it("puts a handle elsewhere and keeps the selection", () => {
    const to = { time: 1.4, value: 1.2, free: true };
    const step = bent(curves, keys([0, 1]), { channel: 0, key: 1, side: "out" }, to);
    expect(step.edits).toEqual([{ type: "SetHandle", channel: 0, key: 1, side: "out", ...to }]);
    expect([...step.shown.channels[0]!.outHandles.slice(2, 4)]).toEqual([1.4, 1.2]);
    expect(step.selected).toEqual(keys([0, 1]));
  });

  it("moves columns as one edit, with the selection", () => {
    const step = moved(curves, columns(1, 2), 0.5, LEVEL, fps);
    expect(step.edits).toEqual([{ type: "MoveColumns", columns: [1, 2], shift: 0.5 }]);
    expect(step.selected.columns).toEqual([1.5, 2.5]);
    expect([...step.shown.channels[0]!.times]).toEqual([0, 1.5, 2.5, 3]);
  });

  it("says what the engine would do where a neighbour is in the way", () => {
    const [edit] = moved(curves, columns(1), 5, LEVEL, fps).edits;
    expect(edit).toMatchObject({ type: "MoveColumns" });
    expect((edit as { shift: number }).shift).toBeCloseTo(0.9);
  });

  it("moves single keys in both directions", () => {
    expect(moved(curves, keys([0, 1]), 0.2, { ...LEVEL, angle: 0.7 }, fps).edits).toEqual([
      { type: "MoveKeys", keys: [[0, 1]], dt: 0.2, dv: 0.7 },
    ]);
  });

  it("moves a column's keys one by one where values change", () => {
    const [edit] = moved(curves, columns(3), 0, { ...LEVEL, angle: 0.7 }, fps).edits;
    expect(edit).toEqual({ type: "MoveKeys", keys: [[0, 3], [1, 1]], dt: 0, dv: 0.7 }); // prettier-ignore
  });

  it("raises keys of different units by what the hand's way means in each", () => {
    const mixed = curvesWith([
      curve({ times: [0, 1] }),
      curve({ unit: "length", property: "translation", times: [0, 1] }),
    ]);
    const { edits } = moved(mixed, keys([0, 1], [1, 1]), 0, { ...LEVEL, angle: 0.5, length: 2 }, fps);
    expect(edits.map((edit) => (edit as { dv: number }).dv)).toEqual([0.5, 2]);
  });

  it("retimes columns about the far edge, no closer than a frame", () => {
    expect(scaled(curves, columns(1, 2, 3), 1, 1.5, fps).edits).toEqual([
      { type: "ScaleColumns", columns: [1, 2, 3], pivot: 1, factor: 1.5 },
    ]);
    expect((scaled(curves, columns(1, 2, 3), 1, 0, fps).edits[0] as { factor: number }).factor).toBeCloseTo(0.1);
    expect(scaleBounds(curves, columns(0, 1), 0, 0.1).high).toBeCloseTo(1.9);
  });

  it("retimes single keys by moves, the farthest first when they spread", () => {
    const { edits } = scaled(curves, keys([0, 1], [0, 2], [0, 3]), 1, 1.5, fps);
    expect(edits.map((edit) => (edit as { dt: number }).dt)).toEqual([1, 0.5, 0]);
  });
});

describe("edits without a drag", () => {
  it("delete, tag and shape what is selected, and nothing where nothing is", () => {
    expect(deletion(columns(1))).toEqual([{ type: "DeleteColumns", columns: [1] }]);
    expect(deletion(keys([0, 1]))).toEqual([{ type: "DeleteKeys", keys: [[0, 1]] }]);
    expect(tagging(curves, keys([0, 1]), "detail")).toEqual([{ type: "TagColumns", columns: [1], tag: "detail" }]);
    expect(shaping(curves, columns(3), "flat")).toEqual([
      { type: "SetHandles", keys: [[0, 3], [1, 1]], mode: "flat" }, // prettier-ignore
    ]);
    expect([deletion(NO_KEYS), tagging(curves, NO_KEYS, "detail"), shaping(curves, NO_KEYS, "flat")]).toEqual([
      [],
      [],
      [],
    ]);
  });
});
