/** What a take is to be before a hand makes it: over which performance, from when to when, how fast, and whether it goes round. */

import type { MotionRecord } from "../../../protocol/generated";
import type { Range, Transport } from "../../../timeline/transport";

/** speed: at how many times its speed the performance plays meanwhile: a slow hand makes a fast motion.
 * punch: the layer that is recorded anew. until: null for as long as the hand likes. rounds: whether it starts over there. */
export interface TakePlan {
  motion: string | null;
  punch: string | null;
  from: number;
  until: number | null;
  rounds: boolean;
  speed: number;
}

/** Where a take is: the round, from 0, the moment of the performance [s], and whether it has come to its end. */
export interface TakeMoment {
  round: number;
  time: number;
  over: boolean;
}

export const RECORDING_SPEEDS = [1, 0.5, 0.25] as const;

/** How long it counts before a take begins [s]: 3, 2, 1. */
export const COUNT_IN = 3;

/** No stretch that is shorter is worth going round in [s]. */
const SHORTEST_ROUND = 0.25;

/** A take over a performance, or of a new one. The loop's range says which part is recorded; without one, a layer that is recorded
 * anew does. In that part the take goes round while the loop is on. Without such a part, a layer on top is recorded as a new
 * performance is: from the start, for as long as the hand likes. */
export function planned(
  performance: MotionRecord | null,
  punch: string | null,
  { loop, range }: Pick<Transport, "loop" | "range">,
  speed: number,
): TakePlan {
  const open = { motion: performance?.id ?? null, punch, from: 0, until: null, rounds: false, speed };
  if (!performance) return open;
  const layer = performance.recording?.layers.find(({ name }) => name === punch);
  const span: Range | null = range ?? (layer ? { start: layer.start, end: layer.end } : null);
  if (!span) return open;
  const long = span.end - span.start >= SHORTEST_ROUND;
  return {
    ...open,
    from: span.start,
    until: long && (range || loop) ? span.end : null,
    rounds: long && loop,
  };
}

/** Where a take is `elapsed` seconds of the hand's own time after it began. */
export function momentOf({ from, until, rounds, speed }: TakePlan, elapsed: number): TakeMoment {
  const gone = speed * Math.max(elapsed, 0);
  if (until === null) return { round: 0, time: from + gone, over: false };
  const span = until - from;
  if (!rounds) return { round: 0, time: Math.min(from + gone, until), over: gone >= span };
  const round = Math.floor(gone / span + 1e-9);
  return { round, time: Math.min(Math.max(from + gone - round * span, from), until), over: false };
}

/** How long a round takes the hand [s]; without an end, for ever. */
export const roundLength = ({ from, until, speed }: TakePlan): number =>
  until === null ? Infinity : (until - from) / speed;

/** What plays while it counts: the stretch before the take, as far as there is one. left: until the take begins [s]. */
export const leadIn = ({ from, speed }: TakePlan, left: number): number => Math.max(from - speed * left, 0);

/** Which of its rounds a take keeps: the last one that is whole, else the one there is. lasted: the hand's time in it [s]. */
export function keepsLast(plan: TakePlan, lasted: number, wholeBefore: boolean): boolean {
  return !wholeBefore || lasted >= roundLength(plan) - 1e-3;
}
