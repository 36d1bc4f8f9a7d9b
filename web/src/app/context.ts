/** What panels share, handed down through Svelte's context: no singletons to reach for. */

import { getContext, setContext } from "svelte";
import type { Channels } from "../workspaces/creatures/state/channels.svelte";
import type { Creatures } from "../workspaces/creatures/state/creatures.svelte";
import type { Doodles } from "../workspaces/doodle/state/doodles.svelte";
import type { Keys } from "../workspaces/keys/state/keys.svelte";
import type { Perform } from "../workspaces/perform/state/perform.svelte";
import type { Playback } from "../timeline/playback.svelte";
import type { Room } from "../document/room.svelte";
import type { Studio } from "../document/studio.svelte";

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
  run: (command: import("../ui/keyboard").Command, key?: string) => void;
}

const KEY = Symbol("app");

export const provideApp = (app: App): App => setContext(KEY, app);

export const useApp = (): App => getContext<App>(KEY);
