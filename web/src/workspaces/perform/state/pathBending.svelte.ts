/** The path that a hand took through the selected layer, as the stage draws it and a hand bends it. */

import { untrack } from "svelte";
import { floats, type Frame } from "../../../protocol/frames";
import { Drag } from "../../../document/drag";
import { bent, nearestEvent, type HandPath } from "../model/handPath";
import { keyNear, movedKey } from "../model/pathKeys";
import type { LayerEdit, MotionRecord, PathFrame } from "../../../protocol/generated";
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
  /** Whether it is a temporal key: then the path moves between the keys beside it. */
  key: boolean;
}

/** Over how much time a path is smoothed around a key [s]. */
const SMOOTHING = 0.15;

export class PerformPath {
  private chosen = $state<string | null>(null);
  private known = $state.raw<KnownPath | null>(null);
  /** The path under a drag. */
  private bentPath = $state.raw<HandPath | null>(null);
  /** The event under the hand. */
  held = $state<number | null>(null);
  private bending: Bend | null = null;
  private picked = $state<number | null>(null);
  /** A key under a drag in time: which, and how much later it is [s]. */
  retiming = $state.raw<{ key: number; seconds: number } | null>(null);
  private later: Drag | null = null;

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

  /** The temporal keys of the layer [s]. */
  readonly keys = $derived.by<readonly number[]>(
    () => this.performance()?.recording?.layers.find(({ name }) => name === this.layer)?.keys ?? [],
  );
  /** The temporal key that is selected [s]; null for none. */
  readonly key = $derived.by(() => (this.picked === null ? null : keyNear(this.keys, this.picked)));

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

  /** Marks a moment as a temporal key, which is then selected. time: the playhead's by default [s]. */
  async insert(time = this.playback.transport.time): Promise<void> {
    this.picked = time;
    await this.edit({ type: "InsertPathKey", layer: this.layer!, time });
  }

  pick(key: number | null): void {
    this.picked = key;
    if (key === null) return;
    this.playback.pause();
    this.playback.seek(key);
  }

  /** Deletes the selected key; returns whether there was one. */
  remove(): boolean {
    const { key } = this;
    this.picked = null;
    if (key !== null) void this.edit({ type: "DeletePathKey", layer: this.layer!, time: key });
    return key !== null;
  }

  /** Smooths the path around the selected key; returns whether there was one. */
  smooth(): boolean {
    const { key } = this;
    if (key !== null) void this.edit({ type: "SmoothPathKey", layer: this.layer!, time: key, seconds: SMOOTHING });
    return key !== null;
  }

  private async edit(edit: LayerEdit): Promise<void> {
    const motion = this.performance()?.id;
    if (motion && this.layer && this.studio.canEdit)
      await this.studio.ask({ type: "EditLayers", motion, edits: [edit] });
  }

  /** A key is dragged in time. seconds: from where it was [s]. */
  retime(key: number, seconds: number): void {
    const motion = this.performance()?.id;
    if (!motion || !this.layer || !this.studio.canEdit) return;
    this.later ??= new Drag(this.studio);
    this.retiming = { key, seconds };
    const edit: LayerEdit = { type: "MovePathKey", layer: this.layer, time: key, shift: [0, 0, 0], seconds };
    this.later.step({ type: "EditLayers", motion, edits: [edit], gesture: this.later.id });
  }

  async endRetiming(kept: boolean): Promise<void> {
    const { later, retiming } = this;
    this.later = null;
    await later?.end(kept);
    if (kept && retiming) this.picked = retiming.key + retiming.seconds;
    this.retiming = null;
  }

  /** Takes hold of the path at a time [s]; the playhead goes there, so that what the hand does there is seen. */
  grab(time: number): void {
    const { shown, playback } = this;
    if (!shown) return;
    const key = keyNear(this.keys, time);
    this.picked = key;
    playback.pause();
    playback.seek(time);
    this.bending = {
      drag: new Drag(this.studio),
      motion: shown.motion,
      time: key ?? time,
      path: shown.path,
      key: key !== null,
    };
    this.held = nearestEvent(shown.path.times, time);
  }

  /** shift: from where it was taken hold of, in the controller's space [m]. reach: of those that go along [s]. */
  bend(shift: Point3, reach: number): void {
    const [bend, layer] = [this.bending, this.layer];
    if (!bend || !layer) return;
    const { time } = bend;
    this.bentPath = bend.key ? movedKey(bend.path, this.keys, time, shift) : bent(bend.path, time, shift, reach);
    const edit: LayerEdit = bend.key
      ? { type: "MovePathKey", layer, time, shift, seconds: 0 }
      : { type: "MovePath", layer, time, shift, reach };
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
