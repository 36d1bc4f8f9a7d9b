/** Rotations as vectors (axis times angle [rad]) and back: what a graph can show of a turn, with rates that fit.
 *
 * A key's rate is the angular velocity in the turned frame, w. The vector v changes by v' with w = J(v) v', where
 * J(v) = 1 - (1 - cos a) / a^2 [v] + (a - sin a) / a^3 [v]^2 and a = |v|.
 */

export type Vector = [number, number, number];
type Quat = readonly number[];

const SMALL = 1e-4;

const cross = (a: Readonly<Vector>, b: Readonly<Vector>): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function vectorOf([x = 0, y = 0, z = 0, w = 1]: Quat): Vector {
  const sign = w < 0 ? -1 : 1;
  const sine = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(sine, sign * w);
  const factor = sine < 1e-9 ? 2 * sign : (sign * angle) / sine;
  return [factor * x, factor * y, factor * z];
}

export function quatOf([x, y, z]: Readonly<Vector>): [number, number, number, number] {
  const angle = Math.hypot(x, y, z);
  const factor = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return [factor * x, factor * y, factor * z, Math.cos(angle / 2)];
}

/** Of the vectors that mean the same turn, the one nearest to another. */
export function nearestTo(vector: Vector, other: Readonly<Vector>): Vector {
  const angle = Math.hypot(...vector);
  if (angle < SMALL) return vector;
  const axis = vector.map((value) => value / angle) as Vector;
  const along = axis[0] * other[0] + axis[1] * other[1] + axis[2] * other[2];
  const turns = Math.round((along - angle) / (2 * Math.PI));
  return axis.map((value) => value * (angle + 2 * Math.PI * turns)) as Vector;
}

/** The angular velocity in the turned frame, of a vector that changes. */
export function velocityOf(vector: Vector, change: Vector): Vector {
  const angle = Math.hypot(...vector);
  const [a, b] =
    angle < SMALL ? [0.5, 1 / 6] : [(1 - Math.cos(angle)) / angle ** 2, (angle - Math.sin(angle)) / angle ** 3];
  const once = cross(vector, change);
  const twice = cross(vector, once);
  return change.map((value, axis) => value - a * once[axis]! + b * twice[axis]!) as Vector;
}

/** How a vector changes at an angular velocity in the turned frame: `velocityOf` the other way. */
export function changeOf(vector: Vector, velocity: Vector): Vector {
  const angle = Math.hypot(...vector);
  // At whole turns only the velocity along the axis is left; the formula's pole is kept at arm's length.
  const half = 0.5 * angle;
  const tangent = Math.abs(Math.sin(half)) < 1e-3 ? Math.sign(Math.sin(half) || 1) * 1e-3 : Math.sin(half);
  const b = angle < SMALL ? 1 / 12 : (1 - (half * Math.cos(half)) / tangent) / angle ** 2;
  const once = cross(vector, velocity);
  const twice = cross(vector, once);
  return velocity.map((value, axis) => value + 0.5 * once[axis]! + b * twice[axis]!) as Vector;
}
