/** How long a path on the ground is, for people. */

import { lengthOf, type GroundPath } from "../../../stage/groundPath";
import { strings } from "../strings";

/** How long a path takes at a speed [m/s], for people: "4.2 m, about 6 s". */
export function pathText(path: GroundPath, speed: number): string {
  const length = lengthOf(path);
  return speed > 0
    ? strings.gait.pathTime(length, Math.max(Math.round(length / speed), 1))
    : strings.gait.pathLength(length);
}
