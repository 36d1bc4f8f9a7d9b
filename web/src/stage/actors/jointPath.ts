/** Where a joint goes in a clip that only the page has: a step of a drag is not in the document, so the engine cannot be asked. */

import { Quaternion, Vector3 } from "three";
import type { ClipArrays } from "../../document/motion";

/** What of a body decides where its joints are. */
export interface Rig {
  parents: readonly number[];
  /** Where a joint is from its parent at rest [m]. */
  restOffset(joint: number): Vector3;
}

const place = new Vector3();
const offset = new Vector3();
const turn = new Quaternion();
const own = new Quaternion();

/** Positions (count, 3) [m] of a joint in the character's space, at every `stride`-th frame from `first` on. */
export function jointPath(
  rig: Rig,
  clip: ClipArrays,
  joint: number,
  { first, stride, count }: { first: number; stride: number; count: number },
): Float32Array {
  const chain: number[] = [];
  for (let each = joint; each >= 0; each = rig.parents[each] ?? -1) chain.unshift(each);
  const points = new Float32Array(3 * count);
  for (let point = 0; point < count; point++) {
    const frame = first + point * stride;
    place.set(0, 0, 0);
    turn.identity();
    for (const each of chain) {
      const row = frame * clip.joints + each;
      if (each === 0) offset.fromArray(clip.roots, 3 * frame);
      else if (clip.translations) offset.fromArray(clip.translations, 3 * row);
      else offset.copy(rig.restOffset(each));
      place.add(offset.applyQuaternion(turn));
      turn.multiply(own.fromArray(clip.rotations, 4 * row));
    }
    place.toArray(points, 3 * point);
  }
  return points;
}
