/** Somebody who walks: how far feet have carried a body, in its own space and in the world. */

import { between, type ClipArrays } from "./motion";
import type { Place } from "./performSets";

export const STANDING: Place = [0, 0, 0];

/** A way in a character's own space [m] as it is in the world. heading: of the character [rad]. */
export function inWorld([x, y, z]: Place, heading: number): Place {
  const [cosine, sine] = [Math.cos(heading), Math.sin(heading)];
  return [cosine * x + sine * z, y, cosine * z - sine * x];
}

export const shifted = (place: Place, by: Place, times = 1): Place => [
  place[0] + times * by[0],
  place[1] + times * by[1],
  place[2] + times * by[2],
];

/** How far feet have carried a character at a time of a motion [s], in its own space [m]. */
export function walkedAt({ walked, fps, frames }: Pick<ClipArrays, "walked" | "fps" | "frames">, time: number): Place {
  if (!walked || frames === 0) return STANDING;
  const { before, after, share } = between(time, fps, frames);
  return [0, 1, 2].map((axis) => {
    const [a, b] = [walked[3 * before + axis]!, walked[3 * after + axis]!];
    return a + share * (b - a);
  }) as Place;
}
