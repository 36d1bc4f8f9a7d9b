/** The hint line in Keys: over the dopesheet, the graph, the slider, and the body that is keyed. */

import { lookUp, type Hint, type PointerPlace } from "../../../document/hints";
import { cameraHints } from "../../../stage/hints";
import type { Posing } from "../../../stage/hands/posing";
import { toHints, toHintTable } from "../../../text/inputs";
import { strings } from "../strings";

export type KeyPlace =
  "dopesheet" | "column" | "key" | "keysEdge" | "graph" | "graphKey" | "graphHandle" | "graphCurve";

const { leading, ...over } = strings.hints.over;
const TABLE = { over: toHintTable(over), doing: toHintTable(strings.hints.doing) };

/** A pointer over the body whose keyframes are open, and what a click there does; or over nothing while joints are picked. */
export type KeyedBodyPlace =
  { over: "keyedJoint"; name: string; click: "select" | "lead" | "release"; drag?: Posing } | { over: "leading" };

export function keysHints(place: PointerPlace, touch: boolean): Hint[] | null {
  const on = place as KeyedBodyPlace;
  if (on.over === "leading") return [...toHints(leading), ...cameraHints(touch)];
  if (on.over === "keyedJoint") {
    const click = strings.hints.joint[on.click](on.name);
    const { escape } = leading;
    if (on.click !== "select") return [...toHints({ click, escape }), ...cameraHints(touch)];
    if (!on.drag) return [...toHints({ click }), ...cameraHints(touch)];
    const { drag, alt } = strings.hints.pose[on.drag];
    return toHints({ drag: drag(on.name), alt, click, offBody: strings.hints.camera });
  }
  return lookUp(TABLE, place);
}
