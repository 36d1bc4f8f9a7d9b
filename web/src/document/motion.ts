/** Motions as the page holds them: dense arrays straight from the wire, and where between their frames a time falls. */

import { floats, optionalFloats, type Frame } from "../protocol/frames";
import type { ClipFrame, MarkersFrame } from "../protocol/generated";

/** A clip's arrays: roots (F, 3) [m], rotations (F, J, 4) xyzw, translations (F, J, 3) [m] where joints slide. */
export interface ClipArrays {
  kind: "clip";
  blob: string;
  fps: number;
  frames: number;
  joints: number;
  roots: Float32Array;
  rotations: Float32Array;
  translations: Float32Array | null;
  /** Where feet carry the character: how far they have by each frame (F, 3), in its own space [m]. */
  walked?: Float32Array | null;
}

/** A marker motion's arrays: positions (F, M, 3) [m], seen (F, M). */
export interface MarkerArrays {
  kind: "markers";
  blob: string;
  fps: number;
  frames: number;
  points: number;
  positions: Float32Array;
  seen: Uint8Array;
}

export type MotionArrays = ClipArrays | MarkerArrays;

/** A pose's arrays, as a clip holds one or the server streams one. */
export interface PoseArrays {
  root: Float32Array;
  rotations: Float32Array;
  translations: Float32Array | null;
}

export function clipOf(frame: Frame<ClipFrame>): ClipArrays {
  const rotations = frame.arrays.get("rotations");
  const [frames = 0, joints = 0] = rotations?.shape ?? [];
  return {
    kind: "clip",
    blob: frame.header.blob,
    fps: frame.header.fps,
    frames,
    joints,
    roots: floats(frame, "roots"),
    rotations: floats(frame, "rotations"),
    translations: optionalFloats(frame, "translations"),
    walked: optionalFloats(frame, "walked"),
  };
}

export function markersOf(frame: Frame<MarkersFrame>): MarkerArrays {
  const [frames = 0, points = 0] = frame.arrays.get("positions")?.shape ?? [];
  const seen = frame.arrays.get("seen")?.data;
  return {
    kind: "markers",
    blob: frame.header.blob,
    fps: frame.header.fps,
    frames,
    points,
    positions: floats(frame, "positions"),
    seen: seen instanceof Uint8Array ? seen : new Uint8Array(frames * points).fill(1),
  };
}

/** Two neighbouring frames and how far between them a time is; before the first and after the last it holds. */
export function between(time: number, fps: number, frames: number): { before: number; after: number; share: number } {
  const last = Math.max(frames - 1, 0);
  const exact = Math.min(Math.max(time * fps, 0), last);
  // Times come from frame / fps: a frame must give itself back, not a blend with a billionth of its neighbour.
  const nearest = Math.round(exact);
  if (Math.abs(exact - nearest) < 1e-6) return { before: nearest, after: nearest, share: 0 };
  const before = Math.floor(exact);
  return { before, after: Math.min(before + 1, last), share: exact - before };
}

/** How lively each of `bins` stretches of a clip is, 0..1: the mean turn of its joints, for the timeline's strip. */
export function liveliness(clip: ClipArrays, bins: number): Float32Array {
  const result = new Float32Array(bins);
  const steps = clip.frames - 1;
  if (steps < 1 || clip.joints === 0) return result;
  const stride = clip.joints * 4;
  // At most a few frames per bin: the strip is a picture, and clips have hundreds of thousands of frames.
  const step = Math.max(1, Math.floor(steps / (bins * 4)));
  const counts = new Float32Array(bins);
  for (let frame = 0; frame + step <= steps; frame += step) {
    const bin = Math.min(Math.floor((frame / steps) * bins), bins - 1);
    result[bin]! += turn(clip.rotations, frame * stride, (frame + step) * stride, clip.joints);
    counts[bin]! += 1;
  }
  let top = 0;
  for (let bin = 0; bin < bins; bin++) {
    result[bin] = counts[bin] ? result[bin]! / counts[bin]! : (result[bin - 1] ?? 0);
    top = Math.max(top, result[bin]!);
  }
  return top > 1e-9 ? result.map((value) => value / top) : result.fill(0);
}

/** Mean angle between two frames' joint rotations, by the sine of its half (exact enough for a picture). */
function turn(rotations: Float32Array, a: number, b: number, joints: number): number {
  let sum = 0;
  for (let joint = 0; joint < joints; joint++) {
    let dot = 0;
    for (let axis = 0; axis < 4; axis++) dot += rotations[a + joint * 4 + axis]! * rotations[b + joint * 4 + axis]!;
    sum += Math.sqrt(Math.max(0, 1 - dot * dot));
  }
  return sum / joints;
}

/** A joint's path: positions (F, 3) [m] in the character's space. */
export interface TrailPath {
  positions: Float32Array;
  fps: number;
}
