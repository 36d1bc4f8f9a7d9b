/** A path drawn on the ground with a pointer: its points as they are taken up, x and z [m]. */

export type GroundPoint = [number, number];
export type GroundPath = readonly GroundPoint[];

/** More points than this draw no better line. */
const MOST = 600;

const away = (a: Readonly<GroundPoint>, b: Readonly<GroundPoint>) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The path with one more point, where that is far enough from the last one. spacing: [m]. */
export function drawnTo(path: GroundPath, point: GroundPoint, spacing: number): GroundPath {
  const last = path.at(-1);
  if (last && away(last, point) < spacing) return path;
  const longer = [...path, point];
  // Every other point goes where there are too many; the ends stay.
  return longer.length > MOST ? longer.filter((_, index) => index % 2 === 0 || index === longer.length - 1) : longer;
}

export const lengthOf = (path: GroundPath): number =>
  path.reduce((sum, point, index) => (index ? sum + away(path[index - 1]!, point) : 0), 0);

/** Whether a path is long enough to be walked, for a character of a size [m]; a click is no path. */
export const walkable = (path: GroundPath, size: number): boolean => path.length >= 2 && lengthOf(path) > 0.2 * size;
