import { describe, expect, it } from "vitest";
import type { RecordedLayer } from "../../../protocol/generated";
import { isHeard, loopedUntil, rowAfter, spanOf, stretchesOf } from "./layerSpans";

const layer: RecordedLayer = {
  name: "take 1",
  set: "walk",
  muted: false,
  solo: false,
  start: 1,
  end: 3,
  events: 9,
  switches: [],
  releases: [],
  keys: [],
};

describe("a layer that is dragged", () => {
  it("is shifted with both ends, and not to before the start", () => {
    expect(spanOf(layer, "all", 1.5)).toEqual({
      start: 1.5,
      end: 3.5,
      edit: { type: "ShiftLayer", layer: "take 1", seconds: 0.5 },
    });
    expect(spanOf(layer, "all", -4)).toMatchObject({ start: 0, end: 2, edit: { seconds: -1 } });
  });

  it("is stretched about the end that is not held", () => {
    expect(spanOf(layer, "end", 5)).toEqual({
      start: 1,
      end: 5,
      edit: { type: "StretchLayer", layer: "take 1", factor: 2, pivot: 1 },
    });
    expect(spanOf(layer, "start", 2)).toMatchObject({ start: 2, end: 3, edit: { factor: 0.5, pivot: 3 } });
  });

  it("does not turn round, nor vanish", () => {
    expect(spanOf(layer, "end", -7).end).toBeGreaterThan(1);
    expect(spanOf(layer, "start", 9).start).toBeLessThan(3);
    expect(spanOf(layer, "start", -9).start).toBe(0);
  });

  it("that comes back to where it was asks for nothing", () => {
    expect(spanOf(layer, "all", 1).edit).toBeNull();
    expect(spanOf(layer, "end", 3).edit).toBeNull();
    expect(spanOf({ ...layer, end: 1 }, "end", 4).edit).toBeNull();
  });
});

describe("layers", () => {
  it("are repeated to the performance's end, or once more where they end it", () => {
    expect(loopedUntil(layer, 10)).toBe(10);
    expect(loopedUntil(layer, 3)).toBe(5);
  });

  it("are heard unless they are muted, or others are alone", () => {
    const other = { ...layer, name: "take 2" };
    expect(isHeard(layer, [layer, other])).toBe(true);
    expect(isHeard({ ...layer, muted: true }, [other])).toBe(false);
    expect(isHeard(layer, [layer, { ...other, solo: true }])).toBe(false);
    expect(isHeard({ ...other, solo: true }, [layer, { ...other, solo: true }])).toBe(true);
    expect(isHeard({ ...other, solo: true, muted: true }, [{ ...other, solo: true, muted: true }])).toBe(false);
  });

  it("show which sets they play, one after the other", () => {
    const switched = {
      ...layer,
      switches: [
        { time: 2, set: "dance" },
        { time: 9, set: "never" },
      ],
    };
    expect(stretchesOf(switched)).toEqual([
      { set: "walk", start: 1, end: 2 },
      { set: "dance", start: 2, end: 3 },
    ]);
  });

  it("go to the row that they are dropped on", () => {
    expect(rowAfter(0, 30, 28, 3)).toBe(1);
    expect(rowAfter(0, 10, 28, 3)).toBe(0);
    expect(rowAfter(2, -400, 28, 3)).toBe(0);
    expect(rowAfter(1, 400, 28, 3)).toBe(2);
  });
});
