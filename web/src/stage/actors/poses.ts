/** Puts poses on joints. Clips are drawn between their frames with three's own slerp; nothing else is computed here. */

import { Quaternion, type Object3D, type Vector3 } from "three";
import { between, type ClipArrays, type PoseArrays } from "../../document/motion";

const scratch = new Quaternion();

/** Where joints are from their parents where a motion does not say [m]. */
export type Offsets = readonly Vector3[];

/** Shows a clip at a time [s] on joints in joint order; those that it does not slide are where they rest. */
export function showClip(joints: readonly Object3D[], clip: ClipArrays, time: number, rest: Offsets): void {
  const { before, after, share } = between(time, clip.fps, clip.frames);
  const count = Math.min(joints.length, clip.joints);
  const [a, b] = [before * clip.joints, after * clip.joints];
  for (let joint = 0; joint < count; joint++) {
    const target = joints[joint]!;
    target.quaternion.fromArray(clip.rotations, (a + joint) * 4);
    if (share > 0) target.quaternion.slerp(scratch.fromArray(clip.rotations, (b + joint) * 4), share);
    if (clip.translations) blendPosition(target, clip.translations, a + joint, b + joint, share);
    else target.position.copy(rest[joint]!);
  }
  if (count > 0) blendPosition(joints[0]!, clip.roots, before, after, share);
}

function blendPosition(target: Object3D, rows: Float32Array, a: number, b: number, share: number): void {
  const mix = (axis: number) => rows[a * 3 + axis]! * (1 - share) + rows[b * 3 + axis]! * share;
  target.position.set(mix(0), mix(1), mix(2));
}

/** Shows a single pose, as it is streamed. */
export function showPose(joints: readonly Object3D[], pose: PoseArrays, rest: Offsets): void {
  const count = Math.min(joints.length, pose.rotations.length / 4);
  for (let joint = 0; joint < count; joint++) {
    joints[joint]!.quaternion.fromArray(pose.rotations, joint * 4);
    if (pose.translations) joints[joint]!.position.fromArray(pose.translations, joint * 3);
    else joints[joint]!.position.copy(rest[joint]!);
  }
  if (count > 0) joints[0]!.position.fromArray(pose.root);
}

/** Turns joints as a pose has them, and slides those that slide, but not the root. part: which. */
export function showPart(joints: readonly Object3D[], pose: PoseArrays, part: readonly number[]): void {
  for (const joint of part) {
    joints[joint]?.quaternion.fromArray(pose.rotations, joint * 4);
    if (pose.translations && joint > 0) joints[joint]?.position.fromArray(pose.translations, joint * 3);
  }
}
