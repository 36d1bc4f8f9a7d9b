/** When a layer plays, and what a hand that drags it on the timeline asks for. */

import type { SnapTarget } from "../../../timeline/snapping";

import type { LayerEdit, RecordedLayer } from "../../../protocol/generated";

/** Something in time that a dragged layer sticks to. layer: the one that it belongs to, which does not stick to itself. */
export interface LayerTarget extends SnapTarget {
  layer?: string;
}

/** What of a layer is held: all of it, to shift it, or an end, to stretch it. */
export type LayerGrip = "all" | "start" | "end";

/** A layer where a drag has it [s]. edit: what makes it so, measured from where the drag began; null where nothing changes. */
export interface LayerSpan {
  start: number;
  end: number;
  edit: LayerEdit | null;
}

/** Nothing is pressed together further [s]. */
const SHORTEST = 0.05;
const SAME = 1e-6;

type Layer = Pick<RecordedLayer, "name" | "start" | "end">;

/** The layer with what is held at another time; it does not begin before 0 s. */
export function spanOf(layer: Layer, grip: LayerGrip, to: number): LayerSpan {
  const { name, start, end } = layer;
  if (grip === "all") {
    const seconds = Math.max(to, 0) - start;
    const edit: LayerEdit | null = Math.abs(seconds) > SAME ? { type: "ShiftLayer", layer: name, seconds } : null;
    return { start: start + seconds, end: end + seconds, edit };
  }
  const length = end - start;
  if (length <= SAME) return { start, end, edit: null };
  const span =
    grip === "end"
      ? { start, end: Math.max(to, start + SHORTEST) }
      : { start: Math.min(Math.max(to, 0), end - SHORTEST), end };
  const factor = (span.end - span.start) / length;
  const pivot = grip === "end" ? start : end;
  return { ...span, edit: Math.abs(factor - 1) > SAME ? { type: "StretchLayer", layer: name, factor, pivot } : null };
}

/** Until when a layer is repeated: to the performance's end where that is later, else once more. */
export function loopedUntil({ start, end }: Layer, duration: number): number {
  return duration > end + SAME ? duration : 2 * end - start;
}

/** Whether anything of a layer is heard: a muted one is not, nor one beside others that are solo. */
export function isHeard(layer: RecordedLayer, layers: readonly RecordedLayer[]): boolean {
  return !layer.muted && (layer.solo || !layers.some(({ solo }) => solo));
}

/** A stretch of a layer in which one set is in force. */
export interface SetStretch {
  set: string;
  start: number;
  end: number;
}

/** Which sets a layer plays, one after the other. */
export function stretchesOf({ set, start, end, switches }: RecordedLayer): SetStretch[] {
  const from = [{ time: start, set }, ...switches.filter(({ time }) => time > start && time < end)];
  return from.map((each, index) => ({ set: each.set, start: each.time, end: from[index + 1]?.time ?? end }));
}

/** The place that a row dragged by `pixels` goes to, of `count` rows that are `height` pixels high. */
export function rowAfter(index: number, pixels: number, height: number, count: number): number {
  return Math.min(Math.max(index + Math.round(pixels / height), 0), count - 1);
}
