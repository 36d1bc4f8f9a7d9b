/** When a performance walks: spans of time that a hand paints and erases on the timeline. */

import type { Recording, WalkSpan } from "../../../protocol/generated";

/** Shorter spans are left out [s]. */
const SHORTEST = 1 / 60;

const sorted = (spans: readonly WalkSpan[]): WalkSpan[] =>
  spans.filter(({ start, stop }) => stop - start >= SHORTEST).sort((a, b) => a.start - b.start);

/** Spans with one more; those that touch become one. */
export function withSpan(spans: readonly WalkSpan[], more: WalkSpan): WalkSpan[] {
  const joined: WalkSpan[] = [];
  for (const span of sorted([...spans, more])) {
    const last = joined.at(-1);
    if (last && span.start <= last.stop) last.stop = Math.max(last.stop, span.stop);
    else joined.push({ ...span });
  }
  return joined;
}

/** Spans without what lies in another one. */
export const withoutSpan = (spans: readonly WalkSpan[], { start, stop }: WalkSpan): WalkSpan[] =>
  sorted(
    spans.flatMap((span) => [
      { start: span.start, stop: Math.min(span.stop, start) },
      { start: Math.max(span.start, stop), stop: span.stop },
    ]),
  );

/** When a performance walks; all of it where no spans are painted. */
export function spansOf({ walks, walking }: Pick<Recording, "walks" | "walking">, duration: number): WalkSpan[] {
  if (!walks) return [];
  return walking.length ? walking.map(({ start, stop }) => ({ start, stop })) : [{ start: 0, stop: duration }];
}

/** Whether it walks at a time [s]. */
export const walksAt = (spans: readonly WalkSpan[], time: number): boolean =>
  spans.some(({ start, stop }) => start <= time && time < stop);

/** What painting from one time to another makes of spans: erased where it began in a span, else added. */
export function painted(spans: readonly WalkSpan[], from: number, to: number, end: number): WalkSpan[] {
  const span = { start: Math.max(Math.min(from, to), 0), stop: Math.min(Math.max(from, to), end) };
  return walksAt(spans, from) ? withoutSpan(spans, span) : withSpan(spans, span);
}
