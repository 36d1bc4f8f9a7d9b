/** The path that a hand took through the selected layer, as the stage draws it and a hand bends it. */

import { errorText } from "../../../text/format";
import { untrack } from "svelte";
import { floats, type Frame } from "../../../protocol/frames";
import { NewestWins } from "../../../protocol/newestWins";
import { bent, nearestEvent, type HandPath } from "../model/handPath";
import type { MotionRecord, MovePath, PathFrame } from "../../../protocol/generated";
import type { Playback } from "../../../timeline/playback.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { toasts } from "../../../document/toasts.svelte";
import type { Point3 } from "../../../stage/points";

/** A path as the engine told it. */
interface KnownPath {
  motion: string;
  layer: string;
  set: string;
  blob: string;
  path: HandPath;
}

interface Bend {
  gesture: string;
  time: number;
  path: HandPath;
  steps: NewestWins<MovePath>;
  last: MovePath | null;
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
    studio.onFrame((frame) => frame.header.type === "PathFrame" && this.told(frame as Frame<PathFrame>));
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

  private told(frame: Frame<PathFrame>): void {
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
    const [gesture, motion] = [crypto.randomUUID(), shown.motion];
    const steps = new NewestWins<MovePath>(
      (edit) => this.studio.request({ type: "EditLayers", motion, edits: [edit], gesture }),
      (error) => toasts.fail(errorText(error)),
    );
    this.bending = { gesture, time, path: shown.path, steps, last: null };
    this.held = nearestEvent(shown.path.times, time);
  }

  /** shift: from where it was taken hold of, in the controller's space [m]. reach: of those that go along [s]. */
  bend(shift: Point3, reach: number): void {
    const [bend, layer] = [this.bending, this.layer];
    if (!bend || !layer) return;
    this.bentPath = bent(bend.path, bend.time, shift, reach);
    bend.last = { type: "MovePath", layer, time: bend.time, shift, reach };
    bend.steps.push(bend.last);
  }

  async end(kept: boolean): Promise<void> {
    const bend = this.bending;
    const motion = this.performance()?.id;
    this.bending = null;
    this.held = null;
    if (!bend?.last || !motion) return;
    bend.steps.drop();
    const { gesture, last } = bend;
    if (kept) void this.studio.request({ type: "EditLayers", motion, edits: [last], gesture }).catch(() => null);
    else this.bentPath = null;
    const ended = this.studio.request({ type: kept ? "EndGesture" : "CancelGesture", gesture });
    // Where it could not be kept, what was there before is shown again.
    await ended.catch(() => (this.bentPath = null));
  }
}
