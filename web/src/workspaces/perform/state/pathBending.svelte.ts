/** The path that a hand took through the selected layer, as the stage draws it and a hand bends it. */

import { untrack } from "svelte";
import { floats, type Frame } from "../../../protocol/frames";
import { Drag } from "../../../document/drag";
import { bent, nearestEvent, type HandPath } from "../model/handPath";
import type { MotionRecord, MovePath, PathFrame } from "../../../protocol/generated";
import type { Playback } from "../../../timeline/playback.svelte";
import type { Studio } from "../../../document/studio.svelte";
import type { Point3 } from "../../../stage/points";

/** A path as the engine sent it. */
interface KnownPath {
  motion: string;
  layer: string;
  set: string;
  blob: string;
  path: HandPath;
}

interface Bend {
  drag: Drag;
  motion: string;
  time: number;
  path: HandPath;
}

export class PerformPath {
  private chosen = $state<string | null>(null);
  private known = $state.raw<KnownPath | null>(null);
  /** The path under a drag. */
  private bentPath = $state.raw<HandPath | null>(null);
  /** The event under the hand. */
  held = $state<number | null>(null);
  private bending: Bend | null = null;

  /** The layer whose path is shown, by name: the chosen one, or the last that there is. */
  readonly layer = $derived.by<string | null>(() => {
    const layers = this.performance()?.recording?.layers ?? [];
    return (layers.find(({ name }) => name === this.chosen) ?? layers.at(-1))?.name ?? null;
  });

  /** The path to draw; null while there is none, or another is on its way. */
  readonly shown = $derived.by(() => {
    const { known, layer } = this;
    if (!known || known.layer !== layer || known.motion !== this.performance()?.id) return null;
    return { ...known, path: this.bentPath ?? known.path };
  });

  /** performance: the one that is selected. open: whether paths are looked at now. */
  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly performance: () => MotionRecord | null,
    open: () => boolean,
  ) {
    studio.on("PathFrame", (frame) => this.receive(frame));
    $effect(() => {
      const [motion, layer] = [this.performance(), this.layer];
      if (!motion || !layer || !open() || studio.connection.state !== "open") return;
      const { id, blob } = motion;
      untrack(() => {
        if (this.known?.motion === id && this.known.layer === layer && this.known.blob === blob) return;
        void studio.request({ type: "RequestPath", motion: id, layer }).catch(() => null);
      });
    });
  }

  select(layer: string): void {
    this.chosen = layer;
  }

  private receive(frame: Frame<PathFrame>): void {
    const { motion, layer, set, blob } = frame.header;
    if (motion !== this.performance()?.id || layer !== this.layer) return;
    const times = frame.arrays.get("times")!.data as Float64Array;
    this.known = { motion, layer, set, blob, path: { times, places: floats(frame, "places") } };
    if (!this.bending) this.bentPath = null;
  }

  /** Takes hold of the path at a time [s]; the playhead goes there, so that what the hand does there is seen. */
  grab(time: number): void {
    const { shown, playback } = this;
    if (!shown) return;
    playback.pause();
    playback.seek(time);
    this.bending = { drag: new Drag(this.studio), motion: shown.motion, time, path: shown.path };
    this.held = nearestEvent(shown.path.times, time);
  }

  /** shift: from where it was taken hold of, in the controller's space [m]. reach: of those that go along [s]. */
  bend(shift: Point3, reach: number): void {
    const [bend, layer] = [this.bending, this.layer];
    if (!bend || !layer) return;
    this.bentPath = bent(bend.path, bend.time, shift, reach);
    const edit: MovePath = { type: "MovePath", layer, time: bend.time, shift, reach };
    bend.drag.step({ type: "EditLayers", motion: bend.motion, edits: [edit], gesture: bend.drag.id });
  }

  async end(kept: boolean): Promise<void> {
    const bend = this.bending;
    [this.bending, this.held] = [null, null];
    if (!bend) return;
    if (!kept) this.bentPath = null;
    // Where it could not be kept, what was there before is shown again.
    if (!(await bend.drag.end(kept))) this.bentPath = null;
  }
}
