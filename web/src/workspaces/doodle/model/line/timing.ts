/** Times of pieces that are dragged on the time line: the end of a piece or of a stretch of its line, and its highest moment. */

import type { PieceInfo, RetimePiece } from "../../../../protocol/generated";

/** What a drag in time asks for. */
export type Retiming = Pick<RetimePiece, "piece" | "until" | "apexTime" | "endTime">;

type Timed = Pick<PieceInfo, "stroke" | "motion" | "startTime" | "apexTime" | "endTime">;

/** The shortest that a piece or a stretch takes [s], and the least share of a piece before and after its highest moment. */
const [SHORTEST, LEAST] = [0.06, 0.06];

/** A handle on the time line. part: its end, or its highest moment. */
export interface TimeHandle {
  readonly piece: number;
  readonly part: "end" | "top";
  readonly time: number;
}

/** How narrow a piece may be for its highest moment to have a handle beside its ends [px]. */
const NARROW = 36;

/** scale: [px/s]. tops: the pieces that have a top. What was not understood keeps its time. */
export function timeHandles(pieces: readonly Timed[], tops: ReadonlySet<number>, scale: number): TimeHandle[] {
  return pieces.flatMap((piece, index): TimeHandle[] => {
    const { motion, startTime, apexTime, endTime } = piece;
    const length = endTime - startTime;
    if (motion === null || length < 1e-6) return [];
    const inside = apexTime > startTime + LEAST * length && apexTime < endTime - LEAST * length;
    const end: TimeHandle = { piece: index, part: "end", time: endTime };
    return tops.has(index) && inside && length * scale >= NARROW
      ? [{ piece: index, part: "top", time: apexTime }, end]
      : [end];
  });
}

/** The first piece of the stretch that ends with a piece: of its line, from a moment on [s]. */
export function stretchTo(pieces: readonly Timed[], piece: number, from: number): number {
  const { stroke } = pieces[piece]!;
  const first = pieces.findIndex((each) => each.stroke === stroke && each.startTime >= from - 1e-3);
  return first >= 0 && first <= piece ? first : piece;
}

/** by: how far a handle was dragged [s]. stretch: the first piece of the stretch that is retimed with it. */
export function retimed(
  pieces: readonly Timed[],
  { piece, part }: Pick<TimeHandle, "piece" | "part">,
  by: number,
  stretch: number = piece,
): Retiming {
  const { startTime, apexTime, endTime } = pieces[piece]!;
  if (part === "top") {
    const least = LEAST * (endTime - startTime);
    return { piece, apexTime: Math.min(Math.max(apexTime + by, startTime + least), endTime - least) };
  }
  if (stretch === piece) return { piece, endTime: Math.max(endTime + by, startTime + SHORTEST) };
  const first = pieces[stretch]!.startTime;
  return { piece: stretch, until: piece, endTime: Math.max(endTime + by, first + SHORTEST * (piece - stretch + 1)) };
}
