/** The error curve as it plays: what was measured at some numbers of keyframes, and between those the engine's estimate, bent to go through it. */

import type { KeyFigures, KeyMiss } from "../../../protocol/generated";

/** How one number of keyframes plays. keys: with those that the automatic choice added, and those set by hand. */
export interface Measured {
  keys: number;
  figures: KeyFigures;
  missed: KeyMiss | null;
}

/** Errors below this are all the same to the eye [m]. */
const LEAST = 1e-6;

/** The largest errors (K,) [m] over numbers of keyframes, through those that were measured.
 * estimates: (K,) of the engine [m]. measured: by number of keyframes. */
export function curveThrough(
  counts: ArrayLike<number>,
  estimates: ArrayLike<number>,
  measured: ReadonlyMap<number, Measured>,
): Float32Array {
  const at = (index: number) => Math.max(estimates[index] ?? 0, LEAST);
  const known: { x: number; bend: number; index: number; error: number }[] = [];
  for (let index = 0; index < counts.length; index++) {
    const found = measured.get(counts[index]!);
    if (!found) continue;
    const error = Math.max(found.figures.largest, LEAST);
    known.push({ x: Math.log(counts[index]!), bend: Math.log(error / at(index)), index, error });
  }
  const errors = Float32Array.from({ length: counts.length }, (_, index) => estimates[index] ?? 0);
  if (!known.length) return errors;
  let next = 0;
  for (let index = 0; index < counts.length; index++) {
    while (next < known.length && known[next]!.index < index) next++;
    const [before, after] = [known[Math.max(next - 1, 0)]!, known[Math.min(next, known.length - 1)]!];
    const x = Math.log(counts[index]!);
    const share = after.x > before.x ? Math.min(Math.max((x - before.x) / (after.x - before.x), 0), 1) : 0;
    errors[index] =
      after.index === index ? after.error : at(index) * Math.exp(before.bend + share * (after.bend - before.bend));
  }
  return errors;
}

/** Whether a missed promise is worth a word: one that was asked for, or that even the automatic choice misses.
 * count: of the keyframes shown. automatic: how many the automatic choice has. asked: whether a limit was set. */
export const isMissed = (missed: KeyMiss | null, count: number, automatic: number, asked: boolean): boolean =>
  missed !== null && (asked || count >= automatic);

/** Why a promise is missed, as people can change it: too few keyframes were chosen, or the engine's reason. */
export function missedBecause(
  missed: KeyMiss,
  count: number,
  automatic: Measured | null,
  hand: readonly number[],
  fps: number,
): "hand" | "fewer" | "more" | KeyMiss["reason"] {
  if (hand.some((time) => Math.abs(time * fps - missed.frame) < NEAR_HAND)) return "hand";
  if (automatic && !automatic.missed && count < automatic.keys) return "fewer";
  // Only where the automatic choice has tried them, further keyframes are known not to help.
  if (missed.reason === "few" && (!automatic || count < automatic.keys)) return "more";
  return missed.reason;
}

/** A keyframe set by hand this near to a frame [frames] is what moves it. */
const NEAR_HAND = 3;
