/** What a workspace puts into the timeline. */

import type { Panel } from "../ui/panel";
import type { TimeWindow } from "./timeSpaces";

/** Props of rows that share the ruler's window of time. gutter: width for the rows' names [px]. */
export interface LaneProps {
  window: TimeWindow;
  gutter: number;
  onwindow: (next: TimeWindow) => void;
}

export interface TimelinePart {
  /** Width that stays free left of the ruler [px]. */
  readonly gutter: number;
  /** How much of the lanes the ruler's track takes: all, only the ruler, or all behind the rows. */
  readonly track: "whole" | "thin" | "behind";
  /** Whether the timeline is as high as curves need it. */
  readonly tall: boolean;
  /** A line over everything, and what stands under the transport. */
  readonly bar?: Panel;
  readonly side?: Panel;
  /** Rows before the ruler in reading order, or after it. */
  readonly above?: Panel<LaneProps>;
  readonly below?: Panel<LaneProps>;
  /** What the track itself shows instead of the motion's strip. x: where a time is [px]. */
  readonly row?: Panel<{ x: (time: number) => number }>;
  /** Whether a hand drags something in time: the ruler holds still. */
  readonly held?: boolean;
}

/** The timeline of the stage: a ruler, and the motion under it. */
export const PLAIN: TimelinePart = { gutter: 0, track: "whole", tall: false };
