/** What a cursor makes of a character. */

import type { PoseArrays } from "../../../../document/motion";
import { floats, optionalFloats, type Frame } from "../../../../protocol/frames";

/** controllers: of all sets (S, 3), each in its own space [m]. unsure: whether poses cancel each other there. */
export interface Blended {
  set: string;
  pose: PoseArrays;
  influences: Float32Array;
  controllers: Float32Array;
  unsure: boolean;
}

export const poseOf = (frame: Frame): PoseArrays => ({
  root: floats(frame, "root"),
  rotations: floats(frame, "rotations"),
  translations: optionalFloats(frame, "translations"),
});
