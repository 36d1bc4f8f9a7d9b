/** The hint line over the timeline. */

import type { HintTable } from "../document/hints";
import { toHintTable } from "../text/inputs";
import { strings } from "./strings";

export const TIMELINE_HINTS: HintTable = {
  over: toHintTable(strings.hints.over),
  doing: toHintTable(strings.hints.doing),
};
