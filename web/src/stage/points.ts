/** Points of the stage as plain numbers: how far apart two are, and ways turned from a character's space into the world. */

/** [m], +Y up. */
export type Point3 = [number, number, number];

/** How far two points are apart [m]. */
export const distance = (a: Point3, b: Point3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** A way in a character's own space [m] as it is in the world. heading: of the character [rad]. */
export function inWorld([x, y, z]: Point3, heading: number): Point3 {
  const [cosine, sine] = [Math.cos(heading), Math.sin(heading)];
  return [cosine * x + sine * z, y, cosine * z - sine * x];
}

export const shifted = (place: Point3, by: Point3, times = 1): Point3 => [
  place[0] + times * by[0],
  place[1] + times * by[1],
  place[2] + times * by[2],
];
