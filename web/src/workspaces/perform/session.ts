/** Perform as the page opens it. */

import { preferences } from "../../document/preferences.svelte";
import type { Page } from "../../timeline/context";
import { panel } from "../../ui/panel";
import type { WorkspaceSession } from "../session";
import { performHints } from "./model/hints";
import Bar from "./panels/Bar.svelte";
import Gamepad from "./panels/Gamepad.svelte";
import Inspector from "./panels/Inspector.svelte";
import Layers from "./panels/Layers.svelte";
import LibraryShelf from "./panels/LibraryShelf.svelte";
import Recording from "./panels/Recording.svelte";
import SetFromMotion from "./panels/SetFromMotion.svelte";
import StageTools from "./panels/StageTools.svelte";
import { PadHand } from "./stage/padHand.svelte";
import { PerformStageLayer } from "./stage/stageLayer.svelte";
import { Perform } from "./state/perform.svelte";
import { tourOfPerform } from "./tour";

export function open(page: Page): WorkspaceSession {
  const { studio, playback, room } = page;
  const perform = new Perform(studio, playback, room, page.played);
  const pad = new PadHand(perform, playback);
  const prefer = preferences.values;
  const touch = matchMedia("(pointer: coarse)").matches;
  /** Width for the names of layers and what can be done to them, left of the ruler [px]. */
  const gutter = touch ? 352 : 232;
  const frame = () => 1 / playback.fps;
  return {
    id: "perform",
    state: { perform },
    panels: {
      shelf: panel(LibraryShelf),
      get inspector() {
        return perform.character && panel(Inspector, { character: perform.character });
      },
      motion: panel(SetFromMotion),
      tools: panel(StageTools),
      bar: panel(Bar),
      get legend() {
        return perform.sets.length > 0 ? panel(Gamepad, { name: pad.name }) : null;
      },
      get cover() {
        const { phase } = perform.takes;
        return phase === "counting" || phase === "recording" ? panel(Recording) : null;
      },
      get timeline() {
        const { performance } = perform;
        if (!performance) return undefined;
        const held = perform.layers.dragged !== null;
        return { gutter, track: "behind", tall: false, below: panel(Layers, { performance }), held } as const;
      },
    },
    attach: (view) => new PerformStageLayer(view, page, perform, pad),
    get follows() {
      return perform.awaited;
    },
    hints: (place) => performHints(place, perform.unsure),
    get idlePlace() {
      return perform.following ? { over: touch ? "followingFinger" : "following" } : null;
    },
    shortcuts: {
      rename: () => perform.layers.startRenaming(),
      follow: () => perform.toggleFollowing(),
      setSpatialKey: () => void (perform.keysPath ? perform.path.insert() : perform.keys.set()),
      updateSpatialKey: () => perform.keys.update(),
      discardPose: () => void perform.made.discard(),
      markContacts: () => perform.contacts.start(),
      toggleHealth: () => perform.health.toggle(),
      drawWay: () => perform.way.toggle(),
      storeThere: () => void perform.made.storeThere(),
      releaseBall: () => perform.release(),
      record: () => perform.takes.toggle(),
      layerOnTop: () => perform.performance && perform.takes.arm(perform.performance.id),
      chooseSet: (key) => perform.chooseAt(Number(key) - 1),
      gizmoMove: () => void (room.gizmo = "move"),
      gizmoTurn: () => void (room.gizmo = "turn"),
      takeAgain: () => perform.takes.again(),
      countIn: () => void (prefer.countIn = !prefer.countIn),
      recordSpeed: () => perform.takes.nextSpeed(),
      walks: () => perform.layers.toggleWalking(),
      recordAnew: () => perform.takes.anew(),
      muteLayer: () => perform.layers.mute(),
      soloLayer: () => perform.layers.solo(),
      layerMenu: () => perform.layers.openMenu(),
      duplicateLayer: () => perform.layers.duplicate(),
      loopLayer: () => perform.layers.loop(),
      smoothLayer: () => perform.path.smooth() || perform.layers.smooth(),
      layerEarlier: () => perform.layers.nudge("all", -frame()),
      layerLater: () => perform.layers.nudge("all", frame()),
      layerShorter: () => perform.layers.nudge("end", -frame()),
      layerLonger: () => perform.layers.nudge("end", frame()),
      layerUp: () => perform.layers.raise(-1),
      layerDown: () => perform.layers.raise(1),
      layerAbove: () => perform.layers.selectNext(-1),
      layerBelow: () => perform.layers.selectNext(1),
    },
    tour: () => tourOfPerform(perform),
    letGo: () => perform.letGo(),
    deleteSelected: () => perform.deleteSelected(),
    get busy() {
      return perform.takes.busy;
    },
  };
}
