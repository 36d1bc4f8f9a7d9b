import { describe, expect, it } from "vitest";
import { SNAP_RADIUS, draggedTo, snapped, stuck } from "./snapping";

const window = { start: 0, scale: 100, width: 500 };
const targets = [
  { time: 1, label: "loop start" },
  { time: 1.08, label: "loop end" },
];

describe("snapping", () => {
  it("takes the nearest target in reach", () => {
    expect(snapped(window, 106, targets).target?.label).toBe("loop end");
    expect(snapped(window, 102, targets).time).toBe(1);
  });

  it("leaves a time alone where nothing is near", () => {
    expect(snapped(window, 250, targets)).toEqual({ time: 2.5, target: null });
  });

  it("reaches exactly its radius", () => {
    expect(snapped(window, 100 - SNAP_RADIUS, targets).target).not.toBeNull();
    expect(snapped(window, 100 - SNAP_RADIUS - 0.01, targets).target).toBeNull();
  });

  it("prefers the earlier listed of two at the same distance", () => {
    expect(snapped(window, 104, targets).target?.label).toBe("loop start");
  });
});

describe("a dragged time", () => {
  const playhead = [{ time: 1.23, label: "playhead" }];

  it("sticks to a target in reach, then to frames, and to nothing when free", () => {
    expect(stuck(window, 1.25, playhead, 10, false)).toMatchObject({ time: 1.23, target: { label: "playhead" } });
    expect(stuck(window, 1.57, playhead, 10, false).time).toBeCloseTo(1.6);
    expect(stuck(window, 1.57, playhead, 10, true).time).toBe(1.57);
  });

  it("carries the hand's grip along", () => {
    expect(draggedTo(window, 1, 103, 163, [], 10, false)).toBeCloseTo(1.6);
  });
});
