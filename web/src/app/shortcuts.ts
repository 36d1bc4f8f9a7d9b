/** What each shortcut does. The table of keys is in `ui/keyboard.ts`; workspaces bring what theirs do. */

import { chooseFiles } from "../document/imports";
import { preferences } from "../document/preferences.svelte";
import type { Page } from "../timeline/context";
import { commandOf, keptBy, written, type Command } from "../ui/keyboard";
import type { Workspaces } from "./workspaces.svelte";

type Actions = Partial<Record<Command, () => void>>;

function pageActions({ studio, playback, room }: Omit<Page, "run">, workspaces: Workspaces): Actions {
  const prefer = preferences.values;
  return {
    play: () => playback.toggle(),
    stepBack: () => playback.step(-1),
    stepForward: () => playback.step(1),
    toStart: () => playback.seek(playback.transport.range?.start ?? 0),
    toEnd: () => playback.seek(playback.transport.range?.end ?? playback.transport.duration),
    markIn: () => playback.mark("start", playback.transport.time),
    markOut: () => playback.mark("end", playback.transport.time),
    clearLoop: () => playback.clearRange(),
    toggleLoop: () => playback.toggleLoop(),
    slower: () => playback.nudgeSpeed(-1),
    faster: () => playback.nudgeSpeed(1),
    undo: () => studio.undo(),
    redo: () => studio.redo(),
    delete: () => workspaces.current?.deleteSelected() || room.remove(),
    rename: () => (room.renaming = room.selected ?? "document"),
    export: () => room.toggle("export"),
    import: () => chooseFiles(studio),
    deselect: () => {
      if (room.stageOnly && !room.panel) room.stageOnly = false;
      else if (room.panel || !workspaces.current?.letGo()) room.deselect();
    },
    frame: () => room.frame("selected"),
    frameAll: () => room.frame("all"),
    viewFront: () => room.frame("front"),
    viewSide: () => room.frame("side"),
    viewTop: () => room.frame("top"),
    toggleGhosts: () => (prefer.ghosts.on = !prefer.ghosts.on),
    toggleBones: () => (prefer.bones = !prefer.bones),
    keepInView: () => (prefer.keepsInView = !prefer.keepsInView),
    follow: () => {
      const character = studio.character;
      if (character)
        void studio.ask({ type: "FollowMode", character: character.id, on: studio.view?.follow !== character.id });
    },
    foldPanels: () => {
      const fold = workspaces.current?.fold ?? "folded";
      prefer[fold] = !prefer[fold];
    },
    controls: () => document.querySelector<HTMLElement>("header button")?.focus(),
    stageOnly: () => (room.stageOnly = !room.stageOnly),
    toggleTheme: () => preferences.toggleTheme(),
    search: () => room.searching.call(),
    cheatSheet: () => room.toggle("cheatSheet"),
  };
}

/** Carries out commands: first what the open workspace makes of one, then what the page does. */
export function runnerOf(page: Omit<Page, "run">, workspaces: Workspaces): Page["run"] {
  const actions = pageActions(page, workspaces);
  return (command, key = "") => {
    const own = workspaces.current?.shortcuts[command];
    if (!own || own(key) === false) actions[command]?.();
  };
}

/** Listens for keys on the whole page; returns how to stop. */
export function listenForKeys(run: (command: Command, key: string) => void, workspace: () => string): () => void {
  let pointed = false;
  const pointing = () => (pointed = true);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Tab" || event.key.startsWith("Arrow")) pointed = false;
    const focused =
      document.activeElement === document.body ? null : (document.activeElement as HTMLElement & { type?: string });
    const command = commandOf(event, workspace());
    if (!command || event.defaultPrevented || (focused?.tagName !== "CANVAS" && keptBy(focused, event, pointed)))
      return;
    if (command === "controls" && focused && focused.tagName !== "CANVAS") return;
    event.preventDefault();
    run(command, written(event));
  };
  addEventListener("keydown", pressed);
  addEventListener("pointerdown", pointing, true);
  return () => {
    removeEventListener("keydown", pressed);
    removeEventListener("pointerdown", pointing, true);
  };
}
