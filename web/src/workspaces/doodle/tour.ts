/** The tour of Doodle: a drawn character, and its motion as a line. */

import type { Playback } from "../../timeline/playback.svelte";
import type { TourStep } from "../session";
import type { Doodles } from "./state/doodles.svelte";
import { strings } from "./tour.strings";

/** So few motions make a first line. */
const LINE = 2;

export function tourOfDoodle(doodles: Doodles, playback: Playback): TourStep[] {
  return [
    { text: strings.body, at: null, done: () => doodles.performer !== null },
    { text: strings.pencil, at: '[data-tool="motion"]', done: () => doodles.tool === "motion" },
    { text: strings.line, at: null, done: () => doodles.pieces.length >= LINE && doodles.pencil.underway.length === 0 },
    { text: strings.replay, at: '[data-command="replayDoodle"]', done: () => playback.transport.playing },
  ];
}
