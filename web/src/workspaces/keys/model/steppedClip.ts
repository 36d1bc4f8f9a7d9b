/** A motion as blocking shows it: every pose is held until the next keyframe. The keyframes stay as they are. */

import type { ClipArrays } from "../../../document/motion";

/** The clip with each frame as its last keyframe has it; frames before the first are as that. keyFrames: ascending. */
export function steppedClip(clip: ClipArrays, keyFrames: ArrayLike<number>): ClipArrays {
  if (!keyFrames.length) return clip;
  const source = new Int32Array(clip.frames);
  let next = 0;
  for (let frame = 0; frame < clip.frames; frame++) {
    while (next + 1 < keyFrames.length && keyFrames[next + 1]! <= frame) next++;
    source[frame] = Math.min(Math.max(keyFrames[next]!, 0), clip.frames - 1);
  }
  const held = (values: Float32Array, width: number) => {
    const result = new Float32Array(values.length);
    source.forEach((from, frame) => result.set(values.subarray(from * width, (from + 1) * width), frame * width));
    return result;
  };
  return {
    ...clip,
    roots: held(clip.roots, 3),
    rotations: held(clip.rotations, 4 * clip.joints),
    translations: clip.translations && held(clip.translations, 3 * clip.joints),
  };
}
