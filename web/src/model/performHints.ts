/** The hint line in Perform. */

import type { Hint } from "./hints";

export type PerformPlace = "ball" | "armedBall" | "marker" | "turned" | "pulled" | "moved" | "shadow" | "played";

export type PerformDoing =
  "perform" | "record" | "carryBall" | "moveMarker" | "turnPart" | "pullPart" | "moveBody" | "slideBody";

const LET_GO: Hint[] = [
  { key: "release", does: "keep it" },
  { key: "Esc", does: "as it was" },
];
const DEPTH: Hint = { key: "wheel", does: "nearer or further" };

export const OVER_PERFORM: Record<PerformPlace, Hint[]> = {
  ball: [
    { key: "drag", does: "perform" },
    DEPTH,
    { key: "Alt+drag", does: "take the pose along" },
    { key: "R", does: "record" },
  ],
  armedBall: [
    { key: "drag", does: "recording starts with you" },
    { key: "Esc", does: "not now" },
  ],
  marker: [
    { key: "drag", does: "move the key" },
    { key: "click", does: "select" },
    { key: "double-click", does: "take its pose" },
  ],
  turned: [
    { key: "drag", does: "turn it" },
    { key: "Alt+drag", does: "pull it" },
    { key: "K", does: "set a key at the ball" },
  ],
  pulled: [
    { key: "drag", does: "pull it" },
    { key: "Alt+drag", does: "turn it" },
    { key: "K", does: "set a key at the ball" },
  ],
  moved: [
    { key: "drag", does: "move the body" },
    { key: "Alt+drag", does: "turn it" },
    { key: "K", does: "set a key at the ball" },
  ],
  shadow: [{ key: "drag", does: "slide the body over the ground" }],
  played: [
    { key: "click", does: "back to posing" },
    { key: "Space", does: "play or pause" },
  ],
};

export const DOING_IN_PERFORM: Record<PerformDoing, Hint[]> = {
  perform: [{ key: "move", does: "it follows you" }, DEPTH, { key: "1-9", does: "another set" }],
  record: [{ key: "release", does: "ends the take" }, DEPTH, { key: "Esc", does: "throw it away" }],
  carryBall: [{ key: "release", does: "leave the ball here" }, DEPTH],
  moveMarker: [...LET_GO, DEPTH],
  turnPart: LET_GO,
  pullPart: LET_GO,
  moveBody: LET_GO,
  slideBody: LET_GO,
};
