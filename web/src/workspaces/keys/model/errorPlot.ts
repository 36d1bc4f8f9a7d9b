/** The error curve over the number of keys, and the slider on it: where a count lies, and which count lies there.
 *
 *     count  ── log ──►  x    few keys get most of the room: from 2 to 4 is as far as from 200 to 400
 *     error  ── log ──►  y    from 50 mm to 5 mm is as far as from 5 mm to half of one; what lies below the floor is not visible
 */

import { roundNumbers } from "../../../timeline/roundNumbers";

/** counts, errors: (K,), ascending counts and what each costs [m]. width, height: [px]. */
export interface ErrorPlot {
  counts: ArrayLike<number>;
  errors: ArrayLike<number>;
  width: number;
  height: number;
}

/** Room for the figures beside the curve and for the slider's knob [px]. */
export const MARGIN = { left: 52, right: 16, top: 4, bottom: 22 };

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

const LABEL_ROOM = { x: 30, y: 24 };

const extent = ({ counts }: ErrorPlot) => ({ low: counts[0] ?? 2, high: counts[counts.length - 1] ?? 2 });

export function xOf(plot: ErrorPlot, count: number): number {
  const { low, high } = extent(plot);
  const share = high > low ? Math.log(clamp(count, low, high) / low) / Math.log(high / low) : 0.5;
  return MARGIN.left + share * Math.max(plot.width - MARGIN.left - MARGIN.right, 1);
}

/** The smallest error that the plot shows as more than zero [m], and the largest ratio of the top of the plot to it. */
const FLOOR = 1e-4;
const DECADES = 1e4;

/** The largest error on the plot [m]. */
export function topOf({ errors }: ErrorPlot): number {
  let top = 0;
  for (let index = 0; index < errors.length; index++) top = Math.max(top, errors[index]!);
  return top || 1e-3;
}

/** The error on the plot's floor [m]. */
const floorOf = (top: number) => clamp(FLOOR, top / DECADES, top / 10);

export function yOf(plot: ErrorPlot, error: number, top = topOf(plot)): number {
  const floor = floorOf(top);
  const share = Math.log(clamp(error, floor, top) / floor) / Math.log(top / floor);
  return MARGIN.top + (1 - share) * Math.max(plot.height - MARGIN.top - MARGIN.bottom, 1);
}

/** The index of the count nearest to a value. */
export function nearest(counts: ArrayLike<number>, value: number): number {
  let [low, high] = [0, counts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (counts[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value - counts[low - 1]! <= counts[low]! - value ? low - 1 : Math.max(low, 0);
}

/** The index of the count under a pixel. */
export function indexAt(plot: ErrorPlot, x: number): number {
  const { low, high } = extent(plot);
  const usable = Math.max(plot.width - MARGIN.left - MARGIN.right, 1);
  const share = clamp((x - MARGIN.left) / usable, 0, 1);
  return nearest(plot.counts, low * (high / low) ** share);
}

/** The curve as an SVG path; at most two points for every pixel, however many counts there are. */
export function curvePath(plot: ErrorPlot): string {
  const top = topOf(plot);
  const points: string[] = [];
  let last = -Infinity;
  for (let index = 0; index < plot.counts.length; index++) {
    const x = xOf(plot, plot.counts[index]!);
    if (x - last < 0.5 && index < plot.counts.length - 1) continue;
    last = x;
    points.push(`${x.toFixed(1)},${yOf(plot, plot.errors[index]!, top).toFixed(1)}`);
  }
  return points.length ? `M${points.join("L")}` : "";
}

/** Numbers of keys to write under the plot: the fewest, powers of ten, and what else has room. */
export function countTicks(plot: ErrorPlot): { count: number; x: number }[] {
  const { low, high } = extent(plot);
  const round = roundNumbers(low, high);
  const isPower = (count: number) => Number.isInteger(Math.log10(count));
  const found: { count: number; x: number }[] = [];
  for (const count of [low, ...round.filter(isPower), ...round.filter((each) => !isPower(each))]) {
    const x = xOf(plot, count);
    if (found.every((tick) => Math.abs(x - tick.x) >= LABEL_ROOM.x)) found.push({ count, x });
  }
  return found.sort((a, b) => a.count - b.count);
}

/** Errors to write beside the plot [m], from the largest round one down, as many as have room. */
export function errorTicks(plot: ErrorPlot): { error: number; y: number }[] {
  const top = topOf(plot);
  const found: { error: number; y: number }[] = [];
  const floor = plot.height - MARGIN.bottom;
  for (const error of roundNumbers(floorOf(top), top).reverse()) {
    const y = yOf(plot, error, top);
    if (floor - y >= LABEL_ROOM.y / 2 && (found.length === 0 || y - found.at(-1)!.y >= LABEL_ROOM.y))
      found.push({ error, y });
  }
  return found;
}

/** A round error in as few letters as there are. */
export function tickText(error: number): string {
  const [figure, unit] = error >= 1 ? [error, "m"] : [1000 * error, "mm"];
  return `${Number(figure.toFixed(3))} ${unit}`;
}

/** How much a page up or down changes the number of keys. */
const PAGE = 1.25;

/** The index that a key leads to from another; null for keys that mean nothing here. */
export function keyedIndex(counts: ArrayLike<number>, index: number, key: string): number | null {
  const last = counts.length - 1;
  const within = (to: number) => clamp(to, 0, last);
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return within(index + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return within(index - 1);
    case "PageUp":
      return within(Math.max(nearest(counts, counts[index]! * PAGE), index + 2));
    case "PageDown":
      return within(Math.min(nearest(counts, counts[index]! / PAGE), index - 2));
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
