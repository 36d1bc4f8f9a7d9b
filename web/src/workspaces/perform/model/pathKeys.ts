/** Temporal keys on the path of a hand, as the page shows a drag of one before the engine has carried it out. */

import type { Point3 } from "../../../stage/points";
import type { HandPath } from "./handPath";

/** Two keys are never nearer to each other [s]; as the engine has it. */
export const NEAREST_KEYS = 1 / 120;

/** The key at a time; null where none is near enough. */
export function keyNear(keys: readonly number[], time: number): number | null {
  return keys.find((key) => Math.abs(key - time) < NEAREST_KEYS) ?? null;
}

/** The keys beside one, or the path's ends [s]. */
export function neighbours(path: HandPath, keys: readonly number[], key: number): { before: number; after: number } {
  const [start, end] = [path.times[0] ?? 0, path.times.at(-1) ?? 0];
  const before = keys.filter((other) => other < key).at(-1) ?? start;
  const after = keys.find((other) => other > key) ?? end;
  return { before: Math.min(before, key), after: Math.max(after, key) };
}

/** How much a moment goes along with a key: all of it at the key, nothing at the keys beside it and beyond them. */
export function alongKey(time: number, key: number, { before, after }: { before: number; after: number }): number {
  if (time < before || time > after) return 0;
  const rise = key <= before ? 1 : (time - before) / (key - before);
  const fall = key >= after ? 1 : (after - time) / (after - key);
  const near = Math.min(Math.max(Math.min(rise, fall), 0), 1);
  return near * near * (3 - 2 * near);
}

/** The path with a key moved, and what lies between the keys beside it. */
export function movedKey(path: HandPath, keys: readonly number[], key: number, shift: Point3): HandPath {
  const places = Float32Array.from(path.places);
  const beside = neighbours(path, keys, key);
  path.times.forEach((time, event) => {
    const share = alongKey(time, key, beside);
    for (let axis = 0; axis < 3; axis++) places[3 * event + axis]! += share * shift[axis]!;
  });
  return { times: path.times, places };
}
