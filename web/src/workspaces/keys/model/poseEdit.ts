/** Steps of a drag on the body, as edits of keyframes: which keyframe they make, and what stays where it is. */

import type { KeyEdit } from "../../../protocol/generated";
import type { PoseStep } from "../../../stage/hands/poseHolds";

/** When a pose is made [s], and what it leaves alone. pins: joints by index. planted: whether feet that stand stay.
 * reach: how far around it the motion changes [s]; null for as far as the keyframes beside it. */
export interface PoseRules {
  time: number;
  pins: readonly number[];
  planted: boolean;
  reach: number | null;
}

export function poseEdit(step: PoseStep, { time, pins, planted, reach }: PoseRules): KeyEdit {
  const rules = { time, reach, pins: [...pins], planted };
  if (step.kind === "turn") return { type: "TurnPart", ...rules, joint: step.joint, rotation: step.rotation };
  if (step.kind === "move") return { type: "MoveBody", ...rules, shift: step.shift };
  const { joint, target, offset, upright } = step;
  return { type: "ReachPart", ...rules, joint, target, offset: offset ?? [0, 0, 0], upright };
}

/** The time of the keyframe that a pose at a time becomes: one within half a frame, else the nearest frame. */
export function keyTime(columns: readonly { time: number }[], time: number, fps: number): number {
  let best: number | null = null;
  for (const column of columns)
    if (
      Math.abs(column.time - time) < 0.5 / fps &&
      (best === null || Math.abs(column.time - time) < Math.abs(best - time))
    )
      best = column.time;
  return best ?? Math.max(0, Math.round(time * fps)) / fps;
}
