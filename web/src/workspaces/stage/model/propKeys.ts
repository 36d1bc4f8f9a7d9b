/** Keys of a prop: where it is at times of the scene. */

import type { ScenePropKey } from "../../../protocol/generated";

/** Keys that are nearer in time are one [s]. */
const SAME = 1 / 60;

/** The keys with one more, or in place of the one at the same time. */
export function keyedAt(keys: readonly ScenePropKey[], key: ScenePropKey): ScenePropKey[] {
  const others = keys.filter(({ time }) => Math.abs(time - key.time) > SAME);
  return [...others, key].sort((a, b) => a.time - b.time);
}

/** The key at a time of the scene; null between keys. */
export const keyAt = (keys: readonly ScenePropKey[], time: number): ScenePropKey | null =>
  keys.find((key) => Math.abs(key.time - time) <= SAME) ?? null;
