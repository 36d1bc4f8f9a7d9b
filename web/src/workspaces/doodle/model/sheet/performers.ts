/** Which of several characters on a sheet a stroke belongs to: the one that it starts at. */

import type { Box, Point } from "./sheet";

/** A character on the sheet. place: where its next line begins [m]; null where it cannot move yet. drawing: the box around its drawing;
 * null for nothing drawn yet. */
export interface OnSheet {
  readonly id: string;
  readonly place: number | null;
  readonly drawing: Box | null;
}

/** How near a line must start to another character to be its line, and ink to a drawing to be a part of it [m]. */
const [REACH, BESIDE] = [0.6, 0.3];

/** The character whose line starts at a point: the nearest; of those that are about as near, the active one. */
export function performerAt(all: readonly OnSheet[], [x]: Point, active: string): string {
  const far = (each: OnSheet) => (each.place === null ? Infinity : Math.abs(each.place - x));
  const nearest = all.reduce<OnSheet | null>((best, each) => (!best || far(each) < far(best) ? each : best), null);
  const own = all.find(({ id }) => id === active);
  if (!nearest || nearest.id === active || far(nearest) > REACH) return active;
  return own && far(own) - far(nearest) < 0.1 ? active : nearest.id;
}

/** The character whose drawing a stroke belongs to, which starts at a point: null for a new one beside those that are there. finished:
 * whether the active one needs no further part. */
export function drawingAt(all: readonly OnSheet[], point: Point, active: string, finished: boolean): string | null {
  if (!finished) return active;
  const far = ({ drawing }: OnSheet) => (drawing ? distanceTo(drawing, point) : Infinity);
  const near = all.filter((each) => far(each) <= BESIDE).sort((a, b) => far(a) - far(b));
  if (near.some(({ id }) => id === active) && far(near[0]!) === far(near.find(({ id }) => id === active)!))
    return active;
  return near[0]?.id ?? null;
}

function distanceTo({ left, right, bottom, top }: Box, [x, y]: Point): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(bottom - y, 0, y - top));
}
