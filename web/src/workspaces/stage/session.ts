/** The stage as the page opens it: the scene, beside the selected motion alone. */

import { lookUp } from "../../document/hints";
import type { Page } from "../../timeline/context";
import { panel } from "../../ui/panel";
import type { WorkspaceSession } from "../session";
import { SCENE_HINTS } from "./model/hints";
import FilmFrame from "./panels/FilmFrame.svelte";
import AboutMotion from "./panels/AboutMotion.svelte";
import Inspector from "./panels/Inspector.svelte";
import Shows from "./panels/Shows.svelte";
import Tracks from "./panels/Tracks.svelte";
import { SceneStageLayer } from "./stage/stageLayer.svelte";
import { Scene } from "./state/scene.svelte";

/** Width for the names of rows, left of the ruler [px]. */
const GUTTER = 176;
import { tourOfStage } from "./tour";

export function open(page: Page): WorkspaceSession {
  const scene = new Scene(page.studio, page.playback, page.room, page.played);
  return {
    id: "stage",
    state: { scene },
    panels: {
      motion: panel(AboutMotion),
      get inspector() {
        return scene.shown && scene.hasSelection ? panel(Inspector) : undefined;
      },
      get cover() {
        return scene.shown && scene.shots.through ? panel(FilmFrame) : null;
      },
      get timeline() {
        if (scene.empty) return undefined;
        if (!scene.shown) return { gutter: 0, track: "whole", tall: false, bar: panel(Shows) } as const;
        return {
          gutter: GUTTER,
          track: "behind",
          tall: true,
          bar: panel(Shows),
          below: panel(Tracks),
          held: scene.dragging,
        } as const;
      },
    },
    attach: (view) => new SceneStageLayer(view, page, scene),
    hints: (place) => lookUp(SCENE_HINTS, place),
    shortcuts: {
      splitClip: () => scene.split(),
      clipEarlier: () => scene.nudge(-1),
      clipLater: () => scene.nudge(1),
      addToScene: () => {
        const { motion } = page.studio;
        if (motion?.character) void scene.add(motion.id);
      },
      otherShow: () => scene.show(!scene.shown),
      performHere: () => scene.performSelected(),
      cutHere: () => scene.shown && void scene.cut(),
      cameraKey: () => scene.shown && scene.shots.key(),
      throughCamera: () => scene.shown && scene.shots.look(!scene.shots.through),
    },
    tour: () => tourOfStage(scene, page),
    letGo: () => scene.letGo(),
    deleteSelected: () => scene.remove(),
    showsJob: (kind) => kind === "play-on" && page.room.selectedMotion !== null,
  };
}
