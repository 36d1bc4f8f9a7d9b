/** What panels share, handed down through Svelte's context: no singletons to reach for. */

import { getContext, setContext } from "svelte";
import type { Channels } from "./channels.svelte";
import type { Creatures } from "./creatures.svelte";
import type { Doodles } from "./doodles.svelte";
import type { Keys } from "./keys.svelte";
import type { Perform } from "./perform.svelte";
import type { Playback } from "./playback.svelte";
import type { Room } from "./room.svelte";
import type { Studio } from "./studio.svelte";

export interface App {
  studio: Studio;
  playback: Playback;
  room: Room;
  keys: Keys;
  perform: Perform;
  creatures: Creatures;
  channels: Channels;
  doodles: Doodles;
  /** Carries a shortcut's command out. key: the one that was pressed, as the table writes it. */
  run: (command: import("../model/keyboard").Command, key?: string) => void;
}

const KEY = Symbol("app");

export const provideApp = (app: App): App => setContext(KEY, app);

export const useApp = (): App => getContext<App>(KEY);
