/** The dotted figure on an empty sheet: a character in seven lines, as a hand would draw it, with the name of each part. */

import type { Point } from "./sheet/sheet";
import { strings } from "../strings";

export interface ExampleLine {
  readonly label: string;
  readonly points: readonly Point[];
}

/** A closed, slightly tilted oval around the way from one point to another. */
function oval([ax, ay]: Point, [bx, by]: Point, width: number, count = 22): Point[] {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const half = Math.hypot(bx - ax, by - ay) / 2;
  const [ux, uy] = [(bx - ax) / (2 * half), (by - ay) / (2 * half)];
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / count + Math.PI / 2;
    const [along, across] = [half * Math.cos(angle), width * Math.sin(angle)];
    return [x + along * ux - across * uy, y + along * uy + across * ux] as const;
  });
}

/** Standing, seen from its right side, looking to the right; feet on the ground at x = 0 [m]. */
export const EXAMPLE: readonly ExampleLine[] = [
  { label: strings.parts.head, points: oval([0.03, 1.2], [0.06, 1.56], 0.15) },
  { label: strings.parts.torso, points: oval([0, 0.74], [0.02, 1.22], 0.13) },
  { label: strings.parts.upper_arm, points: oval([0.01, 1.15], [-0.1, 0.9], 0.055, 18) },
  { label: strings.parts.lower_arm, points: oval([-0.1, 0.92], [0.13, 0.74], 0.05, 18) },
  { label: strings.parts.upper_leg, points: oval([0, 0.79], [0.11, 0.42], 0.08, 18) },
  { label: strings.parts.lower_leg, points: oval([0.11, 0.44], [0.02, 0.08], 0.065, 18) },
  { label: strings.parts.foot, points: oval([-0.06, 0.05], [0.24, 0.05], 0.05, 18) },
];
