/** What a page sends over the live link: descriptions of characters, and poses, as docs/live-link.md has them. */

import { Quaternion, Vector3, type Object3D } from "three";

/** The head of a pose: number of the character, joints, time. */
const HEAD = 16;

/** A description of a character: names, parents, and the rest pose in the parents' frames. */
export function describeCharacter(
  number: number,
  name: string,
  joints: readonly string[],
  parents: readonly number[],
  rest: { translations: readonly (readonly number[])[]; rotations: readonly (readonly number[])[] },
): string {
  return JSON.stringify({ type: "character", number, name, joints, parents, ...rest });
}

export const sayGone = (number: number): string => JSON.stringify({ type: "gone", number });

const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];

/** A pose: joints in their parents' frames, the root in the world. time: [s]. */
export function packPose(number: number, time: number, joints: readonly Object3D[]): ArrayBuffer {
  const frame = new ArrayBuffer(HEAD + 28 * joints.length);
  const head = new DataView(frame);
  head.setUint32(0, number, true);
  head.setUint32(4, joints.length, true);
  head.setFloat64(8, time, true);
  joints.forEach((joint, index) => {
    if (index === 0) joint.matrixWorld.decompose(place, turn, scale);
    else [place.copy(joint.position), turn.copy(joint.quaternion)];
    place.toArray().forEach((value, axis) => head.setFloat32(HEAD + 4 * (3 * index + axis), value, true));
    const at = HEAD + 12 * joints.length + 16 * index;
    turn.toArray().forEach((value, axis) => head.setFloat32(at + 4 * axis, value, true));
  });
  return frame;
}
