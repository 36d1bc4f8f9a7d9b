import { describe, expect, it } from "vitest";
import type { ClipArrays } from "../../../document/motion";
import { copyPoses, pasteEdit } from "./copiedPoses";

/** Three frames of two joints at 10 frames a second; each number says its frame, joint and place. */
const numbers = (width: number, joints: number) =>
  Float32Array.from({ length: 3 * joints * width }, (_, index) => index);
const clip = {
  ...{ kind: "clip", blob: "b", fps: 10, frames: 3, joints: 2, translations: null },
  ...{ roots: numbers(3, 1), rotations: numbers(4, 2) },
} as ClipArrays;

describe("copied poses", () => {
  const columns = [
    { time: 0.1, tag: "keypose", importance: 1 },
    { time: 0.2, tag: "breakdown", importance: 1 },
  ] as const;
  const copied = copyPoses(clip, columns, ["hips", "arm"]);

  it("are those of the columns, by value, in time from the first", () => {
    expect(copied.joints).toEqual(["hips", "arm"]);
    expect(copied.poses[0]).toEqual({
      ...{ time: 0, tag: "keypose", root: [3, 4, 5], translations: null },
      rotations: [
        [8, 9, 10, 11],
        [12, 13, 14, 15],
      ],
    });
    expect(copied.poses[1]!.time).toBeCloseTo(0.1, 12);
    expect(copied.poses[1]!.root).toEqual([6, 7, 8]);
  });

  it("are pasted from a time on, as they are or mirrored", () => {
    const edit = pasteEdit(copied, 2, true);
    expect(edit).toMatchObject({ type: "PastePoses", mirrored: true, joints: ["hips", "arm"] });
    if (edit.type === "PastePoses") expect(edit.poses.map(({ time }) => time)).toEqual([2, 2.1]);
  });
});
