/** What passes between the stage and whoever performs: steps of drags, and where the places of sets are. */

import type { SetRecord } from "../../../protocol/generated";
import type { Ask } from "../../../protocol/socket";
import type { Point3 } from "../../../stage/points";

/** The stage's answer to where things of a set are in the world. */
export interface ControllerSpaces {
  world(set: SetRecord, place: Point3): Point3 | null;
  local(set: SetRecord, world: Point3): Point3 | null;
}

/** A step of a drag that poses or moves something, before the drag gives it its name. */
export type GestureStep = Extract<
  Ask,
  { type: "TurnJoint" | "ReachJoint" | "MovePose" | "MoveMarker" | "MoveController" }
>;
