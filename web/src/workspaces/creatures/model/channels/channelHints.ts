/** The hint line for channels in Creatures: targets, body parts to pose, the ground to draw on, curves. */

import type { Hint } from "../../../../document/hints";
import { toHintTable } from "../../../../text/inputs";
import { strings } from "../../strings";

export type ChannelPlace =
  | "target"
  | "sharedTarget"
  | "poseHandle"
  | "poseRing"
  | "drawGround"
  | "paintGround"
  | "channelGraph"
  | "channelKey"
  | "channelHandle";
export type ChannelDoing =
  "moveTarget" | "poseBody" | "turnBody" | "drawPath" | "paintGround" | "moveKeys" | "bendHandle" | "panKeys";

export const OVER_CHANNELS: Record<ChannelPlace, Hint[]> = toHintTable(strings.hints.overChannels);

export const DOING_WITH_CHANNELS: Record<ChannelDoing, Hint[]> = toHintTable(strings.hints.doingWithChannels);
