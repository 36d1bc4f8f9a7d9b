import { Object3D, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { ClipArrays } from "../../document/motion";
import { jointPath } from "./jointPath";
import { showClip } from "./poses";

/** Numbers in -1..1 that are the same every time. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (1664525 * state + 1013904223) % 2 ** 32;
    yield state / 2 ** 31 - 1;
  }
}

const PARENTS = [-1, 0, 1, 0, 3];
const OFFSETS = [new Vector3(0, 1, 0), ...[0.1, 0.2, 0.3, 0.4].map((size) => new Vector3(size, -size, 2 * size))];
const rig = { parents: PARENTS, restOffset: (joint: number) => OFFSETS[joint]! };

function clip(sliding: boolean): ClipArrays {
  const random = numbers(7);
  const draw = () => random.next().value;
  const frames = 6;
  const turns = Array.from({ length: frames * 5 }, () => new Quaternion(draw(), draw(), draw(), draw()).normalize());
  return {
    ...{ kind: "clip", blob: "", fps: 30, frames, joints: 5 },
    roots: Float32Array.from({ length: 3 * frames }, draw),
    rotations: new Float32Array(turns.flatMap((turn) => turn.toArray())),
    translations: sliding ? Float32Array.from({ length: 15 * frames }, draw) : null,
  };
}

/** The same through three's own scene graph. */
function drawn(motion: ClipArrays, joint: number, frame: number): number[] {
  const joints = PARENTS.map((_, index) => {
    const object = new Object3D();
    object.position.copy(OFFSETS[index]!);
    return object;
  });
  PARENTS.forEach((parent, index) => parent >= 0 && joints[parent]!.add(joints[index]!));
  showClip(joints, motion, frame / motion.fps, OFFSETS);
  joints[0]!.updateMatrixWorld(true);
  return joints[joint]!.getWorldPosition(new Vector3()).toArray();
}

describe.each([
  ["hinged", false],
  ["sliding", true],
])("the path of a joint of a %s body", (_, sliding) => {
  const motion = clip(sliding);

  it.each([0, 2, 4])("is where joint %d is drawn", (joint) => {
    const points = jointPath(rig, motion, joint, { first: 1, stride: 2, count: 3 });
    [1, 3, 5].forEach((frame, point) =>
      drawn(motion, joint, frame).forEach((value, axis) => expect(points[3 * point + axis]).toBeCloseTo(value, 5)),
    );
  });
});
