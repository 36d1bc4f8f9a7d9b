/** Sounds of taught gestures: each begins where its gesture is performed. */

import type { LearntGesture, MotionEvent, PieceInfo } from "../../../../protocol/generated";

/** The sounds of pieces, on the clock of the performance. */
export function soundsOf(
  pieces: readonly Pick<PieceInfo, "title" | "motion" | "startTime">[],
  taught: readonly Pick<LearntGesture, "name" | "sound">[],
): MotionEvent[] {
  const sounds = new Map(taught.flatMap(({ name, sound }) => (sound ? [[name, sound] as const] : [])));
  if (!sounds.size) return [];
  return pieces.flatMap(({ title, motion, startTime }) => {
    const sound = motion === null ? undefined : sounds.get(title);
    return sound ? [{ time: startTime, name: sound, kind: "sound", part: "" }] : [];
  });
}
