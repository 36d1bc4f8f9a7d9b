/** Somebody who walks: how far feet have carried a body, in its own space and in the world. */

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
