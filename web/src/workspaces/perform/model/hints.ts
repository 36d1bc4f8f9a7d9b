/** The hint line in Perform. */

import type { Hint, HintTable } from "../../../document/hints";
import { toHintTable } from "../../../text/inputs";
import { strings } from "../strings";

export type PerformPlace =
  | "following"
  | "followingFinger"
  | "picking"
  | "ball"
  | "armedBall"
  | "marker"
  | "otherSet"
  | "path"
  | "ring"
  | "arrow"
  | "turned"
  | "pulled"
  | "moved"
  | "shadow"
  | "played"
  | "fingers";

export type PerformDoing =
  "perform" | "record" | "carryBall" | "moveMarker" | "bendPath" | "turnPart" | "pullPart" | "moveBody" | "slideBody";

export type LayerPlace = "layer" | "layerEdge";
export type LayerDoing = "shiftLayer" | "stretchLayer";

const OVER: Record<PerformPlace | LayerPlace, Hint[]> = toHintTable(strings.hints.over);
const DOING: Record<PerformDoing | LayerDoing, Hint[]> = toHintTable(strings.hints.doing);

export const PERFORM_HINTS: HintTable = { over: OVER, doing: DOING };
