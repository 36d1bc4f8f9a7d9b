/** Comparison: the original of a motion under or beside what became of it, with the trail of one joint in both. */

import { Vector3 } from "three";
import type { ClipArrays } from "../../document/motion";
import type { Actor } from "./actor";
import { jointPath } from "./jointPath";
import type { StageScene } from "../scene/stageScene";
import { trailWindow, type Trail } from "../marks/trail";

/** What is compared. */
export interface Compared {
  original: ClipArrays;
  view: "overlay" | "side" | "result";
  /** The joint whose two trails are drawn. */
  joint: number | null;
}

/** Poses from which the width of a body is measured. */
const SAMPLES = 24;
/** The gap between two bodies, as a share of their height. */
const GAP = 0.12;

/** Which of a body's own four directions on the ground the viewer sees to the right. right: (x, z) in the world; heading: [rad]. */
export function sideAxis(right: readonly [number, number], heading: number): [x: number, z: number] {
  const [x, z] = [
    Math.cos(heading) * right[0] - Math.sin(heading) * right[1],
    Math.sin(heading) * right[0] + Math.cos(heading) * right[1],
  ];
  return Math.abs(x) >= Math.abs(z) ? [Math.sign(x) || 1, 0] : [0, Math.sign(z)];
}

export class Comparison {
  private stood: { clip: ClipArrays; actor: Actor; offset: Vector3 } | null = null;

  constructor(private readonly stage: StageScene) {}

  /** Poses the original. shown: what the actor itself performs. */
  direct(actor: Actor, { original, view, joint }: Compared, shown: ClipArrays, time: number): void {
    const { stage } = this;
    if (view === "result") stage.original.clear();
    else {
      const beside = view === "side";
      const double = stage.original.show(actor, original, time, beside, stage.palette.clay, stage.palette.soft);
      double.object.position.copy(actor.object.position);
      double.object.quaternion.copy(actor.object.quaternion);
      if (beside) double.object.position.add(this.besideOf(actor, double, original, time));
    }
    if (view !== "side") this.stood = null;
    const double = stage.original.double;
    this.trail(stage.trail, actor, shown, joint, time, stage.palette.live);
    this.trail(stage.originalTrail, double ?? actor, original, joint, time, stage.palette.soft);
  }

  clear(): void {
    this.stood = null;
    this.stage.original.clear();
    this.stage.originalTrail.hide();
  }

  /** How far from the result the original stands: by as much room as the motion takes, to the left as the viewer saw it then. */
  private besideOf(actor: Actor, double: Actor, clip: ClipArrays, time: number): Vector3 {
    if (this.stood?.clip !== clip || this.stood.actor !== actor) {
      const right = new Vector3(1, 0, 0).applyQuaternion(this.stage.rig.camera.quaternion);
      const [x, z] = sideAxis([right.x, right.z], actor.object.rotation.y);
      const axis = new Vector3(x, 0, z);
      const { width, height } = room(double, clip, axis.clone().applyQuaternion(actor.object.quaternion));
      double.showClip(clip, time);
      this.stood = { clip, actor, offset: axis.multiplyScalar(-(width + GAP * height)) };
    }
    return this.stood.offset.clone().applyQuaternion(actor.object.quaternion);
  }

  private trail(
    trail: Trail,
    actor: Actor,
    clip: ClipArrays,
    joint: number | null,
    time: number,
    colour: string,
  ): void {
    if (joint === null || joint >= clip.joints) return trail.hide();
    const window = trailWindow(time, clip.fps, clip.frames);
    trail.object.position.copy(actor.object.position);
    trail.object.quaternion.copy(actor.object.quaternion);
    trail.show(jointPath(actor, clip, joint, window), window.strengths, colour, this.stage.width, this.stage.height);
  }
}

/** The room that a body takes in a motion along a direction, wherever the motion carries it, and its height [m]. */
function room(body: Actor, clip: ClipArrays, along: Vector3): { width: number; height: number } {
  let [least, most, height] = [0, 0, 0];
  const root = new Vector3();
  for (let sample = 0; sample < SAMPLES; sample++) {
    const frame = Math.round((sample / (SAMPLES - 1)) * (clip.frames - 1));
    body.showClip(clip, frame / clip.fps);
    const box = body.bounds();
    const centre = body.joints[0]!.getWorldPosition(root).dot(along);
    const [a, b] = [box.min.dot(along) - centre, box.max.dot(along) - centre];
    [least, most] = [Math.min(least, a, b), Math.max(most, a, b)];
    height = Math.max(height, box.max.y - box.min.y);
  }
  return { width: most - least, height };
}
