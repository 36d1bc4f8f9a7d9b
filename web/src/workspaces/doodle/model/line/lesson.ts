/** The lesson: ten cards that teach the alphabet of lines one motion at a time. Each waits for a real line that says its motion. */

import type { PieceInfo } from "../../../../protocol/generated";

/** The motions of the cards, the easiest first. A leap needs a step before it, so it comes after both. */
export const CARDS = [
  "walk",
  "tiptoe",
  "stomp_walk",
  "hop",
  "stiff_walk",
  "slide",
  "jump",
  "leap",
  "front_flip",
  "back_flip",
] as const;

type Drawn = Pick<PieceInfo, "stroke" | "start" | "motion" | "title" | "chosen">;

/** What a card says of what was drawn since it was opened. "done": its motion was drawn; "other": only another one; "unread": nothing that
 * was understood; "waiting": nothing yet. */
export type Answer = { is: "done" } | { is: "other"; title: string } | { is: "unread" } | { is: "waiting" };

/** Names a piece as long as its line is not drawn on. */
export const nameOf = ({ stroke, start }: Pick<Drawn, "stroke" | "start">): string => `${stroke} ${start}`;

/** before: the pieces that were there when the card was opened. A meaning that was chosen by hand was not drawn. */
export function answerTo(card: string, pieces: readonly Drawn[], before: ReadonlySet<string>): Answer {
  const fresh = pieces.filter((piece) => !before.has(nameOf(piece)) && piece.motion !== "stand" && !piece.chosen);
  if (fresh.length === 0) return { is: "waiting" };
  if (fresh.some(({ motion }) => motion === card)) return { is: "done" };
  const last = fresh.findLast(({ motion }) => motion !== null);
  return last ? { is: "other", title: last.title } : { is: "unread" };
}
