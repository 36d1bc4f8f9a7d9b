/** Where a line that was drawn over a camera's picture lies in the room: each piece in the upright plane through the two places between which
 * it goes, as the engine reads it. */

import type { DoodleCamera, PieceInfo } from "../../../../protocol/generated";
import type { Ink } from "../sheet/ink";

type Vec = readonly [number, number, number];
type Plane = Pick<PieceInfo, "start" | "stop" | "takeoff" | "landing">;

/** Ends nearer to each other than this are one place: the plane then faces the viewer [m]. */
const IN_PLACE = 0.05;
/** What is seen farther away than this is the horizon [m]. */
const FARTHEST = 300;
/** Planes that are seen at a smaller angle (its sine) are seen as a line: there time tells how far along a point is. */
const EDGE_ON = Math.sin((8 * Math.PI) / 180);

const less = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vec): Vec => {
  const length = Math.max(Math.hypot(...a), 1e-12);
  return [a[0] / length, a[1] / length, a[2] / length];
};
const level = ([x, , z]: Vec): Vec => [x, 0, z];
const UP: Vec = [0, 1, 0];

/** A camera's right, up and forward directions. */
function axesOf({ position, target }: DoodleCamera): readonly [Vec, Vec, Vec] {
  const forward = unit(less(target, position));
  const right = unit(cross(forward, UP));
  return [right, cross(right, forward), forward];
}

/** Places (N, 3) [m] of a line's points; null where nothing of it was read yet. pieces: of this line, in their order. */
export function inRoom(ink: Ink, camera: DoodleCamera, pieces: readonly Plane[]): Float64Array | null {
  if (pieces.length === 0) return null;
  const count = ink.times.length;
  const places = new Float64Array(3 * count);
  pieces.forEach((piece, index) => {
    const first = index === 0 ? 0 : Math.min(piece.start, count - 1);
    const last = index === pieces.length - 1 ? count - 1 : Math.min(pieces[index + 1]!.start, count - 1);
    lay(places, ink, camera, piece, first, last);
  });
  return places;
}

/** Lays the points from first to last into the plane of a piece. */
function lay(
  places: Float64Array,
  ink: Ink,
  camera: DoodleCamera,
  { start, stop, takeoff, landing }: Plane,
  first: number,
  last: number,
): void {
  const [right, up, forward] = axesOf(camera);
  const way = level(less(landing, takeoff));
  const length = Math.hypot(...way);
  const along = length < IN_PLACE ? right : unit(way);
  const normal = cross(along, UP);
  const toward = level(less(takeoff, camera.position));
  const edgeOn = length >= IN_PLACE && Math.abs(dot(toward, normal)) < EDGE_ON * Math.hypot(...toward);
  const half = Math.tan(camera.verticalFov / 2);
  const lasting = Math.max(ink.times[Math.min(stop, last)]! - ink.times[start]!, 1e-9);
  for (let point = first; point <= last; point++) {
    const [x, y] = [half * ink.points[2 * point]!, half * ink.points[2 * point + 1]!];
    const ray: Vec = [0, 1, 2].map((axis) => x * right[axis]! + y * up[axis]! + forward[axis]!) as [
      number,
      number,
      number,
    ];
    const share = Math.min(Math.max((ink.times[point]! - ink.times[start]!) / lasting, 0), 1);
    const far = edgeOn
      ? dot(less([takeoff[0] + share * way[0], 0, takeoff[2] + share * way[2]], camera.position), level(forward)) /
        Math.max(dot(ray, level(forward)), 1e-9)
      : dot(less(takeoff, camera.position), normal) / dot(ray, normal);
    const reach = far > 0 && far < FARTHEST ? far : FARTHEST;
    for (const axis of [0, 1, 2]) places[3 * point + axis] = camera.position[axis]! + reach * ray[axis]!;
  }
}
