/** Doodle as the page opens it. */

import { lookUp } from "../../document/hints";
import type { Page } from "../../timeline/context";
import { panel } from "../../ui/panel";
import type { WorkspaceSession } from "../session";
import { DOODLE_HINTS, OVER_TOOL } from "./model/hints";
import { TOOLS } from "./model/sheet/tools";
import Bar from "./panels/Bar.svelte";
import Inspector from "./panels/Inspector.svelte";
import Sheet from "./panels/Sheet.svelte";
import TimelineRow from "./panels/TimelineRow.svelte";
import Timing from "./panels/Timing.svelte";
import Tools from "./panels/Tools.svelte";
import { DoodleStageLayer } from "./stage/stageLayer.svelte";
import { Doodles } from "./state/doodles.svelte";
import { tourOfDoodle } from "./tour";

export function open({ studio, playback, room }: Page): WorkspaceSession {
  const doodles = new Doodles(studio, playback, room);
  return {
    id: "doodle",
    state: { doodles },
    panels: {
      library: null,
      inspector: panel(Inspector),
      tools: panel(Tools),
      bar: panel(Bar),
      cover: panel(Sheet),
      newsAtTop: true,
      get timeline() {
        const held = doodles.drags.held?.what === "timing";
        return { gutter: 0, track: "whole", tall: false, row: panel(TimelineRow), below: panel(Timing), held } as const;
      },
    },
    attach: (view) => new DoodleStageLayer(view, doodles),
    tick: (_, now) => doodles.tick(now),
    hints: (place) => lookUp(DOODLE_HINTS, place),
    get idlePlace() {
      return { over: OVER_TOOL[doodles.tool] };
    },
    shortcuts: {
      frame: () => doodles.paper.frame(),
      frameAll: () => doodles.paper.frame(),
      chooseTool: (key) => doodles.choose(TOOLS[Number(key) - 1]!),
      replayDoodle: () => doodles.replay(),
      shareDoodle: () => doodles.outlets.share(),
      keepDoodle: () => doodles.outlets.keep(),
      doodleInKeys: () => doodles.outlets.openInKeys(),
      doodleHelp: () => doodles.toggle("help"),
      teachGesture: () => doodles.toggle("teach"),
      doodleLesson: () => doodles.toggle("lesson"),
      doodleSpace: () => doodles.paper.toggleSpace(),
      doodlePicture: () => doodles.picture.toggle(),
      doodleActor: () => doodles.toggle("actor"),
      clearLines: () => doodles.clearLines(),
      newDoodle: () => doodles.add(),
      doodleExample: () => doodles.add(true),
    },
    tour: () => tourOfDoodle(doodles, playback),
    letGo: () => doodles.letGo(),
    deleteSelected: () => doodles.deleteSelected(),
    fold: "sheetFolded",
  };
}
