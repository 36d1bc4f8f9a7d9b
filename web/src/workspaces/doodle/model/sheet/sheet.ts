/** The sheet as it is seen: which part of the paper is in view, and how large a metre of it looks.
 *
 * On the sheet x goes to the right and y up [m], and the ground is at y = 0; on the screen y goes down, in pixels from the
 * corner of the element that shows it.
 */

import type { SheetView } from "../../../../stage/scene/cameraRig";

export type Point = readonly [number, number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** What lies over the edges of the view [px]. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The smallest and the largest that a metre may look [px]; and how far from the middle of the sheet the eye goes [m]. */
const [SMALLEST, LARGEST, FARTHEST] = [12, 3000, 500];
/** How much of an empty sheet is seen above the ground [m]: a figure that a hand draws with ease is 1.6 m tall. */
const EMPTY: Box = { left: -1.8, right: 1.8, bottom: -0.06, top: 1.9 };

const clamped = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

const within = ({ x, y, scale }: SheetView): SheetView => ({
  x: clamped(x, -FARTHEST, FARTHEST),
  y: clamped(y, -FARTHEST, FARTHEST),
  scale: clamped(scale, SMALLEST, LARGEST),
});

export const toScreen = (view: SheetView, size: Size, [x, y]: Point): [number, number] => [
  size.width / 2 + (x - view.x) * view.scale,
  size.height / 2 - (y - view.y) * view.scale,
];

export const toSheet = (view: SheetView, size: Size, [x, y]: Point): [number, number] => [
  view.x + (x - size.width / 2) / view.scale,
  view.y - (y - size.height / 2) / view.scale,
];

/** Moves the paper with a hand. right, down: how far the hand went [px]. */
export const panned = (view: SheetView, right: number, down: number): SheetView =>
  within({ ...view, x: view.x - right / view.scale, y: view.y + down / view.scale });

/** How far from the edges of what is not covered a character is kept, as a share of the width; and what is too little to move for [px]. */
const [KEPT_OFF, NOTICED] = [0.16, 0.01];

/** The view moved sideways until a character is well inside it, no farther than needed; the same object where it is already.
 * x: of the character on the sheet [m]. In a window too narrow for both margins it is kept in the middle; without a size nothing moves. */
export function keptInView(view: SheetView, size: Size, insets: Insets, x: number): SheetView {
  if (size.width === 0) return view;
  const margin = KEPT_OFF * size.width;
  const [low, high] = [insets.left + margin, size.width - insets.right - margin];
  const [at] = toScreen(view, size, [x, 0]);
  const out = at - (low < high ? clamped(at, low, high) : (low + high) / 2);
  return Math.abs(out) < NOTICED ? view : panned(view, -out, 0);
}

/** Nearer or farther about a point of the screen, which stays where it is. factor: of the scale. */
export function zoomed(view: SheetView, size: Size, at: Point, factor: number): SheetView {
  const scale = clamped(view.scale * factor, SMALLEST, LARGEST);
  const [x, y] = toSheet(view, size, at);
  return within({ x: x - (at[0] - size.width / 2) / scale, y: y + (at[1] - size.height / 2) / scale, scale });
}

/** All of a box in view, inside what lies over the edges. largest: the largest that a metre may look [px]. */
export function fitted(box: Box, size: Size, insets: Insets, largest = 420): SheetView {
  const free = {
    width: Math.max(size.width - insets.left - insets.right, 40),
    height: Math.max(size.height - insets.top - insets.bottom, 40),
  };
  const wide = Math.max(box.right - box.left, 0.2);
  const tall = Math.max(box.top - box.bottom, 0.2);
  const scale = clamped(Math.min(free.width / wide, free.height / tall), SMALLEST, largest);
  return within({
    x: (box.left + box.right) / 2 + (insets.right - insets.left) / 2 / scale,
    y: (box.bottom + box.top) / 2 + (insets.top - insets.bottom) / 2 / scale,
    scale,
  });
}

/** An empty sheet: the ground under the middle, with room for a character to stand on it. */
export const emptyView = (size: Size, insets: Insets): SheetView => fitted(EMPTY, size, insets);

/** The smallest box around points; null around none. */
export function boxOf(points: Iterable<Point>): Box | null {
  let box: { left: number; right: number; bottom: number; top: number } | null = null;
  for (const [x, y] of points) {
    box ??= { left: x, right: x, bottom: y, top: y };
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  }
  return box;
}

export const around = (a: Box | null, b: Box | null): Box | null =>
  !a || !b
    ? (a ?? b)
    : {
        left: Math.min(a.left, b.left),
        right: Math.max(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
        top: Math.max(a.top, b.top),
      };

/** A box with some more room on all sides [m]. */
export const wider = (box: Box, by: number): Box => ({
  left: box.left - by,
  right: box.right + by,
  bottom: box.bottom - by,
  top: box.top + by,
});

/** Points on the straight way from one point to another, the last included. step: the most that two lie apart. */
export function stepsTo([fromX, fromY]: Point, [toX, toY]: Point, step: number): Point[] {
  const [right, down] = [toX - fromX, toY - fromY];
  const count = Math.max(Math.ceil(Math.hypot(right, down) / step), 1);
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count;
    return [fromX + share * right, fromY + share * down] as const;
  });
}
