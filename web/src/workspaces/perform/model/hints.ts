/** The hint line in Perform. */

import { lookUp, type Hint, type HintTable, type PointerPlace } from "../../../document/hints";
import { toHintTable } from "../../../text/inputs";
import { strings } from "../strings";

export type PerformPlace =
  | "following"
  | "followingFinger"
  | "picking"
  | "ball"
  | "armedBall"
  | "marker"
  | "suggested"
  | "unsure"
  | "otherSet"
  | "path"
  | "ring"
  | "arrow"
  | "turned"
  | "pulled"
  | "moved"
  | "shadow"
  | "played"
  | "wayGround"
  | "fingers";

export type PerformDoing =
  | "perform"
  | "record"
  | "carryBall"
  | "moveMarker"
  | "bendPath"
  | "turnPart"
  | "pullPart"
  | "moveBody"
  | "slideBody"
  | "drawWay";

export type LayerPlace = "layer" | "walking" | "layerEdge";
export type LayerDoing = "paintWalking" | "shiftLayer" | "stretchLayer";

const OVER: Record<PerformPlace | LayerPlace, Hint[]> = toHintTable(strings.hints.over);
const DOING: Record<PerformDoing | LayerDoing, Hint[]> = toHintTable(strings.hints.doing);

export const PERFORM_HINTS: HintTable = { over: OVER, doing: DOING };

const WITH_BALL: readonly string[] = ["following", "followingFinger", "ball", "perform", "record"];

/** The hints of a place. unsure: whether poses cancel each other where the ball is; then that comes first. */
export function performHints(place: PointerPlace, unsure: boolean): Hint[] | null {
  const found = lookUp(PERFORM_HINTS, place);
  return unsure && found && WITH_BALL.includes("doing" in place ? place.doing : place.over)
    ? [...OVER.unsure, ...found]
    : found;
}
