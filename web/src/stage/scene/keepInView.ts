/** How far a view must move after a character that walks out of it. */

/** Where a character is, from the point that the camera looks at: to its right, away from it along the ground, up [m]. */
export interface Offset {
  right: number;
  away: number;
  up: number;
}

/** What the camera shows where it looks: half of its width and height, its distance [m], how far it looks down [rad]. */
export interface Sight {
  halfWidth: number;
  halfHeight: number;
  distance: number;
  elevation: number;
}

/** How much of the view a character may walk through before it moves: the rest is a margin. */
const FREE = 0.92;
/** Even a character that fills the view may move this much in it. */
const LEAST = 0.25;
/** How far towards and away from the camera, as a share of its distance: nearer it would pass them by. */
const DEEP = 0.4;
/** How fast the view catches up [1/s]: a walker is let go about half a step ahead. */
const RATE = 4;

/** How far a body of a radius [m] is outside the part of the view in which it moves freely; zeros inside. */
export function strayed(offset: Offset, radius: number, sight: Sight): Offset {
  const free = (half: number) => Math.max(FREE * half - radius, LEAST * half);
  const deep = DEEP * sight.distance;
  // Seen from above, away is up on screen; seen level, it is depth alone.
  const steep = Math.max(Math.sin(Math.abs(sight.elevation)), 1e-3);
  const level = Math.max(Math.cos(sight.elevation), 1e-3);
  // Nearer to the camera less is visible: a character that comes towards it keeps its feet in view.
  const nearing = offset.away < 0 ? (FREE * sight.halfHeight * level) / sight.distance : 0;
  return {
    right: beyond(offset.right, free(sight.halfWidth)),
    away: beyond(offset.away, Math.min(free(sight.halfHeight) / (steep + nearing), deep)),
    up: beyond(offset.up, Math.min(free(sight.halfHeight) / level, deep)),
  };
}

/** The share of the way that the view moves now: all of it after a jump, else gently. elapsed: [s] */
export function catchingUp(elapsed: number, jumped: boolean): number {
  return jumped ? 1 : 1 - Math.exp(-RATE * elapsed);
}

function beyond(value: number, limit: number): number {
  return Math.sign(value) * Math.max(Math.abs(value) - limit, 0);
}
