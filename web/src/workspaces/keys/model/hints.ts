/** The hint line over the dopesheet and the graph. */

import type { Hint } from "../../../app/hints";

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
