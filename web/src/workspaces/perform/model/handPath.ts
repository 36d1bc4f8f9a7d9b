/** The path that a hand took through a layer: where it is at a time, what of it can be taken hold of, and how it bends. */

import type { Point3 } from "../../../stage/points";

/** times: (N,) ascending [s]. places: (N, 3), in the controller's space [m]. */
export interface HandPath {
  times: Float64Array;
  places: Float32Array;
}

export const placeAt = ({ places }: Pick<HandPath, "places">, index: number): Point3 => [
  places[3 * index]!,
  places[3 * index + 1]!,
  places[3 * index + 2]!,
];

/** The last event at or before a time; 0 before the first. */
function eventBefore(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where the hand was at a time [s]: straight between events, at the first or the last outside them. */
export function alongPath(path: HandPath, time: number): Point3 {
  const before = eventBefore(path.times, time);
  const after = Math.min(before + 1, path.times.length - 1);
  const span = path.times[after]! - path.times[before]!;
  const share = span > 0 ? Math.min(Math.max((time - path.times[before]!) / span, 0), 1) : 0;
  const [a, b] = [placeAt(path, before), placeAt(path, after)];
  return [0, 1, 2].map((axis) => a[axis]! + share * (b[axis]! - a[axis]!)) as Point3;
}

/** Which events get a bead to take hold of: the first, the last, and between them one for each `gap` of the way [m], at
 * most `most`. */
export function beadsOf(path: HandPath, gap: number, most = 60): number[] {
  const count = path.times.length;
  const ways = new Float64Array(count);
  for (let event = 1; event < count; event++) {
    const [a, b] = [placeAt(path, event - 1), placeAt(path, event)];
    ways[event] = ways[event - 1]! + Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  }
  const way = ways[count - 1]!;
  const apart = Math.max(gap, way / most);
  const beads = [0];
  let next = apart;
  for (let event = 1; event < count - 1; event++) {
    if (ways[event]! < next || way - ways[event]! < 0.5 * apart) continue;
    beads.push(event);
    next = ways[event]! + apart;
  }
  if (count > 1) beads.push(count - 1);
  return beads;
}

/** How much a point goes along that is `away` [s] from the one that is held, as the engine bends paths. */
export function goesAlong(away: number, reach: number): number {
  const near = Math.min(Math.max(1 - Math.abs(away) / reach, 0), 1);
  return near * near * (3 - 2 * near);
}

/** The path with the point at a time moved, and those around it ever less. */
export function bent(path: HandPath, time: number, shift: Point3, reach: number): HandPath {
  const places = Float32Array.from(path.places);
  const held = path.times[nearestEvent(path.times, time)]!;
  path.times.forEach((when, event) => {
    const share = goesAlong(when - held, reach);
    for (let axis = 0; axis < 3; axis++) places[3 * event + axis]! += share * shift[axis]!;
  });
  return { times: path.times, places };
}

export function nearestEvent(times: Float64Array, time: number): number {
  const before = eventBefore(times, time);
  const after = Math.min(before + 1, times.length - 1);
  return Math.abs(times[after]! - time) < Math.abs(times[before]! - time) ? after : before;
}

/** How strongly each of at most `most` points of the path is drawn, strongest where the playhead is; and which events they are. */
export function tapered(
  times: Float64Array,
  playhead: number,
  most: number,
): { events: number[]; strengths: number[] } {
  const stride = Math.max(1, Math.ceil(times.length / most));
  const events: number[] = [];
  for (let event = 0; event < times.length; event += stride) events.push(event);
  if (events.at(-1) !== times.length - 1) events[events.length - 1] = times.length - 1;
  const strengths = events.map((event) => {
    const away = times[event]! - playhead;
    return Math.max(FAINT, away <= 0 ? 1 + away / PAST : 0.7 * (1 - away / FUTURE));
  });
  return { events, strengths };
}

/** Over how much time the trail tapers behind and before the playhead [s], and how strong the rest of it is. */
const [PAST, FUTURE, FAINT] = [1.6, 0.8, 0.22];
