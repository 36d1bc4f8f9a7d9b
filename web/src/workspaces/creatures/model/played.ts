/** What a creature plays now: the first that there is of several clips, and what says when in it. */

import type { ClipArrays } from "../../../document/motion";

/** by: whether the playhead says when, or a clock that only runs while something follows it. */
export interface Played {
  clip: ClipArrays;
  by: "clock" | "playhead";
}

/** Clips that a creature could show. */
export interface Choices {
  /** Its shape under a drag, with what it plays. */
  shape?: ClipArrays | null;
  /** The animation that is tried on, and how it would walk. */
  tried?: ClipArrays | null;
  walking?: ClipArrays | null;
  /** The animation that is bound. */
  bound?: ClipArrays | null;
  idle?: ClipArrays | null;
}

export function playedOf({ shape, tried, walking, bound, idle }: Choices): Played | null {
  const own = shape ?? tried ?? walking;
  if (own) return { clip: own, by: "clock" };
  if (bound) return { clip: bound, by: "playhead" };
  return idle ? { clip: idle, by: "clock" } : null;
}

const lengthOf = ({ frames, fps }: ClipArrays) => Math.max(frames - 1, 0) / fps;

/** When in the clip the creature is [s]. clock, playhead: [s]. */
export function timeIn({ clip, by }: Played, clock: number, playhead: number): number {
  const length = lengthOf(clip);
  if (by === "playhead") return Math.min(playhead, length);
  return length > 0 ? clock % length : 0;
}

/** Whether anything goes on while the playhead stands. */
export const runsByItself = (all: Iterable<Played>): boolean =>
  [...all].some(({ clip, by }) => by === "clock" && lengthOf(clip) > 0);
