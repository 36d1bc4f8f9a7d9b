/** A character that walks: how far feet have carried its body, and a way has turned it, in its own space. */

import { between, type ClipArrays } from "../../../document/motion";
import { inWorld, shifted, type Point3 } from "../../../stage/points";

/** turn: about the vertical [rad], before the shift [m]. */
export interface Carried {
  shift: Point3;
  turn: number;
}

export const STANDING: Carried = { shift: [0, 0, 0], turn: 0 };

/** What a frame tells of it: x, y, z and the turn. */
export const carriedOf = ([x = 0, y = 0, z = 0, turn = 0]: ArrayLike<number> & Iterable<number>): Carried => ({
  shift: [x, y, z],
  turn,
});

/** How far feet have carried a character at a time of a motion [s]. */
export function walkedAt(
  { walked, fps, frames }: Pick<ClipArrays, "walked" | "fps" | "frames">,
  time: number,
): Carried {
  if (!walked || frames === 0) return STANDING;
  const { before, after, share } = between(time, fps, frames);
  return carriedOf(
    [0, 1, 2, 3].map((column) => {
      const [a, b] = [walked[4 * before + column]!, walked[4 * after + column]!];
      return a + share * (b - a);
    }),
  );
}

/** A place of a character's own space where the character has carried it. */
export const carry = (place: Point3, { shift, turn }: Carried): Point3 => shifted(inWorld(place, turn), shift);

/** Where a place would be had the character not walked. */
export const putBack = (place: Point3, { shift, turn }: Carried): Point3 => inWorld(shifted(place, shift, -1), -turn);
