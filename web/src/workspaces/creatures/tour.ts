/** The tour of Creatures: a body, an animation, and a walk. */

import type { TourStep } from "../session";
import type { Channels } from "./state/channels.svelte";
import type { Creatures } from "./state/creatures.svelte";
import { strings } from "./tour.strings";

export function tourOfCreatures(creatures: Creatures, channels: Channels): TourStep[] {
  let bodies = 0;
  let joints = 0;
  return [
    {
      text: strings.make,
      at: '[data-command="newCreature"]',
      begin: () => (bodies = creatures.creatures.length),
      done: () => creatures.creatures.length > bodies,
    },
    {
      text: strings.part,
      at: ".library",
      begin: () => (joints = creatures.creature?.joints.length ?? 0),
      done: () => (creatures.creature?.joints.length ?? 0) > joints,
    },
    { text: strings.play, at: "[data-animation]", done: () => creatures.animation !== null },
    { text: strings.tab, at: '.inspector [data-choice="motion"]', done: () => creatures.tab === "motion" },
    {
      text: strings.walk,
      at: ".inspector [role=slider], .inspector input[type=range]",
      done: () => channels.going.gait.speed > 0,
    },
  ];
}
