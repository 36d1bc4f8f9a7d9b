/** The layers of the performance that is selected: which one is meant, and what is done to it. Everything is an edit of the studio's. */

import { isHeard, loopedUntil, spanOf, type LayerGrip, type LayerSpan } from "../model/layerSpans";
import { Drag } from "../../../document/drag";
import type { LayerEdit, RecordedLayer } from "../../../protocol/generated";
import type { Perform } from "./perform.svelte";
import type { Studio } from "../../../document/studio.svelte";

/** How much of the path is averaged by default [s]. */
export const SMOOTHING = 0.2;

export class Layers {
  /** The layer that was clicked, by name. */
  chosen = $state<string | null>(null);
  /** The layer whose name is being typed. */
  renaming = $state<string | null>(null);
  /** The layer whose menu is open. */
  menu = $state<string | null>(null);
  /** A layer that is being dragged in time, where the drag has it. */
  dragged = $state.raw<({ layer: string } & LayerSpan) | null>(null);
  private held: { drag: Drag; motion: string } | null = null;

  readonly all = $derived.by(() => this.perform.performance?.recording?.layers ?? []);
  /** The layer that keys and the path on the stage mean; without a choice, the last that is heard. */
  readonly selected = $derived.by<RecordedLayer | null>(
    () =>
      this.all.find(({ name }) => name === this.chosen) ??
      this.all.findLast((layer) => isHeard(layer, this.all)) ??
      this.all.at(-1) ??
      null,
  );
  readonly walks = $derived.by(() => {
    const recording = this.perform.performance?.recording;
    return !!recording && (recording.walks || recording.walking.length > 0);
  });

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {}

  /** Means a layer: its path is shown on the stage. */
  select(layer: string): void {
    this.chosen = layer;
    this.perform.path.select(layer);
  }

  /** The layer above or below. */
  selectNext(rows: number): void {
    const index = this.all.findIndex(({ name }) => name === this.selected?.name);
    const next = this.all[Math.min(Math.max(index + rows, 0), this.all.length - 1)];
    if (next) this.select(next.name);
  }

  openMenu(layer = this.selected): void {
    if (layer) this.menu = this.menu === layer.name ? null : layer.name;
  }

  async edit(...edits: LayerEdit[]): Promise<boolean> {
    const motion = this.perform.performance?.id;
    if (!motion || !this.studio.canEdit || this.perform.takes.busy) return false;
    return (await this.studio.ask({ type: "EditLayers", motion, edits })) !== null;
  }

  private with(layer: RecordedLayer | null, change: (layer: RecordedLayer) => LayerEdit): void {
    if (layer) void this.edit(change(layer));
  }

  mute(layer = this.selected): void {
    this.with(layer, ({ name, muted }) => ({ type: "MuteLayer", layer: name, muted: !muted }));
  }

  solo(layer = this.selected): void {
    this.with(layer, ({ name, solo }) => ({ type: "SoloLayer", layer: name, solo: !solo }));
  }

  /** Types another name for the layer that was clicked; returns whether there was one. */
  startRenaming(): boolean {
    const one = this.all.some(({ name }) => name === this.chosen);
    if (one) this.renaming = this.chosen;
    return one;
  }

  async rename(layer: string, name: string): Promise<void> {
    if ((await this.edit({ type: "RenameLayer", layer, name })) && this.chosen === layer) this.select(name);
  }

  /** The last layer goes with its performance. Returns whether there was one. */
  remove(layer = this.selected): boolean {
    const { performance } = this.perform;
    if (!layer || !performance || !this.studio.canEdit) return false;
    if (this.all.length > 1) void this.edit({ type: "DeleteLayer", layer: layer.name });
    else void this.studio.ask({ type: "RemoveRecord", id: performance.id });
    return true;
  }

  /** Deletes the layer that was clicked; returns whether there was one. */
  removeChosen(): boolean {
    return this.chosen !== null && this.remove(this.all.find(({ name }) => name === this.chosen) ?? null);
  }

  /** No layer is meant any more; returns whether one was. */
  letGo(): boolean {
    const one = this.chosen !== null && this.all.some(({ name }) => name === this.chosen);
    this.chosen = null;
    return one;
  }

  /** Puts a layer at another place, counted from 0. */
  reorder(layer: string, to: number): void {
    const from = this.all.findIndex(({ name }) => name === layer);
    if (from >= 0 && to !== from && to >= 0 && to < this.all.length)
      void this.edit({ type: "ReorderLayer", layer, to });
  }

  /** Up or down among the layers. */
  raise(rows: number): void {
    const index = this.all.findIndex(({ name }) => name === this.selected?.name);
    if (index >= 0) this.reorder(this.all[index]!.name, index + rows);
  }

  /** Later or earlier, or longer and shorter at an end. seconds: how far what is held goes. */
  nudge(grip: LayerGrip, seconds: number, layer = this.selected): void {
    const span = layer && spanOf(layer, grip, (grip === "end" ? layer.end : layer.start) + seconds);
    if (span?.edit) void this.edit(span.edit);
  }

  loop(layer = this.selected): void {
    const duration = this.perform.performance?.duration ?? 0;
    this.with(layer, (each) => ({ type: "LoopLayer", layer: each.name, until: loopedUntil(each, duration) }));
  }

  smooth(seconds = SMOOTHING, layer = this.selected): void {
    this.with(layer, ({ name }) => ({ type: "SmoothLayer", layer: name, seconds }));
  }

  duplicate(layer = this.selected): void {
    this.with(layer, ({ name }) => ({ type: "DuplicateLayer", layer: name }));
  }

  /** Whether the feet carry the character along: of the performance, or, while the ball leads, of its set. */
  toggleWalking(): void {
    const { perform } = this;
    if (perform.showing === "motion" && perform.performance) void this.edit({ type: "SetWalking", walks: !this.walks });
    else if (perform.set) void this.studio.ask({ type: "ArrangeSet", set: perform.set.id, walks: !perform.set.walks });
  }

  /** A drag begins, shown on stage as it goes. */
  begin(): void {
    const motion = this.perform.performance?.id;
    if (!motion || !this.studio.canEdit || this.perform.takes.busy) return;
    this.held = { drag: new Drag(this.studio), motion };
    this.perform.showing = "motion";
  }

  /** Where what is held is now [s]. */
  drag(layer: RecordedLayer, grip: LayerGrip, to: number): void {
    if (!this.held) return;
    const span = spanOf(layer, grip, to);
    this.dragged = { layer: layer.name, ...span };
    if (span.edit) this.step([span.edit]);
  }

  step(edits: LayerEdit[]): void {
    if (!this.held) return;
    const { drag, motion } = this.held;
    drag.step({ type: "EditLayers", motion, edits, gesture: drag.id });
  }

  /** The drag is over; where it came back to its start nothing is left of it. */
  async end(kept: boolean): Promise<void> {
    const { held, dragged } = this;
    this.held = null;
    await held?.drag.end(kept && dragged?.edit !== null);
    if (!this.held) this.dragged = null;
  }

  get holding(): boolean {
    return this.held !== null;
  }
}
