/** The tour of Perform: a take, and a pose of one's own. */

import type { TourStep } from "../session";
import type { Perform } from "./state/perform.svelte";
import { strings } from "./tour.strings";

/** How far the ball goes until the character has followed it [m]. */
const FOLLOWED = 0.1;

export function tourOfPerform(perform: Perform): TourStep[] {
  let ball = perform.ball;
  let poses = 0;
  const inSet = () => perform.set?.keys.length ?? 0;
  return [
    { text: strings.character, at: "[data-cast]", done: () => inSet() > 0 },
    {
      text: strings.follow,
      at: null,
      begin: () => {
        if (!perform.following) perform.toggleFollowing();
        ({ ball } = perform);
      },
      done: () => {
        const now = perform.ball;
        return (
          now !== null && (ball === null || Math.hypot(...now.map((value, axis) => value - ball![axis]!)) > FOLLOWED)
        );
      },
    },
    { text: strings.record, at: null, done: () => perform.takes.phase === "review" },
    {
      text: strings.keep,
      at: '[role="toolbar"] [data-command="deselect"]',
      done: () => perform.takes.phase === "idle",
    },
    { text: strings.rest, at: null, done: () => !perform.following },
    { text: strings.pose, at: null, done: () => perform.made.held },
    {
      text: strings.store,
      at: '[role="toolbar"] [data-command="setSpatialKey"]',
      begin: () => (poses = inSet()),
      done: () => inSet() > poses,
    },
  ];
}
