/** The hint line in Doodle. */

import type { Hint } from "../../../app/hints";
import type { Tool } from "./tools";

export type DoodlePlace =
  | "paperForBody"
  | "paperForLine"
  | "paperForDress"
  | "paperForHand"
  | "paperForRubber"
  | "paperForProp"
  | "spaceForLine"
  | "landing"
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
  | "rubOut"
  | "movePaper"
  | "lookRound"
  | "moveLanding"
  | "moveDrawnJoint"
  | "moveProp"
  | "pushProp"
  | "sizeProp";

const PAPER: Hint[] = [
  { key: "wheel", does: "zoom" },
  { key: "right drag", does: "move the paper" },
];
const LET_GO: Hint[] = [
  { key: "release", does: "keep it" },
  { key: "Esc", does: "as it was" },
];

export const OVER_DOODLE: Record<DoodlePlace, Hint[]> = {
  paperForBody: [{ key: "draw", does: "one line for each part: head, body, arm, leg, foot" }, ...PAPER],
  paperForLine: [{ key: "draw", does: "a line: steps, jumps, loops — it follows your pen" }, ...PAPER],
  paperForDress: [{ key: "draw", does: "eyes, a hat, hair: it stays on" }, ...PAPER],
  paperForHand: [
    { key: "drag", does: "move what is under it, or the paper" },
    { key: "wheel", does: "zoom" },
  ],
  paperForRubber: [{ key: "drag", does: "over lines to rub them out" }, ...PAPER],
  paperForProp: [{ key: "click", does: "put it here" }, { key: "drag", does: "as large as you like" }, ...PAPER],
  spaceForLine: [
    { key: "draw", does: "from the ground over the boxes" },
    { key: "right drag", does: "look from elsewhere" },
    { key: "wheel", does: "nearer" },
  ],
  landing: [{ key: "drag", does: "land elsewhere: the line follows" }],
  drawnJoint: [
    { key: "drag", does: "put the joint elsewhere" },
    { key: "double-click", does: "where it was found" },
  ],
  drawnLink: [{ key: "click", does: "say which part this is" }],
  unknownPiece: [{ key: "click", does: "say what it means" }],
  prop: [
    { key: "drag", does: "put it elsewhere" },
    { key: "Delete", does: "take it away" },
  ],
  pushArrow: [{ key: "drag", does: "push it, as hard as the arrow is long" }],
  propSize: [{ key: "drag", does: "larger or smaller" }],
};

export const DOING_IN_DOODLE: Record<DoodleDoing, Hint[]> = {
  drawBody: [{ key: "release", does: "the part is done" }],
  drawLine: [
    { key: "hold still", does: "it stands" },
    { key: "release", does: "the line is done" },
  ],
  dress: [{ key: "release", does: "it stays on" }],
  rubOut: [{ key: "release", does: "gone; undo brings it back" }],
  movePaper: [{ key: "release", does: "leave it here" }],
  lookRound: [{ key: "release", does: "keep this view" }],
  moveLanding: LET_GO,
  moveDrawnJoint: LET_GO,
  moveProp: LET_GO,
  pushProp: LET_GO,
  sizeProp: LET_GO,
};

/** What the paper is to each tool. */
export const OVER_TOOL: Record<Tool, DoodlePlace> = {
  character: "paperForBody",
  motion: "paperForLine",
  decorate: "paperForDress",
  hand: "paperForHand",
  erase: "paperForRubber",
  box: "paperForProp",
  ball: "paperForProp",
  tree: "paperForProp",
};
