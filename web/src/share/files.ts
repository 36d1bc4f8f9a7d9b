/** Files that a shared page hands out: what was performed as binary glTF, and as a package that the studio opens. */

import { AnimationClip, QuaternionKeyframeTrack, VectorKeyframeTrack, type KeyframeTrack } from "three";
import { GLTFExporter } from "three/addons/exporters/GLTFExporter.js";
import type { Actor } from "../stage/actors/actor";

/** Frames a second of takes in files. */
export const FPS = 60;

/** Poses in the parents' frames, frame by frame: (J, 3) and (J, 4). */
export interface PoseFrames {
  positions: readonly Float32Array[];
  rotations: readonly Float32Array[];
}

/** Poses as an animation of a body's joints. Joints but the root that never leave their place have no track for it. */
export function animationOf(name: string, actor: Actor, { positions, rotations }: PoseFrames): AnimationClip {
  const times = positions.map((_, frame) => frame / FPS);
  const rows = (frames: readonly Float32Array[], joint: number, width: number) =>
    frames.flatMap((frame) => [...frame.subarray(width * joint, width * (joint + 1))]);
  const tracks = actor.joints.flatMap((bone, joint): KeyframeTrack[] => {
    const turns = new QuaternionKeyframeTrack(`${bone.uuid}.quaternion`, times, rows(rotations, joint, 4));
    const places = rows(positions, joint, 3);
    const slides = joint === 0 || places.some((value, at) => Math.abs(value - places[at % 3]!) > 1e-6);
    return slides ? [turns, new VectorKeyframeTrack(`${bone.uuid}.position`, times, places)] : [turns];
  });
  return new AnimationClip(name, -1, tracks);
}

/** A body with an animation as a binary glTF file. */
export async function glbOf(actor: Actor, animations: AnimationClip[]): Promise<ArrayBuffer> {
  const found = await new GLTFExporter().parseAsync(actor.object, { binary: true, animations, onlyVisible: false });
  return found as ArrayBuffer;
}

/** A title as the name of a file: what some system refuses in names is a hyphen. */
export const fileName = (title: string, ending: string): string => {
  const safe = title.replace(/[\u0000-\u001f<>:"/\\|?*\u007f]+/g, "-").replace(/^[.\s-]+|[.\s-]+$/g, "");
  return `${safe.slice(0, 80) || "kinegraph"}${ending}`;
};

/** Hands a file to the browser's downloads. */
export function hand(bytes: BlobPart, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
