/** The scene on the stage: every character that has a track plays it. */

import type { Show } from "../../../stage/actors/director";
import type { StageLayer } from "../../../stage/workspaceOnStage";
import type { Scene } from "../state/scene.svelte";

export class SceneStageLayer implements StageLayer {
  readonly hands = [];
  readonly changes = $derived.by<Partial<Omit<Show, "paint">>>(() =>
    this.scene.shown ? { playing: this.scene.playing, moved: null, arrays: null, trail: null } : {},
  );

  constructor(private readonly scene: Scene) {}

  direct(): void {
    // Bodies are all that there is to show.
  }

  get seen() {
    return { scene: this.scene.shown ? [...this.scene.playing.keys()] : null };
  }

  dispose(): void {
    // Nothing is held.
  }
}
