/** The hint line over what Creatures puts on the stage for an animation: targets, bodies to pose, the ground to draw on. */

import type { Hint } from "../../../app/hints";

export type ChannelPlace =
  "target" | "sharedTarget" | "poseHandle" | "poseRing" | "drawGround" | "channelGraph" | "channelKey";
export type ChannelDoing = "moveTarget" | "poseBody" | "turnBody" | "drawPath" | "bendChannel";

const LET_GO: Hint[] = [
  { key: "release", does: "keep it" },
  { key: "Esc", does: "as it was" },
];
const DEPTH: Hint = { key: "wheel or Alt", does: "nearer or further" };

export const OVER_CHANNELS: Record<ChannelPlace, Hint[]> = {
  target: [{ key: "drag", does: "move it for this creature" }, { key: "Shift+drag", does: "one for everybody" }, DEPTH],
  sharedTarget: [{ key: "drag", does: "move it for everybody" }, DEPTH],
  poseHandle: [
    { key: "drag", does: "pose it: a key is set here" },
    { key: "K", does: "key as it is" },
    { key: "E", does: "turn it" },
  ],
  poseRing: [
    { key: "drag", does: "turn it: a key is set here" },
    { key: "W", does: "move it" },
  ],
  drawGround: [
    { key: "drag", does: "draw where it goes" },
    { key: "Esc", does: "not now" },
  ],
  channelGraph: [
    { key: "double-click", does: "a key on the curve" },
    { key: "wheel", does: "zoom in time" },
    { key: "Ctrl+wheel", does: "zoom values" },
  ],
  channelKey: [
    { key: "drag", does: "move the key" },
    { key: "Shift", does: "one way only" },
    { key: "Delete", does: "take it away" },
  ],
};

export const DOING_WITH_CHANNELS: Record<ChannelDoing, Hint[]> = {
  moveTarget: [...LET_GO, DEPTH],
  poseBody: [...LET_GO, DEPTH],
  turnBody: LET_GO,
  drawPath: [
    { key: "release", does: "it walks there" },
    { key: "Esc", does: "not now" },
  ],
  bendChannel: LET_GO,
};
