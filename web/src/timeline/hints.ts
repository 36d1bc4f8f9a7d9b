/** The hint line over the timeline. */

import type { HintTable } from "../document/hints";

export const TIMELINE_HINTS: HintTable = {
  over: {
    ruler: [
      { key: "drag", does: "scrub" },
      { key: "wheel", does: "zoom in time" },
      { key: "Shift+wheel", does: "pan" },
      { key: "double-click", does: "show it all" },
    ],
    loopHandle: [
      { key: "drag", does: "trim the loop" },
      { key: "double-click", does: "loop all of it" },
    ],
  },
  doing: {
    scrub: [
      { key: "release", does: "stay at this frame" },
      { key: "Alt", does: "between frames" },
    ],
    trim: [{ key: "release", does: "loop this part" }],
  },
};
