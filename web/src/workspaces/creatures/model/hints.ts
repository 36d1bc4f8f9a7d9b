/** The hint line in Creatures. */

import type { Hint, HintTable } from "../../../document/hints";
import { DOING_WITH_CHANNELS, OVER_CHANNELS } from "./channels/channelHints";
import { toHintTable } from "../../../text/inputs";
import { strings } from "../strings";

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
  | "animationCard"
  | "missedDrop";

export type CreatureDoing =
  "bendSpine" | "thicken" | "bendLimb" | "movePiece" | "takeOff" | "resizePiece" | "carryPart" | "putPart";

export const OVER_CREATURES: Record<CreaturePlace, Hint[]> = {
  ...toHintTable(strings.hints.over),
  missedDrop: [{ key: strings.hints.missed.what, does: strings.hints.missed.instead }],
};

export const DOING_IN_CREATURES: Record<CreatureDoing, Hint[]> = toHintTable(strings.hints.doing);

export const CREATURE_HINTS: HintTable = {
  over: { ...OVER_CREATURES, ...OVER_CHANNELS },
  doing: { ...DOING_IN_CREATURES, ...DOING_WITH_CHANNELS },
};
