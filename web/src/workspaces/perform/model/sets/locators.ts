/** Locators of a set: points of the user's own, by name. */

import type { SetRecord } from "../../../../protocol/generated";
import type { Point3 } from "../../../../stage/points";
import { strings } from "../../strings";

/** The names of a set's locators, in its order. */
export const locatorsOf = (set: Pick<SetRecord, "manipulators"> | null): readonly string[] =>
  (set?.manipulators ?? []).filter(({ kind, moves }) => kind === "locator" && moves).map(({ target }) => target);

/** A name that no locator has. */
export function freeLocator(taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(strings.locators.name(number))) number++;
  return strings.locators.name(number);
}

/** Places of a flat array (3 N). */
export const triplesOf = (flat: Float32Array): readonly Point3[] =>
  Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i]!, flat[3 * i + 1]!, flat[3 * i + 2]!]);
