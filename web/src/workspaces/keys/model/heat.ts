/** The difference heat map: how far each joint is from where it was, on a scale that people can read. */

import { roundUp } from "../../../timeline/roundNumbers";
import { between } from "../../../document/motion";

/** Distances of joints over a motion: values (F, J) [m]. */
export interface Distances {
  values: Float32Array;
  joints: number;
  fps: number;
}

/** A scale from nothing to `top` [m], with figures for it [m], the first 0 and the last `top`. */
export interface HeatScale {
  top: number;
  ticks: readonly number[];
}

/** Below this a difference is not visible [m]: an almost perfect result must not look as hot as a bad one. */
const LEAST_TOP = 0.005;

/** The next of 1, 2, 5 times a power of ten: a scale that stays while a slider moves, with figures that can be read. */
export function heatScale(largest: number): HeatScale {
  const wanted = Math.max(largest, LEAST_TOP);
  const top = roundUp(wanted);
  return { top, ticks: [0, top / 2, top] };
}

/** How far each joint is off at a time [s], as shares (J,) of a scale; between frames, between their values. */
export function heatAt({ values, joints, fps }: Distances, time: number, top: number): Float32Array {
  const { before, after, share } = between(time, fps, values.length / joints);
  return Float32Array.from({ length: joints }, (_, joint) => {
    const [a, b] = [values[before * joints + joint] ?? 0, values[after * joints + joint] ?? 0];
    return Math.min((a + share * (b - a)) / top, 1);
  });
}

/** The joint that is furthest off at a moment; -1 if there is no joint. */
export function hottest(shares: Float32Array): number {
  let best = -1;
  shares.forEach((share, joint) => {
    if (best < 0 || share > shares[best]!) best = joint;
  });
  return best;
}

/** A distance for people: "0.02 mm", "0.4 mm", "12 mm", "1.3 m". */
export function distanceText(metres: number): string {
  const mm = 1000 * metres;
  if (mm >= 1000) return `${metres.toFixed(1)} m`;
  const decimals = mm >= 9.95 || mm < 0.005 ? 0 : mm >= 0.095 ? 1 : 2;
  return `${mm.toFixed(decimals)} mm`;
}
