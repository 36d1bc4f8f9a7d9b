/** The hint line in Keys: over the dopesheet, the graph, the slider, and the body that is keyed. */

import { lookUp, type Hint, type PointerPlace } from "../../../document/hints";
import { cameraHints } from "../../../stage/hints";
import { toHints, toHintTable } from "../../../text/inputs";
import { strings } from "../strings";

export type KeyPlace =
  "dopesheet" | "column" | "key" | "keysEdge" | "graph" | "graphKey" | "graphHandle" | "graphCurve";

const { leading, ...over } = strings.hints.over;
const TABLE = { over: toHintTable(over), doing: toHintTable(strings.hints.doing) };

/** A pointer over the body whose keyframes are open, and what a click there does; or over nothing while joints are picked. */
export type KeyedBodyPlace =
  { over: "keyedJoint"; name: string; click: "select" | "lead" | "release" } | { over: "leading" };

export function keysHints(place: PointerPlace, touch: boolean): Hint[] | null {
  const on = place as KeyedBodyPlace;
  if (on.over === "leading") return [...toHints(leading), ...cameraHints(touch)];
  if (on.over === "keyedJoint") {
    const click = strings.hints.joint[on.click](on.name);
    const { escape } = leading;
    return [...toHints(on.click === "select" ? { click } : { click, escape }), ...cameraHints(touch)];
  }
  return lookUp(TABLE, place);
}
