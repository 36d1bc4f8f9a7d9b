/** The hint line in Perform. */

import type { Hint, HintTable } from "../../../document/hints";

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

const LET_GO: Hint[] = [
  { key: "release", does: "keep it" },
  { key: "Esc", does: "as it was" },
];
const DEPTH: Hint = { key: "wheel or Alt", does: "nearer or further" };

export const OVER_PERFORM: Record<PerformPlace, Hint[]> = {
  following: [
    { key: "move", does: "it follows you" },
    { key: "hold the button", does: "to record" },
    { key: "wheel", does: "nearer or further" },
    { key: "Esc", does: "let the ball lie" },
  ],
  followingFinger: [
    { key: "one finger", does: "it follows you" },
    { key: "two fingers", does: "pan" },
    { key: "pinch", does: "zoom" },
  ],
  picking: [
    { key: "click", does: "what the set moves" },
    { key: "Esc", does: "done" },
  ],
  ball: [
    { key: "drag", does: "perform" },
    DEPTH,
    { key: "Shift+drag", does: "leave the pose" },
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
  otherSet: [
    { key: "click", does: "perform with this set" },
    { key: "1-9", does: "another" },
  ],
  path: [
    { key: "drag", does: "bend the path" },
    { key: "click", does: "go there" },
    { key: "Space", does: "play or pause" },
  ],
  ring: [
    { key: "drag", does: "turn about this axis" },
    { key: "W", does: "arrows" },
  ],
  arrow: [
    { key: "drag", does: "move along this axis" },
    { key: "E", does: "rings" },
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
  fingers: [
    { key: "one finger", does: "moves the ball, poses" },
    { key: "two", does: "pan, zoom, turn the view" },
    { key: "a second one on top", does: "depth" },
  ],
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
  bendPath: [...LET_GO, { key: "wheel", does: "how much goes along" }],
  turnPart: LET_GO,
  pullPart: LET_GO,
  moveBody: LET_GO,
  slideBody: LET_GO,
};

export type LayerPlace = "layer" | "layerEdge";
export type LayerDoing = "shiftLayer" | "stretchLayer";

const LAYER_DRAG: Hint[] = [
  { key: "release", does: "keep it" },
  { key: "Alt", does: "between frames" },
  { key: "Esc", does: "as it was" },
];

export const OVER_LAYERS: Record<LayerPlace, Hint[]> = {
  layer: [
    { key: "drag", does: "earlier or later" },
    { key: "drag an end", does: "stretch" },
    { key: "Alt+R", does: "record it anew" },
    { key: "V", does: "more" },
  ],
  layerEdge: [
    { key: "drag", does: "stretch it" },
    { key: "← →", does: "by a frame" },
  ],
};

export const DOING_WITH_LAYERS: Record<LayerDoing, Hint[]> = { shiftLayer: LAYER_DRAG, stretchLayer: LAYER_DRAG };

export const PERFORM_HINTS: HintTable = {
  over: { ...OVER_PERFORM, ...OVER_LAYERS },
  doing: { ...DOING_IN_PERFORM, ...DOING_WITH_LAYERS },
};
