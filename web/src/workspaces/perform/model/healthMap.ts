/** The map of a set's health as a picture: heat on the plane of its markers, in the space of the set's controller. */

import { floats, type Frame } from "../../../protocol/frames";
import type { Point3 } from "../../../stage/points";

/** corner: of the first place [m]; across and up: to the last of its row, and to the first of the last row [m]. heat: 0 to 1, by rows. */
export interface HealthMap {
  set: string;
  side: number;
  corner: Point3;
  across: Point3;
  up: Point3;
  heat: Float32Array;
  /** Where a further pose would help most [m]. */
  suggested: Point3 | null;
}

const three = (values: Float32Array, from: number): Point3 => [values[from]!, values[from + 1]!, values[from + 2]!];

export function healthMapOf(set: string, frame: Frame): HealthMap {
  const [sides, heat, suggestions] = [floats(frame, "sides"), floats(frame, "heat"), floats(frame, "suggestions")];
  return {
    set,
    side: Math.round(Math.sqrt(heat.length)),
    corner: three(floats(frame, "corner"), 0),
    across: three(sides, 0),
    up: three(sides, 3),
    heat,
    suggested: suggestions.length ? three(suggestions, 0) : null,
  };
}

/** Where all is well the map is clear; the hottest places hide this much of what is behind them. */
const MOST_OPAQUE = 0.8;

/** Pixels (N, 4) of a map, rows from below: `mild` where something is amiss, `wild` where much is (0 to 255 each). */
export function healthPixels(
  heat: Float32Array,
  mild: readonly [number, number, number],
  wild: readonly [number, number, number],
): Uint8Array {
  const pixels = new Uint8Array(4 * heat.length);
  heat.forEach((value, at) => {
    const share = Math.min(Math.max(value, 0), 1);
    for (let i = 0; i < 3; i++) pixels[4 * at + i] = Math.round(mild[i]! + share * (wild[i]! - mild[i]!));
    pixels[4 * at + 3] = Math.round(255 * MOST_OPAQUE * Math.min(2 * share, 1));
  });
  return pixels;
}
