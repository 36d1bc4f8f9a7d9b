/** Poses that were copied: by value, so that they can be pasted after the keyframes changed, on any character with joints of the same names. */

import type { ClipArrays } from "../../../document/motion";
import type { KeyEdit, PastedPose } from "../../../protocol/generated";
import type { KeyColumn } from "../../../timeline/curves/curves";

export interface CopiedPoses {
  /** Names of the joints that the poses have. */
  joints: readonly string[];
  /** In time order; times from the first pose [s]. */
  poses: readonly PastedPose[];
}

/** The poses that a motion has at some columns. joints: names of its joints. */
export function copyPoses(arrays: ClipArrays, columns: readonly KeyColumn[], joints: readonly string[]): CopiedPoses {
  const first = columns[0]?.time ?? 0;
  const poses = columns.map(({ time, tag }) => {
    const frame = Math.min(Math.max(Math.round(time * arrays.fps), 0), arrays.frames - 1);
    return {
      time: time - first,
      root: rows(arrays.roots, 3, frame, 1)[0]!,
      rotations: rows(arrays.rotations, 4, frame, arrays.joints),
      translations: arrays.translations ? rows(arrays.translations, 3, frame, arrays.joints) : null,
      tag,
    } as PastedPose;
  });
  return { joints: [...joints], poses };
}

/** The rows of one frame, each `width` numbers. */
const rows = (values: ArrayLike<number>, width: number, frame: number, count: number): number[][] =>
  Array.from({ length: count }, (_, row) =>
    Array.from({ length: width }, (_, index) => values[(frame * count + row) * width + index]!),
  );

/** The edit that sets copied poses from a time on [s]. */
export const pasteEdit = ({ joints, poses }: CopiedPoses, time: number, mirrored: boolean): KeyEdit => ({
  type: "PastePoses",
  joints: [...joints],
  poses: poses.map((pose) => ({ ...pose, time: time + pose.time })),
  mirrored,
});
