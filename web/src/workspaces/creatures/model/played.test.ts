import { describe, expect, it } from "vitest";
import type { ClipArrays } from "../../../document/motion";
import { playedOf, runsByItself, timeIn } from "./played";

const clip = (frames: number) => ({ frames, fps: 10 }) as ClipArrays;
const [bound, idle, tried] = [clip(11), clip(21), clip(31)];

describe("what a creature plays", () => {
  it("is what is tried on, then what is bound, then standing about", () => {
    expect(playedOf({ tried, bound, idle })?.clip).toBe(tried);
    expect(playedOf({ bound, idle })?.clip).toBe(bound);
    expect(playedOf({ idle })?.clip).toBe(idle);
    expect(playedOf({})).toBeNull();
  });

  it("needs no clock where all follow the playhead, though idle clips are at hand", () => {
    expect(runsByItself([playedOf({ bound, idle })!, playedOf({ bound })!])).toBe(false);
    expect(runsByItself([playedOf({ bound, idle })!, playedOf({ idle })!])).toBe(true);
    expect(runsByItself([playedOf({ idle: clip(1) })!])).toBe(false);
  });

  it("repeats by the clock, and stops at its end by the playhead", () => {
    expect(timeIn(playedOf({ idle })!, 2.5, 0)).toBeCloseTo(0.5, 9);
    expect(timeIn(playedOf({ bound })!, 0, 2.5)).toBeCloseTo(1, 9);
  });
});
