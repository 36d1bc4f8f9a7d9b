/** The hint line over the stage itself: the camera, a body, the ring under its feet. */

import type { Hint, PointerPlace } from "../document/hints";
import { toHints, toHintTable } from "../text/inputs";
import { strings } from "./strings";

/** What the pointer is over where no workspace has a hand of its own. */
export type StagePlace =
  | { over: "nothing" | "empty" | "steered" }
  | { over: "base"; name: string }
  | { over: "joint"; name: string; hasMotion: boolean; trailed: boolean };

export type StageDoing = "orbit" | "pan" | "place";

const text = strings.hints;
const DOING: Readonly<Record<StageDoing, Hint[]>> = toHintTable(text.doing);

/** How to move the camera. touch: whether fingers do the pointing. */
export const cameraHints = (touch: boolean): Hint[] =>
  toHints(
    touch
      ? { oneFinger: text.orbit, twoFingers: text.pan, pinch: text.zoom }
      : { drag: text.orbit, rightDrag: text.pan, wheel: text.zoom },
  );

/** The line for a place on the stage; for any other the camera's. following: whether a character follows the pointer. */
export function stageHints(place: PointerPlace, following: boolean, touch = false): Hint[] {
  if ("doing" in place) return DOING[place.doing as StageDoing] ?? [];
  const on = place as StagePlace;
  const follows = toHints({ move: text.follows });
  switch (on.over) {
    case "steered":
      return toHints(strings.keyboard.hints);
    case "base":
      return toHints({ drag: text.moveOnGround(on.name), shiftDrag: text.turn, click: text.select });
    case "joint": {
      const trail = on.trailed ? text.hideTrail : text.showTrail;
      const click = toHints({ click: on.hasMotion ? trail(on.name) : text.selectJoint(on.name) });
      return following ? [...follows, ...click] : [...click, ...cameraHints(touch)];
    }
    default:
      return following ? [...follows, ...cameraHints(touch)] : cameraHints(touch);
  }
}
