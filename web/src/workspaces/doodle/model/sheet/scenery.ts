/** Scenery: ink behind and before the characters. Of a window or a hoop the right half is behind what passes, the left half before it. */

import { countOf, type Ink } from "./ink";

export const LAYERS = ["behind", "front", "around"] as const;
export type Layer = (typeof LAYERS)[number];

export const isLayer = (ink: string): ink is Layer => LAYERS.some((layer) => layer === ink);

/** First and last points of the runs of an ink behind the characters, or before them. */
export function runsOf(ink: Ink, layer: Layer, side: "behind" | "front"): [number, number][] {
  const last = countOf(ink) - 1;
  if (layer !== "around") return layer === side ? [[0, last]] : [];
  const xs = Array.from({ length: last + 1 }, (_, index) => ink.points[2 * index]!);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const runs: [number, number][] = [];
  let first = 0;
  for (let index = 1; index <= last + 1; index++) {
    const here = xs[first]! > middle ? "behind" : "front";
    if (index <= last && (xs[index]! > middle ? "behind" : "front") === here) continue;
    if (here === side) runs.push([first, Math.min(index, last)]);
    first = index;
  }
  return runs;
}
