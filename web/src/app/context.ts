/** What the shell's panels share: the page, and its workspaces. */

import { getContext, setContext } from "svelte";
import { providePage, type Page } from "../timeline/context";
import { provideStates } from "../workspaces/states";
import type { Workspaces } from "./workspaces.svelte";

export type Shell = Page & { workspaces: Workspaces };

const SHELL = Symbol("shell");

export function provideShell(shell: Shell): Shell {
  providePage(shell);
  provideStates((id) => shell.workspaces.sessionOf(id)?.state);
  return setContext(SHELL, shell);
}

export const useShell = (): Shell => getContext<Shell>(SHELL);
