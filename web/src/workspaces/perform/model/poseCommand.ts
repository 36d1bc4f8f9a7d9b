/** Steps of a drag on the body, as commands of Perform. */

import type { PoseStep } from "../../../stage/hands/poseHolds";
import type { GestureStep } from "./port";

export function poseCommand(step: PoseStep, character: string): GestureStep {
  if (step.kind === "turn") return { type: "TurnJoint", character, joint: step.joint, rotation: step.rotation };
  if (step.kind === "move") return { type: "MovePose", character, shift: step.shift };
  const { joint, target, offset, upright } = step;
  return { type: "ReachJoint", character, joint, target, offset, upright };
}
