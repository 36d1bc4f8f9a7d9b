/** The flight of a new marker from the ball to its place. */

import type { Point3 } from "../../../stage/points";

/** How long it takes [s]. */
export const FLIGHT = 0.18;

/** share: 0 at the ball, 1 at its place. pulse: of the ring that spreads where it lands, 0 to 1 and gone. */
export interface Flight {
  place: Point3;
  share: number;
  pulse: number;
}

/** Where a marker is `elapsed` seconds after it left: soon fast, then settling. */
export function flightAt(from: Point3, to: Point3, elapsed: number): Flight {
  const time = Math.min(Math.max(elapsed / FLIGHT, 0), 1);
  const share = 1 - (1 - time) ** 3;
  const place = [0, 1, 2].map((axis) => from[axis]! + share * (to[axis]! - from[axis]!)) as Point3;
  return { place, share, pulse: 4 * time * (1 - time) };
}

/** The key that was set since a set was last seen: the one that is new at the end of its keys; null where it is something else. */
export function newestKey(
  before: { id: string; keys: readonly { name: string }[] } | null,
  now: { id: string; keys: readonly { name: string }[] } | null,
): string | null {
  if (!before || !now || before.id !== now.id || now.keys.length !== before.keys.length + 1) return null;
  return before.keys.every(({ name }, index) => name === now.keys[index]!.name) ? now.keys.at(-1)!.name : null;
}
