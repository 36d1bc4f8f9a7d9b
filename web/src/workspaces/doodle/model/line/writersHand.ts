/** What is known of a writer's hand: lessons that corrections gave, here and elsewhere. */

import type { DoodleRecord, SetHand } from "../../../../protocol/generated";

export type Lessons = NonNullable<SetHand["lessons"]>;

/** All that a document knows: from elsewhere, and from the corrections in all its drawings. At most as many as the studio takes, the
 * newest of them. */
export function known(hand: Lessons, doodles: readonly Pick<DoodleRecord, "lessons">[]): Lessons {
  return [...hand, ...doodles.flatMap(({ lessons }) => lessons)].slice(-500);
}

const named = (lessons: Lessons) =>
  lessons.map(({ measure, limit, shift }) => `${measure} ${limit} ${shift.toPrecision(6)}`).sort();

/** Whether two hands are the same, in whatever order they learned. */
export const sameHand = (a: Lessons, b: Lessons): boolean => named(a).join() === named(b).join();
