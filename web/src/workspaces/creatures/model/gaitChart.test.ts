import { describe, expect, test } from "vitest";
import type { GaitFile, GaitFootInfo } from "../../../protocol/generated";
import { bars, curvePoints, dragged, landing, nearestSpeed, partAt, timingEdit, wrapped } from "./gaitChart";

const timing = { duty: 0.7, trigger: 0.4 };

describe("the chart of a gait", () => {
  test("a foot stands from its landing to its lift, over the end of the cycle in two pieces", () => {
    expect(landing(timing)).toBeCloseTo(0.7);
    const [first, second] = bars(timing);
    expect([first!.from, first!.to]).toEqual([expect.closeTo(0.7), 1]);
    expect([second!.from, second!.to]).toEqual([0, expect.closeTo(0.4)]);
    expect(bars({ duty: 0.5, trigger: 0.9 })).toHaveLength(1);
  });

  test("a pointer takes hold of an end, of the bar, or of nothing", () => {
    expect(partAt(timing, 0.41, 0.02)).toBe("lift");
    expect(partAt(timing, 0.69, 0.02)).toBe("land");
    expect(partAt(timing, 0.1, 0.02)).toBe("move");
    expect(partAt(timing, 0.55, 0.02)).toBeNull();
    expect(partAt({ duty: 0.5, trigger: 0.995 }, 0.005, 0.02)).toBe("lift"); // across the seam
  });

  test("the whole bar shifts the step; an end changes how long it stands and leaves the other end", () => {
    expect(dragged(timing, "move", 0.2, 0.9)).toEqual({ duty: 0.7, trigger: expect.closeTo(0.1) });
    const later = dragged(timing, "lift", 0.4, 0.5);
    expect(later).toEqual({ duty: expect.closeTo(0.8), trigger: expect.closeTo(0.5) });
    expect(landing(later)).toBeCloseTo(landing(timing));
    const sooner = dragged(timing, "land", 0.7, 0.6);
    expect(sooner).toEqual({ duty: expect.closeTo(0.8), trigger: 0.4 });
  });

  test("a foot always stands for a while, and never for the whole cycle", () => {
    expect(dragged(timing, "land", 0.7, -3).duty).toBeCloseTo(0.96);
    expect(dragged(timing, "lift", 0.4, -3).duty).toBeCloseTo(0.1);
  });

  test("an edit is of one foot, or of the leg group's duty factor", () => {
    const plan = { groups: [{ keys: [{ speed: 0.35, duty: 0.65 }] }] } as unknown as GaitFile;
    const foot = { group: 0, foot: 2, duty: 0.7, trigger: 0.4 } as GaitFootInfo;
    expect(timingEdit(plan, foot, 0.35, { duty: 0.8, trigger: 0.4 }, false)).toEqual({
      type: "SetFootTiming",
      group: 0,
      foot: 2,
      speed: 0.35,
      values: { duty: 0.8 },
    });
    expect(timingEdit(plan, foot, 0.35, { duty: 0.8, trigger: 0.4 }, true)).toEqual({
      type: "SetGroupKey",
      group: 0,
      speed: 0.35,
      values: { duty: expect.closeTo(0.75) },
    });
    const shifted = timingEdit(plan, foot, 0.35, { duty: 0.7, trigger: 0.9 }, true);
    expect(shifted).toMatchObject({ type: "SetFootTiming", values: { trigger: 0.9 } });
  });

  test("curves close over the cycle, and speeds snap to the nearest key", () => {
    expect(curvePoints([0, 1], 100, 10, [0, 1])).toBe("0.0,10.0 50.0,0.0 100.0,10.0");
    expect(nearestSpeed([0, 0.35, 1], 0.5)).toBe(0.35);
    expect(nearestSpeed([], 0.5)).toBe(0.5);
    expect(wrapped(-0.25)).toBeCloseTo(0.75);
  });
});
