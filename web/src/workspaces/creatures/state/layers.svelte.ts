/** The animations that the active creature plays over and after its first one. Each change is one edit. */

import type { AnimationRecord, CreatureLayer } from "../../../protocol/generated";
import { Drag } from "../../../document/drag";
import type { Studio } from "../../../document/studio.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import {
  changeLayer,
  playOver,
  queueNext,
  removeLayer,
  shiftLayer,
  type Layers,
} from "../model/surroundings/layerList";
import type { Creatures } from "./creatures.svelte";

export class CreatureLayers {
  /** Whether changes apply to all creatures that play, not to the active one alone. */
  forAll = $state(false);
  /** What a hand asks for until it lets go. */
  private held = $state.raw<Layers | null>(null);
  readonly all = $derived.by<Layers>(() => this.held ?? this.creatures.motion?.playing?.layers ?? []);
  /** How long the first animation lasts [s]. */
  private readonly first = $derived.by(() => this.creatures.animation?.motion.duration ?? 0);
  private drag: Drag | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly creatures: Creatures,
  ) {}

  recordOf(layer: CreatureLayer): AnimationRecord | undefined {
    return this.creatures.animations.find(({ id }) => id === layer.animation);
  }

  private readonly durationOf = (id: string) =>
    this.creatures.animations.find((each) => each.id === id)?.motion.duration ?? 0;

  private async set(layers: Layers): Promise<void> {
    const { motion, motions } = this.creatures;
    if (!motion) return;
    const ids = this.forAll ? motions.map(({ id }) => id) : [motion.id];
    await this.studio.ask({ type: "SetLayers", motions: ids, layers: [...layers] });
  }

  /** Plays an animation over the others, from the playhead on. shipped: Whether `name` ships, else it is a record's id. */
  async add(name: string, shipped: boolean, queued: boolean): Promise<void> {
    const done = shipped ? await this.studio.ask({ type: "AddAnimation", shipped: name }) : null;
    const id = shipped ? done?.created[0] : name;
    if (!id) return;
    const at = this.playback.transport.time;
    await this.set(queued ? queueNext(this.all, id, this.first, this.durationOf) : playOver(this.all, id, at));
  }

  change(at: number, change: Partial<CreatureLayer>): void {
    void this.set(changeLayer(this.all, at, change));
  }

  /** The same under a hand on a slider. */
  hold(at: number, change: Partial<CreatureLayer>): void {
    const { motion, motions } = this.creatures;
    if (!motion) return;
    this.drag ??= new Drag(this.studio);
    this.held = changeLayer(this.all, at, change);
    const ids = this.forAll ? motions.map(({ id }) => id) : [motion.id];
    this.drag.step({ type: "SetLayers", motions: ids, layers: [...this.held], gesture: this.drag.id });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
    if (!this.drag) this.held = null;
  }

  shift(at: number, by: 1 | -1): void {
    void this.set(shiftLayer(this.all, at, by));
  }

  remove(at: number): void {
    void this.set(removeLayer(this.all, at));
  }
}
