/** What is heard of a motion: which of its events the playhead has passed, and what each sounds like. */

import type { MotionEvent } from "../../protocol/generated";

export const SOUNDS = ["clap", "footstep", "thud", "whoosh", "voice", "click"] as const;
export type Sound = (typeof SOUNDS)[number];

const WORDS: readonly [Sound, RegExp][] = [
  ["footstep", /footstep|stomp|beat/],
  ["clap", /clap|snap|salute/],
  ["thud", /thud|hit|falls|lands|sits|pound/],
  ["voice", /hello|hurray|ha$|sob|sigh|roar|yawn|ah$|choo|gasp|mmm|come|breath|hug|^(do|re|mi|fa|sol|la|ti)$/],
  ["whoosh", /whoosh|leaps|throw/],
];

/** The sound of an event; null for events that make none. */
export function soundOf({ name, kind }: Pick<MotionEvent, "name" | "kind">): Sound | null {
  if (kind !== "sound") return null;
  const named = SOUNDS.find((sound) => sound === name);
  return named ?? WORDS.find(([, words]) => words.test(name))?.[0] ?? "click";
}

/** A longer way of the playhead in one step is a jump, not playing [s]. */
const JUMP = 0.5;

/** The events that playing on from one time to another [s] passes; none where the playhead jumped. A loop plays its end, then its start. */
export function passed(
  events: readonly MotionEvent[],
  before: number,
  after: number,
  duration: number,
): readonly MotionEvent[] {
  if (after >= before) {
    if (after - before > JUMP) return [];
    return events.filter(({ time }) => time >= before && time < after);
  }
  if (duration - before + after > JUMP) return [];
  return events.filter(({ time }) => time >= before || time < after);
}
