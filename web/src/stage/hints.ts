/** The hint line over the stage itself: the camera, a body, the ring under its feet. */

import type { Hint, PointerPlace } from "../document/hints";

/** What the pointer is over where no workspace has a hand of its own. */
export type StagePlace =
  | { over: "nothing" | "empty" }
  | { over: "base"; name: string }
  | { over: "joint"; name: string; hasMotion: boolean; trailed: boolean };

export type StageDoing = "orbit" | "pan" | "place";

const DOING: Readonly<Record<StageDoing, Hint[]>> = {
  orbit: [
    { key: "release", does: "keep this view" },
    { key: "F", does: "frame" },
  ],
  pan: [{ key: "release", does: "keep this view" }],
  place: [
    { key: "release", does: "put it here" },
    { key: "Esc", does: "put it back" },
  ],
};

/** How to move the camera. touch: whether fingers do the pointing. */
export function cameraHints(touch: boolean): Hint[] {
  const [orbit, pan, zoom] = touch ? ["one finger", "two fingers", "pinch"] : ["drag", "right drag", "wheel"];
  return [
    { key: orbit!, does: "orbit" },
    { key: pan!, does: "pan" },
    { key: zoom!, does: "zoom" },
  ];
}

/** The line for a place on the stage; for any other the camera's. following: whether a character follows the pointer. */
export function stageHints(place: PointerPlace, following: boolean, touch = false): Hint[] {
  if ("doing" in place) return DOING[place.doing as StageDoing] ?? [];
  const on = place as StagePlace;
  switch (on.over) {
    case "base":
      return [
        { key: "drag", does: `move ${on.name} on the ground` },
        { key: "Shift+drag", does: "turn it" },
        { key: "click", does: "select" },
      ];
    case "joint": {
      const trail = on.hasMotion
        ? { key: "click", does: on.trailed ? `hide the trail of ${on.name}` : `show the trail of ${on.name}` }
        : { key: "click", does: `select ${on.name}` };
      return following ? [{ key: "move", does: "it follows you" }, trail] : [trail, ...cameraHints(touch)];
    }
    default:
      return following ? [{ key: "move", does: "it follows you" }, ...cameraHints(touch)] : cameraHints(touch);
  }
}
