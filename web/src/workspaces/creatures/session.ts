/** Creatures as the page opens it. */

import { lookUp } from "../../document/hints";
import { preferences } from "../../document/preferences.svelte";
import type { Page } from "../../timeline/context";
import { panel } from "../../ui/panel";
import type { WorkspaceSession } from "../session";
import { CREATURE_HINTS } from "./model/hints";
import Animations from "./panels/Animations.svelte";
import Curves from "./panels/Curves.svelte";
import Inspector from "./panels/Inspector.svelte";
import Names from "./panels/Names.svelte";
import Palette from "./panels/Palette.svelte";
import { CreaturesOnStage } from "./stage/onStage.svelte";
import { CreaturesStageLayer } from "./stage/stageLayer.svelte";
import { Channels } from "./state/channels.svelte";
import { Creatures } from "./state/creatures.svelte";

/** Width for the names of rows, left of the ruler [px]. */
const GUTTER = 208;
import { tourOfCreatures } from "./tour";

export function open(page: Page): WorkspaceSession {
  const { studio, playback, room } = page;
  const creatures = new Creatures(studio, playback, room);
  const channels = new Channels(studio, playback, creatures);
  const shown = new CreaturesOnStage(creatures, channels);
  return {
    id: "creatures",
    state: { creatures, channels },
    panels: {
      library: panel(Palette),
      get inspector() {
        return creatures.creature && panel(Inspector, { creature: creatures.creature });
      },
      bar: panel(Animations),
      get labels() {
        return panel(Names, { tags: shown.tags });
      },
      get timeline() {
        return channels.curved
          ? ({ gutter: GUTTER, track: "thin", tall: true, below: panel(Curves) } as const)
          : undefined;
      },
    },
    attach: (view) => new CreaturesStageLayer(view, page, creatures, channels, shown),
    tick: (elapsed) => {
      creatures.tick(elapsed);
      channels.sounds.tick();
    },
    get idlePlace() {
      return creatures.maker.missed ? { over: "missedDrop" } : null;
    },
    hints: (place) => lookUp(CREATURE_HINTS, place),
    shortcuts: {
      newCreature: () => creatures.make(null),
      bothSides: () => void (creatures.maker.mirrored = !creatures.maker.mirrored),
      otherCreature: () => creatures.chooseNext(),
      otherTab: () => void (creatures.tab = creatures.tab === "body" ? "motion" : "body"),
      gizmoMove: () => void (room.gizmo = "move"),
      gizmoTurn: () => void (room.gizmo = "turn"),
      setChannelKey: () => channels.keys.insert(),
      previousChannelKey: () => channels.keys.toKey(-1),
      nextChannelKey: () => channels.keys.toKey(1),
      keySpace: () => channels.keys.toggleSpace(),
      nextVariant: () => channels.setVariant(channels.variant + 1),
      previousVariant: () => channels.setVariant(channels.variant - 1),
      drawPath: () => channels.drawPath(!channels.going.drawing),
      paintGround: () => channels.paintGround(!channels.ground.painting),
      muteSounds: () => void (preferences.values.muted = !preferences.values.muted),
      addChannel: () => channels.add(),
      duplicateChannel: () => channels.channel && channels.duplicate(channels.channel),
    },
    tour: () => tourOfCreatures(creatures, channels),
    letGo: () => channels.letGo() || creatures.letGo(),
    deleteSelected: () => channels.deleteSelected() || creatures.deleteSelected(),
  };
}
