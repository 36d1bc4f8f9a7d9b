/** Somebody who walks: how far feet have carried a body, in its own space and in the world. */

import { between, type ClipArrays } from "../../../document/motion";
import type { Point3 } from "../../../stage/points";

export const STANDING: Point3 = [0, 0, 0];

/** How far feet have carried a character at a time of a motion [s], in its own space [m]. */
export function walkedAt({ walked, fps, frames }: Pick<ClipArrays, "walked" | "fps" | "frames">, time: number): Point3 {
  if (!walked || frames === 0) return STANDING;
  const { before, after, share } = between(time, fps, frames);
  return [0, 1, 2].map((axis) => {
    const [a, b] = [walked[3 * before + axis]!, walked[3 * after + axis]!];
    return a + share * (b - a);
  }) as Point3;
}
