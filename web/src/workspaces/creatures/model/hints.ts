/** The hint line in Creatures. */

import type { Hint } from "../../../app/hints";

export type CreaturePlace =
  | "torso"
  | "otherCreature"
  | "spinePoint"
  | "thickness"
  | "limbJoint"
  | "limb"
  | "part"
  | "notMade"
  | "partCard"
  | "animationCard";

export type CreatureDoing =
  "bendSpine" | "thicken" | "bendLimb" | "movePiece" | "takeOff" | "resizePiece" | "carryPart" | "putPart";

const LET_GO: Hint[] = [
  { key: "release", does: "keep it" },
  { key: "Esc", does: "as it was" },
];
const SIZE: Hint = { key: "wheel", does: "larger or smaller" };
const ORBIT: Hint = { key: "drag beside it", does: "orbit" };

export const OVER_CREATURES: Record<CreaturePlace, Hint[]> = {
  torso: [{ key: "drag a part from the left", does: "put it on" }, { key: "drag a ball", does: "bend" }, ORBIT],
  otherCreature: [{ key: "click", does: "work on this one" }, ORBIT],
  spinePoint: [
    { key: "drag", does: "bend the body" },
    { key: "wheel", does: "thicker or thinner" },
    { key: "double-click", does: "one more point" },
  ],
  thickness: [
    { key: "drag", does: "thicker or thinner" },
    { key: "Shift+drag", does: "broader" },
  ],
  limbJoint: [
    { key: "drag", does: "bend the limb" },
    { key: "wheel", does: "thicker or thinner" },
    { key: "double-click", does: "one more joint" },
  ],
  limb: [{ key: "drag", does: "put it elsewhere" }, { key: "click", does: "show its joints" }, SIZE],
  part: [{ key: "drag", does: "put it elsewhere" }, SIZE, { key: "Delete", does: "take it off" }],
  notMade: [{ key: "click", does: "choose it: it plays, but was not built here" }, ORBIT],
  partCard: [
    { key: "drag", does: "onto the body" },
    { key: "Enter", does: "put it on" },
  ],
  animationCard: [
    { key: "hover", does: "everybody tries it" },
    { key: "click", does: "keep it playing" },
  ],
};

export const DOING_IN_CREATURES: Record<CreatureDoing, Hint[]> = {
  bendSpine: LET_GO,
  thicken: LET_GO,
  bendLimb: LET_GO,
  movePiece: [...LET_GO, { key: "off the body", does: "take it off" }],
  takeOff: [
    { key: "release", does: "take it off" },
    { key: "Esc", does: "as it was" },
  ],
  resizePiece: LET_GO,
  carryPart: [
    { key: "move", does: "onto the body" },
    { key: "Esc", does: "put it back" },
  ],
  putPart: [
    { key: "release", does: "put it here" },
    { key: "Alt", does: "one side only" },
    { key: "Esc", does: "put it back" },
  ],
};
