/** What every panel shares, handed down through Svelte's context: no singletons to reach for. */

import { getContext, setContext } from "svelte";
import { provideStudio } from "../document/context";
import type { Room } from "../document/room.svelte";
import type { Studio } from "../document/studio.svelte";
import type { Command } from "../ui/keyboard";
import type { Playback } from "./playback.svelte";
import type { PlayedScene } from "./scene/played.svelte";

export interface Page {
  studio: Studio;
  playback: Playback;
  room: Room;
  played: PlayedScene;
  /** Carries out a shortcut's command. key: the one that was pressed, as the table writes it. */
  run: (command: Command, key?: string) => void;
}

const PAGE = Symbol("page");

export function providePage(page: Page): Page {
  provideStudio(page.studio);
  return setContext(PAGE, page);
}

export const usePage = (): Page => getContext<Page>(PAGE);
