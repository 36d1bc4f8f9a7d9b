/** What each shortcut does. The table of keys is in `model/keyboard.ts`. */

import { TOOLS } from "../workspaces/doodle/model/tools";
import {
  KEY_COMMANDS,
  commandOf,
  keptBy,
  written,
  type Command,
  type DoodleCommand,
  type KeyCommand,
} from "../ui/keyboard";
import { preferences } from "../document/preferences.svelte";
import type { App } from "./context";
import { chooseFiles } from "../document/imports";

export function actionsOf({
  studio,
  playback,
  room,
  keys,
  perform,
  creatures,
  channels,
  doodles,
}: Omit<App, "run">): Record<Command, (key?: string) => void> {
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
    delete: () =>
      void (
        (keys.active && keys.deleteSelected()) ||
        perform.deleteSelected() ||
        doodles.deleteSelected() ||
        channels.deleteSelected() ||
        creatures.deleteSelected() ||
        room.remove()
      ),
    rename: () =>
      void ((perform.active && perform.layers.startRenaming()) || (room.renaming = room.selected ?? "document")),
    export: () => {
      if (keys.active && keys.result) room.selected = keys.result.id;
      room.toggle("export");
    },
    import: () => chooseFiles(studio),
    deselect: () => {
      if (room.stageOnly && !room.panel) room.stageOnly = false;
      else if (
        room.panel ||
        !(perform.letGo() || doodles.letGo() || channels.letGo() || creatures.letGo() || (keys.active && keys.letGo()))
      )
        room.deselect();
    },
    frame: () => (doodles.active ? doodles.paper.frame() : room.frame("selected")),
    frameAll: () => (doodles.active ? doodles.paper.frame() : room.frame("all")),
    viewFront: () => room.frame("front"),
    viewSide: () => room.frame("side"),
    viewTop: () => room.frame("top"),
    toggleGhosts: () => (keys.active ? (keys.ghosts = !keys.ghosts) : (prefer.ghosts.on = !prefer.ghosts.on)),
    toggleBones: () => (prefer.bones = !prefer.bones),
    keepInView: () => (prefer.keepsInView = !prefer.keepsInView),
    follow: () => {
      if (perform.active) return perform.toggleFollowing();
      const character = studio.character;
      if (character)
        void studio.ask({ type: "FollowMode", character: character.id, on: studio.view?.follow !== character.id });
    },
    foldPanels: () =>
      (prefer[doodles.active ? "sheetFolded" : "folded"] = !prefer[doodles.active ? "sheetFolded" : "folded"]),
    controls: () => document.querySelector<HTMLElement>("header button")?.focus(),
    stageOnly: () => (room.stageOnly = !room.stageOnly),
    toggleTheme: () => preferences.toggleTheme(),
    search: () => (room.searching += 1),
    cheatSheet: () => room.toggle("cheatSheet"),
    addKey: () => void keys.addColumn(),
    previousKey: () => keys.toKey(-1),
    nextKey: () => keys.toKey(1),
    toWorst: () => keys.toWorst(),
    pinFrame: () => keys.togglePin(playback.frame),
    forbidFrame: () => keys.toggleForbidden(playback.frame),
    automaticKeys: () => keys.choices && keys.choose(keys.choices.automatic),
    nextKeysView: () => keys.nextView(),
    setSpatialKey: () => void perform.keys.set(),
    updateSpatialKey: () => void perform.keys.update(),
    record: () => perform.takes.toggle(),
    layerOnTop: () => perform.performance && perform.takes.arm(perform.performance.id),
    chooseSet: (key) => perform.chooseAt(Number(key) - 1),
    takeAgain: () => void perform.takes.again(),
    countIn: () => (prefer.countIn = !prefer.countIn),
    recordSpeed: () => perform.takes.nextSpeed(),
    walks: () => perform.layers.toggleWalking(),
    recordAnew: () => perform.takes.anew(),
    muteLayer: () => perform.layers.mute(),
    soloLayer: () => perform.layers.solo(),
    layerMenu: () => perform.layers.openMenu(),
    duplicateLayer: () => perform.layers.duplicate(),
    loopLayer: () => perform.layers.loop(),
    smoothLayer: () => perform.layers.smooth(),
    layerEarlier: () => perform.layers.nudge("all", -1 / playback.fps),
    layerLater: () => perform.layers.nudge("all", 1 / playback.fps),
    layerShorter: () => perform.layers.nudge("end", -1 / playback.fps),
    layerLonger: () => perform.layers.nudge("end", 1 / playback.fps),
    layerUp: () => perform.layers.raise(-1),
    layerDown: () => perform.layers.raise(1),
    layerAbove: () => perform.layers.selectNext(-1),
    layerBelow: () => perform.layers.selectNext(1),
    newCreature: () => void creatures.make(null),
    bothSides: () => (creatures.maker.mirrored = !creatures.maker.mirrored),
    otherCreature: () => creatures.chooseNext(),
    otherTab: () => (creatures.tab = creatures.tab === "body" ? "motion" : "body"),
    gizmoMove: () => (room.gizmo = "move"),
    gizmoTurn: () => (room.gizmo = "turn"),
    setChannelKey: () => void channels.keys.insert(),
    previousChannelKey: () => channels.keys.toKey(-1),
    nextChannelKey: () => channels.keys.toKey(1),
    keySpace: () => channels.keys.toggleSpace(),
    nextVariant: () => void channels.setVariant(channels.variant + 1),
    previousVariant: () => void channels.setVariant(channels.variant - 1),
    drawPath: () => (channels.going.drawing = !channels.going.drawing),
    addChannel: () => void channels.add(),
    duplicateChannel: () => void (channels.channel && channels.duplicate(channels.channel)),
    poseMove: () => (room.gizmo = "move"),
    poseTurn: () => (room.gizmo = "turn"),
    ...doodleActions(doodles),
    toggleHeat: () => (keys.heat = !keys.heat),
    ...(Object.fromEntries(KEY_COMMANDS.map((command) => [command, () => keys.panel?.(command)])) as Record<
      KeyCommand,
      () => void
    >),
  };
}

const doodleActions = (doodles: App["doodles"]): Record<DoodleCommand, (key?: string) => void> => ({
  chooseTool: (key) => doodles.choose(TOOLS[Number(key) - 1]!),
  replayDoodle: () => doodles.replay(),
  shareDoodle: () => void doodles.share(),
  keepDoodle: () => void doodles.keep(),
  doodleInKeys: () => void doodles.openInKeys(),
  doodleHelp: () => doodles.toggle("help"),
  teachGesture: () => doodles.toggle("teach"),
  doodleSpace: () => doodles.paper.toggleSpace(),
  doodlePicture: () => doodles.picture.toggle(),
  doodleActor: () => doodles.toggle("actor"),
  clearLines: () => doodles.lines.length && doodles.edit((doodle) => ({ type: "ClearDoodle", doodle, what: "lines" })),
  newDoodle: () => void doodles.add(),
  doodleExample: () => void doodles.add(true),
});

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
