/** The hint line in Doodle. */

import type { Hint, HintTable } from "../../../document/hints";
import { toHintTable } from "../../../text/inputs";
import { strings } from "../strings";
import type { Tool } from "./sheet/tools";

export type DoodlePlace =
  | "paperForBody"
  | "paperForLine"
  | "paperForDress"
  | "paperForHand"
  | "paperForRubber"
  | "paperForProp"
  | "paperForGround"
  | "paperForScenery"
  | "spaceForLine"
  | "landing"
  | "top"
  | "pieceEnd"
  | "pieceTop"
  | "drawnJoint"
  | "drawnLink"
  | "unknownPiece"
  | "prop"
  | "pushArrow"
  | "propSize";

export type DoodleDoing =
  | "drawBody"
  | "drawLine"
  | "dress"
  | "drawGround"
  | "drawScenery"
  | "rubOut"
  | "movePaper"
  | "lookRound"
  | "moveLanding"
  | "moveTop"
  | "retime"
  | "moveDrawnJoint"
  | "moveProp"
  | "pushProp"
  | "sizeProp";

export const OVER_DOODLE: Record<DoodlePlace, Hint[]> = toHintTable(strings.hints.over);

export const DOING_IN_DOODLE: Record<DoodleDoing, Hint[]> = toHintTable(strings.hints.doing);

/** The place that the paper is for each tool. */
export const OVER_TOOL: Record<Tool, DoodlePlace> = {
  character: "paperForBody",
  motion: "paperForLine",
  decorate: "paperForDress",
  hand: "paperForHand",
  erase: "paperForRubber",
  box: "paperForProp",
  ball: "paperForProp",
  tree: "paperForProp",
  ground: "paperForGround",
  scenery: "paperForScenery",
};

export const DOODLE_HINTS: HintTable = { over: OVER_DOODLE, doing: DOING_IN_DOODLE };
