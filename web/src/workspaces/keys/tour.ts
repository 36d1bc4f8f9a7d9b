/** The tour of Keys: from a motion to keyframes, an edit, and a file. */

import type { Page } from "../../timeline/context";
import type { TourStep } from "../session";
import type { Keys } from "./state/keys.svelte";
import { strings } from "./tour.strings";

export function tourOfKeys(keys: Keys, { playback, room }: Pick<Page, "playback" | "room">): TourStep[] {
  let count = 0;
  let edits = 0;
  let frame = 0;
  return [
    { text: strings.motion, at: ".library", done: () => keys.state === "open" && keys.choices !== null },
    {
      text: strings.count,
      at: ".timeline [role=slider][aria-valuenow]",
      begin: () => ({ count } = keys),
      done: () => keys.count !== count,
    },
    { text: strings.play, at: '.timeline [data-command="play"]', done: () => playback.transport.playing },
    {
      text: strings.pose,
      at: null,
      begin: () => (edits = keys.hand.length),
      done: () => keys.hand.length > edits,
    },
    {
      text: strings.next,
      at: '.timeline [data-command="nextKey"]',
      begin: () => ({ frame } = playback),
      done: () => playback.frame !== frame,
    },
    { text: strings.share, at: '[data-command="export"]', done: () => room.panel === "export" },
  ];
}
