/** Ink: what a pen left on the paper, when, and how hard it was pressed; and the shape in which it is drawn.
 *
 * What is kept is what the hand did. What is drawn is smoothed, without lag: the ends and the corners stay where they are.
 */

import type { Point } from "./sheet";

/** points: x and y in turn [m on the sheet]. times: of each point [s]. pressure: 0..1, null where nothing presses. */
export interface Ink {
  readonly points: ArrayLike<number>;
  readonly times: ArrayLike<number>;
  readonly pressure: ArrayLike<number> | null;
}

/** What draws: a canvas, a Path2D, or a test that listens. */
export interface Nib {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  closePath(): void;
}

/** From the lightest to the hardest touch, as shares of the usual width. */
const [LIGHT, HARD] = [0.45, 1.45];
/** Without pressure a slow pen leaves a broader line than a quick one: the speed at which it is halfway between [m/s]. */
const USUAL_SPEED = 1.6;
const [QUICK, SLOW] = [0.7, 1.2];
/** How often and how far a width is evened out along the line. */
const EVENED = 3;
/** A turn of more than this is a corner, and stays one [cos]. */
const CORNER = Math.cos((75 * Math.PI) / 180);

export const countOf = (ink: Ink): number => ink.times.length;

export const pointOf = (ink: Ink, index: number): Point => [ink.points[2 * index]!, ink.points[2 * index + 1]!];

export function* pointsOf(ink: Ink): Generator<Point> {
  for (let index = 0; index < countOf(ink); index++) yield pointOf(ink, index);
}

/** The points as they are drawn, x and y in turn: trembling is evened out, ends and corners stay. */
export function smoothed(points: ArrayLike<number>, times = 2): Float64Array {
  let from = Float64Array.from(points);
  const count = from.length / 2;
  const kept = cornersOf(points);
  for (let turn = 0; turn < times; turn++) {
    const next = from.slice();
    for (let index = 1; index < count - 1; index++) {
      if (kept.has(index)) continue;
      for (const axis of [0, 1]) {
        const at = 2 * index + axis;
        next[at] = 0.25 * from[at - 2]! + 0.5 * from[at]! + 0.25 * from[at + 2]!;
      }
    }
    from = next;
  }
  return from;
}

/** Points at which the line turns back so sharply that it is meant. */
function cornersOf(points: ArrayLike<number>): Set<number> {
  const corners = new Set<number>();
  const count = points.length / 2;
  for (let index = 2; index < count - 2; index++) {
    const [x, y] = [points[2 * index]!, points[2 * index + 1]!];
    const [ax, ay] = [x - points[2 * index - 4]!, y - points[2 * index - 3]!];
    const [bx, by] = [points[2 * index + 4]! - x, points[2 * index + 5]! - y];
    const length = Math.hypot(ax, ay) * Math.hypot(bx, by);
    if (length > 0 && (ax * bx + ay * by) / length < CORNER) corners.add(index);
  }
  return corners;
}

/** How broad the line is at each point, as a share of its usual width: pressure where there is any, else the speed of the hand. */
export function widthsOf(ink: Ink): Float64Array {
  const count = countOf(ink);
  const widths = new Float64Array(count).fill(1);
  for (let index = 0; index < count; index++)
    widths[index] = ink.pressure ? LIGHT + (HARD - LIGHT) * ink.pressure[index]! : bySpeed(ink, index);
  for (let turn = 0; turn < EVENED; turn++)
    for (let index = 1; index < count; index++) widths[index] = 0.7 * widths[index - 1]! + 0.3 * widths[index]!;
  return widths;
}

function bySpeed(ink: Ink, index: number): number {
  if (index === 0) return SLOW;
  const [x, y] = pointOf(ink, index);
  const [fromX, fromY] = pointOf(ink, index - 1);
  const elapsed = Math.max(ink.times[index]! - ink.times[index - 1]!, 1e-3);
  const speed = Math.hypot(x - fromX, y - fromY) / elapsed;
  return QUICK + (SLOW - QUICK) / (1 + (speed / USUAL_SPEED) ** 2);
}

/** What is drawn of an ink, made once and drawn often. */
export interface Shape {
  readonly points: Float64Array;
  readonly radii: Float64Array;
}

/** width: of the line where it is neither light nor hard [m]. */
export function shapeOf(ink: Ink, width: number): Shape {
  return { points: smoothed(ink.points), radii: widthsOf(ink).map((share) => 0.5 * width * share) };
}

/** Draws the points from first to last: a disc at each and a bar to the next, all turning the same way, so that they fill as one. */
export function trace(nib: Nib, { points, radii }: Shape, first = 0, last = radii.length - 1): void {
  for (let index = Math.max(first, 0); index <= Math.min(last, radii.length - 1); index++) {
    const [x, y, radius] = [points[2 * index]!, points[2 * index + 1]!, radii[index]!];
    nib.moveTo(x + radius, y);
    nib.arc(x, y, radius, 0, 2 * Math.PI);
    nib.closePath();
    if (index > first) bar(nib, points, radii, index - 1);
  }
}

function bar(nib: Nib, points: Float64Array, radii: Float64Array, index: number): void {
  const [ax, ay, bx, by] = [2 * index, 2 * index + 1, 2 * index + 2, 2 * index + 3].map((at) => points[at]!);
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const length = Math.hypot(dx, dy);
  if (length === 0) return;
  const [nx, ny] = [-dy / length, dx / length];
  const [a, b] = [radii[index]!, radii[index + 1]!];
  // As a disc's arc from 0 to a full turn: with the other sense the two would cancel where they overlap.
  nib.moveTo(ax! - nx * a, ay! - ny * a);
  nib.lineTo(bx! - nx * b, by! - ny * b);
  nib.lineTo(bx! + nx * b, by! + ny * b);
  nib.lineTo(ax! + nx * a, ay! + ny * a);
  nib.closePath();
}

/** The middle of the line from first to last, for what is dashed. */
export function traceMiddle(nib: Nib, { points }: Shape, first = 0, last = points.length / 2 - 1): void {
  const end = Math.min(last, points.length / 2 - 1);
  nib.moveTo(points[2 * first]!, points[2 * first + 1]!);
  for (let index = first + 1; index <= end; index++) nib.lineTo(points[2 * index]!, points[2 * index + 1]!);
}

/** How far a place is from an ink, and which of its points is nearest [m]. */
export function nearest(ink: Ink, [x, y]: Point): { distance: number; index: number } {
  let [best, found] = [Infinity, 0];
  const count = countOf(ink);
  for (let index = 0; index < count; index++) {
    const [ax, ay] = pointOf(ink, index);
    const [bx, by] = pointOf(ink, Math.min(index + 1, count - 1));
    const [dx, dy] = [bx - ax, by - ay];
    const square = dx * dx + dy * dy;
    const share = square > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1) : 0;
    const distance = Math.hypot(ax + share * dx - x, ay + share * dy - y);
    if (distance < best) [best, found] = [distance, share < 0.5 ? index : Math.min(index + 1, count - 1)];
  }
  return { distance: best, index: found };
}

/** The last point that was drawn at a time; -1 before the first. */
export function drawnUntil(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
