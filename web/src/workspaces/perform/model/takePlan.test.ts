import { describe, expect, it } from "vitest";
import type { MotionRecord } from "../../../protocol/generated";
import { keepsLast, leadIn, momentOf, planned, roundLength } from "./takePlan";
import { stopped } from "../../../timeline/transport";

const layer = {
  name: "take 1",
  set: "s",
  muted: false,
  solo: false,
  start: 1,
  end: 3,
  events: 9,
  switches: [],
  releases: [],
};
const performance = {
  kind: "motion",
  id: "m",
  form: "performance",
  duration: 4,
  recording: { layers: [layer], walks: false, walking: [], fade: 0.25, rig: "" },
} as unknown as MotionRecord;
const transport = { ...stopped, duration: 4 };
const range = { start: 0.5, end: 1.5 };

describe("the plan of a take", () => {
  it("of a new performance begins at 0 and goes on as long as the hand does", () => {
    expect(planned(null, null, { ...transport, range }, 0.5)).toEqual({
      motion: null,
      punch: null,
      from: 0,
      until: null,
      rounds: false,
      speed: 0.5,
    });
  });

  it("on top is as that of a new performance, whether the loop is on or not", () => {
    for (const loop of [true, false])
      expect(planned(performance, null, { ...transport, loop }, 1)).toEqual({
        ...planned(null, null, { ...transport, loop }, 1),
        motion: "m",
      });
  });

  it("keeps to the loop's range, and ends there where the loop is off", () => {
    expect(planned(performance, null, { ...transport, range }, 1)).toMatchObject({
      from: 0.5,
      until: 1.5,
      rounds: true,
    });
    const once = planned(performance, "take 1", { ...transport, range, loop: false }, 1);
    expect(once).toMatchObject({ punch: "take 1", from: 0.5, until: 1.5, rounds: false });
  });

  it("of a layer anew covers the layer where there is no range", () => {
    expect(planned(performance, "take 1", transport, 1)).toMatchObject({ from: 1, until: 3, rounds: true });
  });

  it("never goes round in a stretch too short to be one", () => {
    const tiny = { start: 1, end: 1.1 };
    expect(planned(performance, null, { ...transport, range: tiny }, 1)).toMatchObject({ until: null, rounds: false });
  });
});

describe("where a take is", () => {
  const plan = { motion: "m", punch: null, from: 1, until: 3, rounds: true, speed: 0.5 };

  it("advances at the speed of recording and starts over at the end", () => {
    expect(momentOf(plan, 1)).toEqual({ round: 0, time: 1.5, over: false });
    expect(momentOf(plan, 4)).toEqual({ round: 1, time: 1, over: false });
    expect(momentOf(plan, 9)).toEqual({ round: 2, time: 1.5, over: false });
    expect(roundLength(plan)).toBe(4);
  });

  it("is over at the end where it does not start over", () => {
    expect(momentOf({ ...plan, rounds: false }, 3.9).over).toBe(false);
    expect(momentOf({ ...plan, rounds: false }, 4.5)).toEqual({ round: 0, time: 3, over: true });
  });

  it("is never over without an end", () => {
    expect(momentOf({ ...plan, until: null }, 100)).toEqual({ round: 0, time: 51, over: false });
    expect(roundLength({ ...plan, until: null })).toBe(Infinity);
  });

  it("comes from before it while it counts, as far as there is a before", () => {
    expect(leadIn({ ...plan, speed: 1 }, 0.25)).toBe(0.75);
    expect(leadIn({ ...plan, speed: 1 }, 3)).toBe(0);
    expect(leadIn(plan, 0)).toBe(1);
  });

  it("keeps the last whole round, or the only one", () => {
    expect(keepsLast(plan, 1, false)).toBe(true);
    expect(keepsLast(plan, 1, true)).toBe(false);
    expect(keepsLast(plan, 4, true)).toBe(true);
    expect(keepsLast({ ...plan, until: null }, 1, false)).toBe(true);
  });
});
