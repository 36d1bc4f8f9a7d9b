/** Ruler ticks: round steps that leave room for their labels, in seconds or in frames. */

import { marksBetween, roundUp } from "./roundNumbers";
import { clockText, endOf, toX, type TimeWindow } from "./timeSpaces";
import type { RulerUnit } from "../document/preferences.svelte";

/** A mark on the ruler. label: empty on the small marks between. */
export interface Tick {
  time: number;
  x: number;
  label: string;
}

const SECOND_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
const LABEL_ROOM = 68;
const LABEL_WIDTH = 36;
const SMALL_ROOM = 7;

/** The ticks of a window; labelled ones every `LABEL_ROOM` pixels or more, small ones between where there is room. */
export function ticks(window: TimeWindow, unit: RulerUnit, fps: number): Tick[] {
  const perUnit = unit === "frames" ? 1 / fps : 1;
  const pixels = (step: number) => step * perUnit * window.scale;
  const least = LABEL_ROOM / pixels(1);
  const step = unit === "frames" ? roundUp(Math.max(least, 1)) : roundUp(least, SECOND_STEPS);
  const divisions =
    [10, 5, 4, 2].find((count) => divides(step, count, unit) && pixels(step / count) >= SMALL_ROOM) ?? 1;
  const small = step / divisions;
  const shown = marksBetween(Math.max(window.start, 0) / perUnit, endOf(window) / perUnit, small);
  return shown.map((number) => {
    const time = number * small * perUnit;
    const x = toX(window, time);
    // A label stands right of its mark: at the very end there is no room for one.
    const labelled = number % divisions === 0 && x + LABEL_WIDTH <= window.width;
    return { time, x, label: labelled ? labelOf(number * small, step, unit) : "" };
  });
}

/** A frame cannot be split, and a step is split only into parts that are round themselves. */
function divides(step: number, count: number, unit: RulerUnit): boolean {
  if (unit === "frames") return step % count === 0;
  const leading = Number((step / 10 ** Math.floor(Math.log10(step))).toFixed(6));
  return (
    (count === 5 && [1, 5].includes(leading)) ||
    (count === 10 && leading === 1) ||
    (count === 2 && leading === 2) ||
    (count === 4 && step >= 2 && step % 4 === 0)
  );
}

function labelOf(value: number, step: number, unit: RulerUnit): string {
  if (unit === "frames") return String(Math.round(value));
  if (step >= 60) return clockText(value, 0);
  const decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  return value >= 60 ? clockText(value, decimals) : `${value.toFixed(decimals)} s`;
}
