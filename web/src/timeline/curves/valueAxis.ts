/** The graph's upright axis: which stretch of values the panel shows, and round marks on it.
 *
 *     value   bottom ═══════════ bottom + height / scale          (the channel's own unit: rad, m, none)
 *     y       height ═══════════ 0                                 [px], down
 */

import { marksBetween, roundUp } from "../roundNumbers";
import type { Unit } from "./curves";

/** How far values go, for each unit that a graph can show. */
export type Rise = Readonly<Record<Unit, number>>;

export const LEVEL: Rise = { angle: 0, length: 0, ratio: 0 };

/** bottom: value at the panel's lower edge. scale: [px/unit]. height: [px]. */
export interface ValueWindow {
  bottom: number;
  scale: number;
  height: number;
}

export const toY = ({ bottom, scale, height }: ValueWindow, value: number) => height - (value - bottom) * scale;

export const toValue = ({ bottom, scale, height }: ValueWindow, y: number) => bottom + (height - y) / scale;

/** How a unit is shown to people. factor: from the channel's unit. */
export const SHOWN: Record<Unit, { factor: number; sign: string; decimals: number }> = {
  angle: { factor: 180 / Math.PI, sign: "°", decimals: 1 },
  length: { factor: 1, sign: " m", decimals: 3 },
  ratio: { factor: 1, sign: "", decimals: 3 },
};

/** The least that is shown from bottom to top, so that a still channel is a line and not noise. */
const LEAST: Record<Unit, number> = { angle: 0.02, length: 0.01, ratio: 0.01 };

/** The window that shows low..high with room above and below. */
export function fittedValues(low: number, high: number, height: number, unit: Unit, margin = 20): ValueWindow {
  const span = Math.max(high - low, LEAST[unit]);
  const middle = (low + high) / 2;
  const scale = Math.max(height - 2 * margin, 8) / span;
  return { bottom: middle - height / 2 / scale, scale, height };
}

const [SMALLEST, LARGEST] = [1e-3, 1e7];

/** Zooms so that the value at `y` stays there. */
export function zoomedValues(window: ValueWindow, y: number, factor: number): ValueWindow {
  const scale = Math.min(Math.max(window.scale * factor, SMALLEST), LARGEST);
  return { ...window, scale, bottom: toValue(window, y) - (window.height - y) / scale };
}

/** Shifts by `pixels`: what was at y is at y + pixels. */
export const pannedValues = (window: ValueWindow, pixels: number): ValueWindow => ({
  ...window,
  bottom: window.bottom + pixels / window.scale,
});

/** The same middle on a panel of another height. */
export const resizedValues = (window: ValueWindow, height: number): ValueWindow =>
  height === window.height
    ? window
    : { ...window, height, scale: (window.scale * height) / Math.max(window.height, 1), bottom: window.bottom };

export interface ValueTick {
  y: number;
  value: number;
  label: string;
}

const DEGREES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90, 180, 360, 720, 1800, 3600];
const ROOM = 26;

/** Round marks, as far apart as their labels need. */
export function valueTicks(window: ValueWindow, unit: Unit): ValueTick[] {
  const { factor, sign } = SHOWN[unit];
  const perPixel = factor / window.scale;
  const step = roundUp(ROOM * perPixel, unit === "angle" ? DEGREES : []);
  const decimals = Math.min(Math.max(-Math.floor(Math.log10(step) + 1e-9), 0), 6);
  const top = window.bottom + window.height / window.scale;
  return marksBetween(window.bottom * factor, top * factor, step).map((number) => {
    const shown = number * step;
    const value = shown / factor;
    return { y: toY(window, value), value, label: `${written(shown, decimals)}${sign}` };
  });
}

/** A number with a real minus sign and no minus before zero. */
const written = (value: number, decimals: number) => {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/** A value for people: "−12.5°", "0.104 m". */
export const valueText = (value: number, unit: Unit) =>
  `${written(value * SHOWN[unit].factor, SHOWN[unit].decimals)}${SHOWN[unit].sign}`;
