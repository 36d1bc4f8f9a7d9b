/** Snapping: what a dragged time sticks to, nearest first, within a few pixels. */

import { toTime, toX, type TimeWindow } from "./timeSpaces";

/** Something a drag can stick to. label: for the hint line ("loop start", "frame 12"). */
export interface SnapTarget {
  time: number;
  label: string;
}

export interface Snapped {
  time: number;
  target: SnapTarget | null;
}

export const SNAP_RADIUS = 6;

/** The time under `x`, or that of the nearest target within `radius` pixels; the earlier listed wins a tie. */
export function snapped(window: TimeWindow, x: number, targets: readonly SnapTarget[], radius = SNAP_RADIUS): Snapped {
  let best: SnapTarget | null = null;
  let distance = radius;
  for (const target of targets) {
    const away = Math.abs(toX(window, target.time) - x);
    if (away < distance || (away === distance && best === null)) [best, distance] = [target, away];
  }
  return best ? { time: best.time, target: best } : { time: toTime(window, x), target: null };
}

/** What a dragged time sticks to: targets within a few pixels first, else the frames; with `free` nothing. */
export function stuck(
  window: TimeWindow,
  time: number,
  targets: readonly SnapTarget[],
  fps: number,
  free: boolean,
): Snapped {
  if (free) return { time, target: null };
  const found = snapped(window, toX(window, time), targets);
  return found.target ? found : { time: Math.round(time * fps) / fps, target: null };
}

/** Where a hand that holds the key at `anchor` has it now: its time after sticking. from, to: [px]. */
export function draggedTo(
  window: TimeWindow,
  anchor: number,
  from: number,
  to: number,
  targets: readonly SnapTarget[],
  fps: number,
  free: boolean,
): number {
  return stuck(window, anchor + toTime(window, to) - toTime(window, from), targets, fps, free).time;
}
