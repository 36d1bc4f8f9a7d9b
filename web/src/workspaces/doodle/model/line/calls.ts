/** Motions of the library that a taught gesture can play. */

import type { DocumentRecord, MotionRecord } from "../../../../protocol/generated";

/** The motion of lines that carries a called one along its line; other performers do only this. */
export const CARRIER = "slide";

/** The longest that a gesture plays [s]. */
const LONGEST = 120;

/** Those of the performer, but for what the sheet itself performs. Markers move no character. */
export function callableMotions(
  records: Iterable<DocumentRecord>,
  performer: string | null | undefined,
  own: string | null | undefined,
): MotionRecord[] {
  return [...records].filter(
    (record): record is MotionRecord =>
      record.kind === "motion" &&
      record.character === performer &&
      record.id !== own &&
      record.form !== "markers" &&
      record.duration <= LONGEST,
  );
}
