/** A take: the path of a hand that moved the controller of a set, and what else held the pose meanwhile. */

import type { SpatialSetInfo } from "../../runtime/kinegraph";
import type { Point3 } from "../stage/points";

/** Where the controller was, as a way from its home [m], and when [s] since the take began. */
export interface TakeSample {
  time: number;
  shift: Point3;
}

/** set: whose controller it moved. others: shifts of all controllers that stayed where they were. */
export interface Take {
  set: number;
  samples: readonly TakeSample[];
  others: readonly Point3[];
}

/** Shorter ones are a slip of the hand [s]. */
export const SHORTEST = 0.2;

export const durationOf = ({ samples }: Take): number => samples.at(-1)?.time ?? 0;

/** The sets in force when one is chosen, 0 or 1 each, as the studio has them in force when it plays a take of that set: the set
 * instead of its rivals, and of all others the first of each group of rivals. */
export function sharesFor(sets: readonly SpatialSetInfo[], chosen: number): number[] {
  const settled = new Set([chosen, ...(sets[chosen]?.rivals ?? [])]);
  return sets.map((set, index) => {
    if (index === chosen) return 1;
    if (settled.has(index) || set.markers.length === 0) return 0;
    settled.add(index);
    for (const rival of set.rivals) settled.add(rival);
    return 1;
  });
}

/** Where the controller is at a time: straight between samples, as first and last outside them. */
export function shiftAt({ samples }: Take, time: number): Point3 {
  let [low, high] = [0, samples.length - 1];
  if (high < 0) return [0, 0, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (samples[middle]!.time <= time) low = middle;
    else high = middle;
  }
  const [before, after] = [samples[low]!, samples[high]!];
  const span = after.time - before.time;
  const share = span > 0 ? Math.min(Math.max((time - before.time) / span, 0), 1) : 0;
  return before.shift.map((value, axis) => value + share * (after.shift[axis]! - value)) as [number, number, number];
}

/** A layer of a package, as docs/perform.md describes it: rows of time and shift. */
interface PackageLayer {
  name: string;
  set: string;
  path: [number, number, number, number][];
}

export interface PackageFile {
  performances: { name: string; fade: number; walks: boolean; layers: PackageLayer[] }[];
}

/** The time by which one set takes over from another in the studio [s]. */
const FADE = 0.25;

/** The package with takes added to its performances. */
export function withTakes<File extends PackageFile>(
  file: File,
  sets: readonly SpatialSetInfo[],
  takes: readonly Take[],
  walks: readonly string[],
  name: (number: number) => string,
): File {
  const taken = new Set(file.performances.map((each) => each.name));
  let number = 0;
  const free = () => {
    let found = name(++number);
    while (taken.has(found)) found = name(++number);
    taken.add(found);
    return found;
  };
  const added = takes.map((take) => {
    const set = sets[take.set]!.name;
    return { name: free(), fade: FADE, walks: walks.includes(set), layers: layersOf(take, sets) };
  });
  return { ...file, performances: [...file.performances, ...added] };
}

function layersOf(take: Take, sets: readonly SpatialSetInfo[]): PackageLayer[] {
  const shares = sharesFor(sets, take.set);
  const still = sets.flatMap((set, index): PackageLayer[] => {
    const shift = take.others[index] ?? [0, 0, 0];
    const moved = index !== take.set && shares[index] === 1 && shift.some((value) => value !== 0);
    return moved ? [{ name: set.name, set: set.name, path: [[0, ...shift]] }] : [];
  });
  const set = sets[take.set]!.name;
  const path = take.samples.map(({ time, shift }): [number, number, number, number] => [time, ...shift]);
  return [...still, { name: set, set, path }];
}
