/** What the shell's panels share: the page, and the state of all workspaces. */

import { getContext, setContext } from "svelte";
import { providePage, type Page } from "../timeline/context";
import { provideStates } from "../workspaces/context";
import type { HasCreatures } from "../workspaces/creatures/state/context";
import type { HasDoodle } from "../workspaces/doodle/state/context";
import type { HasKeys } from "../workspaces/keys/state/context";
import type { HasPerform } from "../workspaces/perform/state/context";

export type App = Page & HasKeys & HasPerform & HasCreatures & HasDoodle;

const APP = Symbol("app");

export function provideApp(app: App): App {
  providePage(app);
  provideStates(() => app);
  return setContext(APP, app);
}

export const useApp = (): App => getContext<App>(APP);
