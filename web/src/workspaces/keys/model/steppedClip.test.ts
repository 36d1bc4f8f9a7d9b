import { describe, expect, it } from "vitest";
import type { ClipArrays } from "../../../document/motion";
import { steppedClip } from "./steppedClip";

const FRAMES = 7;
const clip = {
  ...{ kind: "clip", blob: "b", fps: 30, frames: FRAMES, joints: 2, translations: null },
  roots: Float32Array.from({ length: 3 * FRAMES }, (_, index) => Math.floor(index / 3)),
  rotations: Float32Array.from({ length: 8 * FRAMES }, (_, index) => Math.floor(index / 8)),
} as unknown as ClipArrays;
const shown = (keys: number[]) =>
  Array.from({ length: FRAMES }, (_, frame) => steppedClip(clip, keys).rotations[8 * frame + 7]);

describe("a stepped clip", () => {
  it("holds every pose until the next keyframe", () => {
    expect(shown([0, 3, 5])).toEqual([0, 0, 0, 3, 3, 5, 5]);
    expect(Array.from(steppedClip(clip, [0, 4]).roots).filter((_, index) => index % 3 === 0)).toEqual([
      0, 0, 0, 0, 4, 4, 4,
    ]);
  });

  it("has the first pose before the first keyframe, and needs keyframes", () => {
    expect(shown([2, 6])).toEqual([2, 2, 2, 2, 2, 2, 6]);
    expect(steppedClip(clip, [])).toBe(clip);
    expect(shown([0, 99])).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("leaves the clip alone", () => {
    steppedClip(clip, [0]);
    expect(clip.roots[3]).toBe(1);
  });
});
