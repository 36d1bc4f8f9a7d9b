/** Creatures as the stage shows them: the handles of the one in the maker, the glowing body parts, and the names under their feet. */

import type { MakerShow } from "./makerDrawing";
import type { StageScene } from "../../../stage/scene/stageScene";
import type { Channels } from "../state/channels.svelte";
import type { Creatures } from "../state/creatures.svelte";
import { underBox } from "../model/nameTags";

/** A name under a creature's feet [px from the stage's corner]. */
export interface Tag {
  id: string;
  x: number;
  y: number;
}

export class CreaturesOnStage {
  tags = $state.raw<readonly Tag[]>([]);
  /** Joints under the pointer, of the active creature. */
  private pointed = $state.raw<readonly number[]>([]);

  /** What can be taken hold of; null where nothing can. */
  readonly show = $derived.by<MakerShow | null>(() => {
    const { maker, tab } = this.creatures;
    const { creature, handles, picked } = maker;
    return maker.editable && creature && handles && tab === "body" ? { creature, handles, picked } : null;
  });
  /** What glows on each creature. */
  readonly glows = $derived.by<ReadonlyMap<string, readonly number[]>>(() => {
    const { creature, active } = this.creatures;
    const { glow } = this.channels;
    if (!active || !creature || this.pointed.length === 0) return active ? glow : new Map();
    return new Map(glow).set(creature.id, this.pointed);
  });

  constructor(
    private readonly creatures: Creatures,
    private readonly channels: Channels,
  ) {}

  point(joints: readonly number[]): void {
    if (joints.length || this.pointed.length) this.pointed = joints;
  }

  /** Call when the stage was drawn. */
  seen(stage: StageScene, canvas: HTMLCanvasElement): void {
    if (!this.creatures.active) return;
    const tags = [...stage.actors.values()].map((actor) => {
      const box = actor.bounds();
      this.creatures.widths.set(actor.id, box.max.x - box.min.x);
      const under = underBox(box, (point) => stage.rig.toElement(point));
      return { id: actor.id, x: Math.round(under.x), y: Math.min(Math.round(under.y), canvas.clientHeight - 168) };
    });
    const same = tags.length === this.tags.length && tags.every((tag, index) => equal(tag, this.tags[index]!));
    if (!same) this.tags = tags;
  }
}

const equal = (a: Tag, b: Tag) => a.id === b.id && a.x === b.x && a.y === b.y;
