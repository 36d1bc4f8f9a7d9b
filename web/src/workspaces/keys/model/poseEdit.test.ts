import { describe, expect, it } from "vitest";
import { keyTime, poseEdit } from "./poseEdit";

const rules = { time: 0.5, pins: [4], planted: true, reach: null };

describe("a drag on the body in Keys", () => {
  it("turns, reaches and moves at a time, with what is pinned", () => {
    expect(poseEdit({ kind: "turn", joint: 3, rotation: [0, 0, 0, 1] }, rules)).toEqual({
      ...{ type: "TurnPart", time: 0.5, pins: [4], planted: true, reach: null },
      ...{ joint: 3, rotation: [0, 0, 0, 1] },
    });
    expect(poseEdit({ kind: "reach", joint: 3, target: [1, 2, 3], upright: true }, rules)).toEqual({
      ...{ type: "ReachPart", time: 0.5, pins: [4], planted: true, reach: null },
      ...{ joint: 3, target: [1, 2, 3], offset: [0, 0, 0], upright: true },
    });
    expect(poseEdit({ kind: "move", shift: [0, 1, 0] }, { ...rules, planted: false })).toEqual({
      ...{ type: "MoveBody", time: 0.5, reach: null, pins: [4], planted: false, shift: [0, 1, 0] },
    });
  });

  it("changes the keyframe within half a frame, also one between frames, else makes one on the frame", () => {
    const columns = [{ time: 0 }, { time: 0.512 }, { time: 0.5 }, { time: 1 }];
    expect(keyTime(columns, 0.507, 30)).toBe(0.512);
    expect(keyTime(columns, 0.503, 30)).toBe(0.5);
    expect(keyTime(columns, 0.75, 30)).toBeCloseTo(23 / 30, 12);
    expect(keyTime([], -0.2, 30)).toBe(0);
  });
});
