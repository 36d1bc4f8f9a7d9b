/** The tour of the stage: a motion, the scene, and a file. */

import type { Page } from "../../timeline/context";
import type { TourStep } from "../session";
import type { Scene } from "./state/scene.svelte";
import { strings } from "./tour.strings";

export function tourOfStage(scene: Scene, { playback, room }: Pick<Page, "playback" | "room">): TourStep[] {
  let rows = 0;
  return [
    { text: strings.motion, at: ".library", done: () => room.selectedMotion !== null },
    { text: strings.play, at: '.timeline [data-command="play"]', done: () => playback.transport.playing },
    {
      text: strings.add,
      at: '[data-command="addToScene"]',
      begin: () => (rows = scene.rows.flatMap(({ blocks }) => blocks).length),
      done: () => scene.rows.flatMap(({ blocks }) => blocks).length > rows,
    },
    { text: strings.export, at: '[data-command="export"]', done: () => room.panel === "export" },
  ];
}
