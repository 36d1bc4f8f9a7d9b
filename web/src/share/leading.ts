/** How a creature gets to a place: how fast it goes ahead and turns from moment to moment. */

/** Where something stands on the ground [m], and where it faces: 0 towards +Z, growing towards +X [rad]. */
export interface Placement {
  x: number;
  z: number;
  heading: number;
}

/** How fast it can go and turn [m/s, rad/s]; length: of its body [m]. */
export interface Pace {
  speed: number;
  turn: number;
  length: number;
}

/** Within this share of its length it has arrived. */
const ARRIVED = 0.15;
/** It slows down within this many lengths, and turns with all its might this far off its course [rad]. */
const [SLOW, OFF] = [1.2, 0.5];
/** Further off its course than this it turns on the spot [rad]. */
const ABOUT = 1.4;

/** An angle between -pi and pi. */
export const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** What it does now to get to a place; null where it is there. */
export function lead(
  at: Placement,
  to: { x: number; z: number },
  { speed, turn, length }: Pace,
): { forward: number; turn: number } | null {
  const [x, z] = [to.x - at.x, to.z - at.z];
  const away = Math.hypot(x, z);
  if (away < ARRIVED * length) return null;
  const off = wrapped(Math.atan2(x, z) - at.heading);
  const ahead = Math.abs(off) > ABOUT ? 0 : Math.cos(off);
  return {
    forward: speed * Math.min(away / (SLOW * length), 1) * ahead,
    turn: turn * Math.min(Math.max(off / OFF, -1), 1),
  };
}
