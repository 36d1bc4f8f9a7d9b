/** Tracks of the scene: when clips play, and what a hand that drags one on the timeline makes of it. */

import type { MotionRecord, SceneClip, SceneLayer, SceneRecord, SceneTrack } from "../../../protocol/generated";

/** A clip on the timeline. start, end: when it plays [s]. passes: when each pass after the first begins [s]. */
export interface Block {
  clip: SceneClip;
  motion: MotionRecord;
  start: number;
  end: number;
  passes: readonly number[];
}

/** A row of the timeline: a character's track, or a layer over it. */
export interface TrackRow {
  id: string;
  character: string;
  layer: SceneLayer | null;
  blocks: readonly Block[];
}

export type ClipGrip = "all" | "start" | "end";

/** A clip is not trimmed to less [s of the scene]. */
const SHORTEST = 0.1;
const MOST_MARKS = 200;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** First and last moment of the motion that a clip plays [s], as long as the motion is now. */
export function playedSpan(clip: SceneClip, motion: Pick<MotionRecord, "duration">): readonly [number, number] {
  const [low, high] = clip.trim ?? [0, motion.duration];
  const end = Math.min(high, motion.duration);
  return [Math.min(low, end), end];
}

/** How long one pass of a clip takes in the scene [s]. */
export function onceOf(clip: SceneClip, motion: Pick<MotionRecord, "duration">): number {
  const [low, high] = playedSpan(clip, motion);
  return (high - low) / clip.speed;
}

/** How long a clip plays in the scene [s], all passes together: these fade into each other. */
export function lengthOf(clip: SceneClip, motion: Pick<MotionRecord, "duration">): number {
  const once = onceOf(clip, motion);
  return once + (clip.repeat - 1) * periodOf(clip, once);
}

/** From the beginning of a pass to that of the next [s]. */
const periodOf = (clip: SceneClip, once: number) => once - Math.min(clip.fade, 0.3 * once);

export function blockOf(clip: SceneClip, motion: MotionRecord): Block {
  const once = onceOf(clip, motion);
  const count = Math.min(clip.repeat - 1, MOST_MARKS);
  const passes = Array.from({ length: count }, (_, index) => clip.start + (index + 1) * periodOf(clip, once));
  return { clip, motion, start: clip.start, end: clip.start + lengthOf(clip, motion), passes };
}

/** The rows of the scene: each track, then its layers. */
export function rowsOf(scene: SceneRecord | null, motionOf: (id: string) => MotionRecord | null): TrackRow[] {
  const blocks = (clips: readonly SceneClip[]) =>
    clips.flatMap((clip) => {
      const motion = motionOf(clip.motion);
      return motion ? [blockOf(clip, motion)] : [];
    });
  return (scene?.tracks ?? []).flatMap((track) => [
    { id: track.character, character: track.character, layer: null, blocks: blocks(track.clips) },
    ...track.layers.map((layer) => ({
      id: layer.id,
      character: track.character,
      layer,
      blocks: blocks(layer.clips),
    })),
  ]);
}

/** The clip with what is held at another time [s]: moved, or trimmed at an end. An end stays inside the motion. */
export function dragged({ clip, motion, start, end }: Block, grip: ClipGrip, to: number): SceneClip {
  if (grip === "all") return { ...clip, start: Math.max(to, 0) };
  const [low, high] = playedSpan(clip, motion);
  const shortest = SHORTEST * clip.speed;
  if (grip === "start") {
    const moment = clamp(low + (Math.max(to, 0) - start) * clip.speed, 0, Math.max(high - shortest, 0));
    return { ...clip, start: Math.max(start + (moment - low) / clip.speed, 0), trim: [moment, high] };
  }
  // All passes end earlier or later by the same.
  const moment = clamp(
    high + ((to - end) / clip.repeat) * clip.speed,
    Math.min(low + shortest, motion.duration),
    motion.duration,
  );
  return { ...clip, trim: [low, moment] };
}

/** The clip that plays at another speed so that one pass takes `seconds`. */
export const lasting = (clip: SceneClip, motion: MotionRecord, seconds: number): SceneClip => {
  const [low, high] = playedSpan(clip, motion);
  return { ...clip, speed: clamp((high - low) / Math.max(seconds, 1e-3), 0.05, 20) };
};

export const trackOf = (scene: SceneRecord | null, character: string): SceneTrack | null =>
  scene?.tracks.find((track) => track.character === character) ?? null;

/** All clips of the scene with where they are. */
export const findBlock = (rows: readonly TrackRow[], id: string | null): { row: TrackRow; block: Block } | null => {
  for (const row of rows) {
    const block = row.blocks.find(({ clip }) => clip.id === id);
    if (block) return { row, block };
  }
  return null;
};
