/** Keys as the page opens it. */

import type { Page } from "../../timeline/context";
import { KEY_COMMANDS } from "../../ui/keyboard";
import { panel } from "../../ui/panel";
import type { WorkspaceSession } from "../session";
import { keysHints } from "./model/hints";
import Bar from "./panels/Bar.svelte";
import EditorTabs from "./panels/EditorTabs.svelte";
import ErrorSlider from "./panels/ErrorSlider.svelte";
import HeatLegend from "./panels/HeatLegend.svelte";
import Inspector from "./panels/Inspector.svelte";
import Notice from "./panels/Notice.svelte";
import StageTools from "./panels/StageTools.svelte";
import { KeysStageLayer } from "./stage/stageLayer.svelte";
import { KeysOnStage } from "./stage/onStage.svelte";
import { KeyBlocking } from "./state/blocking.svelte";
import { Keys } from "./state/keys.svelte";
import { KeyLayering } from "./state/layering.svelte";
import { KeyMeasuring } from "./state/measuring.svelte";
import { KeyPosing } from "./state/posing.svelte";

/** Width for the names of rows, left of the ruler [px]. */
const GUTTER = 176;
import { tourOfKeys } from "./tour";

export function open(page: Page): WorkspaceSession {
  const { studio, playback, room } = page;
  const keys = new Keys(studio, playback, room);
  const shown = new KeysOnStage(keys, playback);
  const blocking = new KeyBlocking(keys, playback);
  const measuring = new KeyMeasuring(keys, studio);
  const layering = new KeyLayering(keys, studio, playback, room);
  const posing = new KeyPosing(keys, studio, playback, room);
  const byEditor = Object.fromEntries(KEY_COMMANDS.map((command) => [command, () => keys.commands.call(command)]));
  return {
    id: "keys",
    state: { keys, measuring, posing, blocking, layering },
    panels: {
      get inspector() {
        const source = keys.layered ?? keys.source;
        return source && panel(Inspector, { source });
      },
      tools: panel(StageTools),
      get legend() {
        return shown.heat && panel(HeatLegend, { scene: shown });
      },
      get timeline() {
        const { choices } = keys;
        const side = keys.state === "open" && choices ? panel(ErrorSlider, { choices }) : panel(Notice);
        return { gutter: GUTTER, track: "thin", tall: true, bar: panel(Bar), side, above: panel(EditorTabs) } as const;
      },
    },
    attach: (view) => new KeysStageLayer(view, shown, page, keys, posing),
    hints: keysHints,
    shortcuts: {
      ...byEditor,
      addKey: () => keys.addColumn(),
      previousKey: () => keys.toKey(-1),
      nextKey: () => keys.toKey(1),
      toWorst: () => keys.toWorst(),
      pinFrame: () => keys.togglePin(playback.frame),
      forbidFrame: () => keys.toggleForbidden(playback.frame),
      automaticKeys: () => keys.choices && keys.choose(null),
      nextKeysView: () => keys.nextView(),
      gizmoMove: () => void (room.gizmo = "move"),
      gizmoTurn: () => void (room.gizmo = "turn"),
      steppedView: () => void (keys.stepped = !keys.stepped),
      toggleRipple: () => void (keys.ripple = !keys.ripple),
      refitHere: () => blocking.refit(),
      holdPose: () => blocking.hold(),
      pinPart: () => posing.togglePin(),
      copyPoses: () => blocking.copy(),
      pastePoses: () => blocking.paste(false),
      pasteMirrored: () => blocking.paste(true),
      toggleHeat: () => void (keys.heat = !keys.heat),
      toggleGhosts: () => void (keys.ghosts = !keys.ghosts),
      export: () => {
        if (keys.keyed) room.select(keys.keyed.id);
        return false;
      },
    },
    tour: () => tourOfKeys(keys, page),
    letGo: () => keys.letGo(),
    deleteSelected: () => keys.deleteSelected(),
    showsJob: (kind) => kind === "measure" || (kind === "keys" && keys.state === "opening"),
  };
}
