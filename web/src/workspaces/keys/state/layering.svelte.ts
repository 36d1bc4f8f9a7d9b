/** Layers over a motion: made, weighed, muted, soloed, merged. Everything is an edit of the studio's. */

import type { LayerEdit, StackedLayer } from "../../../protocol/generated";
import { Drag } from "../../../document/drag";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import { keyTime } from "../model/poseEdit";
import type { Keys } from "./keys.svelte";

export class KeyLayering {
  /** The layer whose name is being typed. */
  renaming = $state<string | null>(null);
  private drag: { held: Drag; motion: string } | null = null;

  /** From the lowest to the highest. */
  readonly all = $derived.by<readonly StackedLayer[]>(() => this.keys.layered?.layering?.layers ?? []);

  constructor(
    private readonly keys: Keys,
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
  ) {}

  /** Adds a layered motion and opens it. motion: what lies under the layer. detail: whether the layer holds what its keyframes leave out. */
  async begin(motion: string, detail = false): Promise<void> {
    const done = await this.studio.ask({ type: "LayerMotion", motion, detail });
    const [made] = done?.created ?? [];
    if (!made) return;
    this.keys.chosenLayer = null;
    this.room.selectMotion(made);
  }

  async edit(...edits: LayerEdit[]): Promise<boolean> {
    const motion = this.keys.layered?.id;
    if (!motion || !this.studio.canEdit) return false;
    return (await this.studio.ask({ type: "EditLayers", motion, edits })) !== null;
  }

  /** Chooses the layer that poses go into. */
  choose(layer: string): void {
    if (layer === this.keys.layer) return;
    this.keys.chosenLayer = layer;
    this.keys.deselect();
  }

  async add(): Promise<void> {
    const before = new Set(this.all.map(({ name }) => name));
    if (!(await this.edit({ type: "AddLayer" }))) return;
    const added = this.all.find(({ name }) => !before.has(name));
    if (added) this.choose(added.name);
  }

  mute({ name, muted }: StackedLayer): void {
    void this.edit({ type: "MuteLayer", layer: name, muted: !muted });
  }

  solo({ name, solo }: StackedLayer): void {
    void this.edit({ type: "SoloLayer", layer: name, solo: !solo });
  }

  remove({ name }: StackedLayer): void {
    void this.edit({ type: "DeleteLayer", layer: name });
  }

  /** Puts a layer over the next one, or under the one before. */
  raise({ name }: StackedLayer, rows: number): void {
    const to = this.all.findIndex((layer) => layer.name === name) + rows;
    if (to >= 0 && to < this.all.length) void this.edit({ type: "ReorderLayer", layer: name, to });
  }

  async rename(layer: string, name: string): Promise<void> {
    const chosen = this.keys.layer === layer;
    if ((await this.edit({ type: "RenameLayer", layer, name })) && chosen) this.keys.chosenLayer = name;
  }

  /** A step of a drag that weighs a layer. */
  weigh(layer: string, weight: number): void {
    const motion = this.keys.layered?.id;
    if (!motion || !this.studio.canEdit) return;
    this.drag ??= { held: new Drag(this.studio), motion };
    const { held } = this.drag;
    held.step({ type: "EditLayers", motion, edits: [{ type: "WeighLayer", layer, weight }], gesture: held.id });
  }

  /** Sets a weight: what was dragged before becomes one edit, or none where it is back. */
  async weighed({ name, weight: before }: StackedLayer, weight: number): Promise<void> {
    if (!this.drag) return void (await this.edit({ type: "WeighLayer", layer: name, weight }));
    if (weight !== before) this.weigh(name, weight);
    const { held } = this.drag;
    this.drag = null;
    await held.end(weight !== before);
    if (weight === before) this.keys.refetch();
  }

  /** Makes the layered motion one without layers. */
  async merge(): Promise<void> {
    const motion = this.keys.layered?.id;
    if (motion && this.studio.canEdit) await this.studio.ask({ type: "MergeLayers", motion });
  }

  /** Sets a keyframe at the playhead where the layer changes nothing. */
  async clearPose(): Promise<void> {
    const { keys, playback } = this;
    if (!keys.layered) return;
    const time = keyTime(keys.columns, playback.transport.time, keys.fps);
    await keys.edit([{ type: "ClearPose", time }]);
    if (!keys.trouble) keys.select({ columns: [time], keys: [] });
  }
}
