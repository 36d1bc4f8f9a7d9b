/** What Doodle adds to the stage: paper, things on it, and the character that was drawn, alone. Its hand is the sheet's own. */

import type { Show } from "../../../stage/actors/director";
import type { StageLayer, StageView } from "../../../stage/workspaceOnStage";
import type { Doodles } from "../state/doodles.svelte";
import { DoodleDrawing } from "./drawing";
import { DoodlesOnStage } from "./onStage.svelte";

export class DoodleStageLayer implements StageLayer {
  readonly hands = [];
  readonly ownCamera = true;
  private readonly drawing: DoodleDrawing;
  private readonly shown: DoodlesOnStage;

  readonly changes = $derived.by<Partial<Show>>(() => {
    const { placement, live, alone } = this.shown;
    const { playing } = this.doodles.cast;
    return { live, alone, playing, ...(placement ? { placementOf: placement } : {}) };
  });

  constructor(
    view: StageView,
    private readonly doodles: Doodles,
  ) {
    this.shown = new DoodlesOnStage(doodles);
    doodles.paper.surface = this.drawing = new DoodleDrawing(view.scene, view.canvas);
  }

  direct(): void {
    this.drawing.direct(this.shown.show);
  }

  arrived(): boolean {
    return this.doodles.active; // the sheet stays where it is
  }

  get seen() {
    return { things: this.drawing.seen, signSounds: this.doodles.sounds.due };
  }

  dispose(): void {
    this.doodles.paper.surface = null;
    this.drawing.dispose();
  }
}
