/** The hint line in Keys: over the dopesheet, the graph, the slider, and the body that is keyed. */

import { lookUp, type Hint, type PointerPlace } from "../../../document/hints";
import { cameraHints } from "../../../stage/hints";

export type KeyPlace =
  "dopesheet" | "column" | "key" | "keysEdge" | "graph" | "graphKey" | "graphHandle" | "graphCurve";

/** What a hand does with keys. */
export type KeyDoing = "moveKeys" | "retimeKeys" | "bendHandle" | "boxKeys" | "panKeys";

const MORE: Hint[] = [
  { key: "Shift+click", does: "add" },
  { key: "Ctrl+drag", does: "box" },
  { key: "right click", does: "tags, handles" },
];

export const OVER_KEYS: Record<KeyPlace, Hint[]> = {
  dopesheet: [
    { key: "drag", does: "select with a box" },
    { key: "double-click", does: "set a key" },
    { key: "wheel", does: "zoom in time" },
    { key: "right drag", does: "pan" },
  ],
  column: [{ key: "drag", does: "move the whole pose" }, ...MORE],
  key: [{ key: "drag", does: "move these keys" }, ...MORE],
  keysEdge: [{ key: "drag", does: "retime the selection" }],
  graph: [
    { key: "drag", does: "select with a box" },
    { key: "wheel", does: "zoom in time" },
    { key: "Ctrl+wheel", does: "zoom values" },
    { key: "right drag", does: "pan" },
    { key: "F", does: "frame the selection" },
  ],
  graphKey: [{ key: "drag", does: "move in time and value" }, { key: "Shift", does: "one direction only" }, ...MORE],
  graphHandle: [
    { key: "drag", does: "bend the curve" },
    { key: "Alt", does: "this side only" },
    { key: "Shift", does: "one direction only" },
  ],
  graphCurve: [
    { key: "click", does: "select its keys" },
    { key: "double-click", does: "set a key" },
  ],
};

const BACK: Hint = { key: "Esc", does: "as it was" };

export const DOING_WITH_KEYS: Record<KeyDoing, Hint[]> = {
  moveKeys: [{ key: "release", does: "put them here" }, { key: "Alt", does: "between frames" }, BACK],
  retimeKeys: [{ key: "release", does: "keep this pace" }, { key: "Alt", does: "between frames" }, BACK],
  bendHandle: [{ key: "release", does: "keep this curve" }, { key: "Alt", does: "this side only" }, BACK],
  boxKeys: [
    { key: "release", does: "select these" },
    { key: "Esc", does: "what was selected" },
  ],
  panKeys: [{ key: "release", does: "keep this view" }],
};

/** A pointer over the body whose keys are open, and what a click there does; or over nothing while joints are picked. */
export type KeyedBodyPlace =
  { over: "keyedJoint"; name: string; click: "select" | "lead" | "release" } | { over: "leading" };

const SLIDER = {
  over: {
    keysSlider: [
      { key: "drag", does: "fewer or more keys" },
      { key: "click “auto”", does: "as many as it takes" },
      { key: "← →", does: "one fewer, one more" },
    ],
  },
  doing: {
    chooseKeys: [
      { key: "release", does: "keep this many" },
      { key: "Esc", does: "as it was" },
    ],
  },
};

const CLICK = {
  select: (name: string) => `show the curves of ${name}`,
  lead: (name: string) => `let ${name} lead`,
  release: (name: string) => `${name} leads no longer`,
};

const DONE: Hint = { key: "Esc", does: "done" };

export function keysHints(place: PointerPlace, touch: boolean): Hint[] | null {
  const on = place as KeyedBodyPlace;
  if (on.over === "leading")
    return [{ key: "click", does: "joints that lead the motion" }, DONE, ...cameraHints(touch)];
  if (on.over === "keyedJoint") {
    const click = { key: "click", does: CLICK[on.click](on.name) };
    return [click, ...(on.click === "select" ? [] : [DONE]), ...cameraHints(touch)];
  }
  return lookUp({ over: OVER_KEYS, doing: DOING_WITH_KEYS }, place) ?? lookUp(SLIDER, place);
}
