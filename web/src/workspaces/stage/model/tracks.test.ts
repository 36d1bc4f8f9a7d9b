import { describe, expect, it } from "vitest";
import type { MotionRecord, SceneClip, SceneRecord } from "../../../protocol/generated";
import { blockOf, dragged, lasting, lengthOf, playedSpan, rowsOf } from "./tracks";

const clip = (changes: Partial<SceneClip> = {}): SceneClip => ({
  id: "p",
  motion: "m",
  start: 2,
  trim: null,
  speed: 1,
  repeat: 1,
  fade: 0.3,
  own: false,
  weight: 1,
  ...changes,
});
const motion = { id: "m", duration: 4, blob: "b", fps: 30 } as MotionRecord;
const block = (changes: Partial<SceneClip> = {}) => blockOf(clip(changes), motion);

describe("the length of a clip", () => {
  it("is that of the trimmed motion at its speed", () => {
    expect(lengthOf(clip({ trim: [1, 3], speed: 0.5 }), motion)).toBe(4);
  });
  it("grows by less than a pass for each repetition: passes fade into each other", () => {
    expect(lengthOf(clip({ repeat: 3 }), motion)).toBeCloseTo(4 + 2 * 3.7);
  });
  it("ends with the motion where that has become shorter", () => {
    expect(playedSpan(clip({ trim: [3, 9] }), motion)).toEqual([3, 4]);
    expect(playedSpan(clip({ trim: [6, 9] }), motion)).toEqual([4, 4]);
  });
});

describe("a drag", () => {
  it("moves a clip, but not before the start", () => {
    expect(dragged(block(), "all", 5).start).toBe(5);
    expect(dragged(block(), "all", -3).start).toBe(0);
  });
  it("trims the start: what is left stays where it was in time", () => {
    const after = dragged(block({ speed: 2 }), "start", 3);
    expect(after).toMatchObject({ start: 3, trim: [2, 4] });
    expect(blockOf(after, motion).end).toBeCloseTo(block({ speed: 2 }).end);
  });
  it("does not show more of a motion than there is", () => {
    expect(dragged(block(), "start", 0)).toMatchObject({ start: 2, trim: [0, 4] });
    expect(dragged(block(), "end", 99)).toMatchObject({ trim: [0, 4] });
  });
  it("leaves a tenth of a second", () => {
    expect(blockOf(dragged(block(), "end", 0), motion).end).toBeCloseTo(2.1);
    expect(blockOf(dragged(block(), "start", 99), motion).start).toBeCloseTo(5.9);
  });
  it("of the end of repeated passes brings the last one to the hand, nearly", () => {
    const after = blockOf(dragged(block({ repeat: 2, fade: 0 }), "end", 8), motion);
    expect(after.end).toBeCloseTo(8);
  });
});

it("a clip is stretched to a length by its speed", () => {
  expect(lengthOf(lasting(clip(), motion, 8), motion)).toBe(8);
});

it("rows are the tracks, each followed by its layers, without clips whose motion is gone", () => {
  const layer = { id: "l", part: "head", additive: false, clips: [clip({ id: "q" })] };
  const scene = {
    tracks: [{ character: "c", clips: [clip(), clip({ id: "x", motion: "gone" })], layers: [layer], targets: [] }],
  } as unknown as SceneRecord;
  const rows = rowsOf(scene, (id) => (id === "m" ? motion : null));
  expect(rows.map(({ id, blocks }) => [id, blocks.map((each) => each.clip.id)])).toEqual([
    ["c", ["p"]],
    ["l", ["q"]],
  ]);
});
