/** External targets on the stage: their places, the joints that reach for them, and the hand that moves them. */

import { untrack } from "svelte";
import { placementOf } from "../../../document/records";
import type { MotionRecord } from "../../../protocol/generated";
import type { Channels } from "./channels.svelte";
import { answered } from "./answers";
import { Drag } from "../../../document/drag";
import type { Point3 } from "../../../stage/points";

/** A target as it stands on the stage. motion: whose it is; null for one that all share. */
export interface StageTarget {
  id: string;
  name: string;
  motion: string | null;
  place: Point3;
  /** The creatures that reach for it, with their joints. */
  reachers: readonly { character: string; joints: readonly number[] }[];
}

export class CreatureTargets {
  /** The one in the hand: where it is before the studio has answered. */
  private held = $state.raw<{ id: string; place: Point3 } | null>(null);
  /** The joints that reach for a target, by motion and target. */
  private reaching = $state.raw<ReadonlyMap<string, readonly number[]>>(new Map());
  private drag: Drag | null = null;
  private asked = 0;

  /** All that are seen. */
  readonly all = $derived.by<readonly StageTarget[]>(() => {
    const { creatures, animation } = this.channels;
    if (!creatures.active || !animation) return [];
    return Object.keys(animation.motion.targets ?? {}).flatMap((name) => this.standing(name, animation.targets));
  });

  constructor(private readonly channels: Channels) {
    $effect(() => {
      const { creatures, animation } = channels;
      const motions = creatures.motions;
      void [animation?.motion, motions.map(({ blob }) => blob)];
      untrack(() => void this.findReachers(motions));
    });
  }

  private standing(name: string, shared: { [name: string]: Point3 }): StageTarget[] {
    const { motions } = this.channels.creatures;
    const reachersOf = (some: readonly MotionRecord[]) =>
      some.flatMap(({ id, character }) =>
        character ? [{ character, joints: this.reaching.get(`${id} ${name}`) ?? [] }] : [],
      );
    const own = motions.filter(({ playing }) => !shared[name] || playing?.targets[name]);
    const common = motions.filter((motion) => !own.includes(motion));
    const found = own.map((motion): StageTarget => ({
      id: `${motion.id} ${name}`,
      name,
      motion: motion.id,
      place: this.placeOf(`${motion.id} ${name}`, this.inWorld(motion, name)),
      reachers: reachersOf([motion]),
    }));
    if (shared[name] && common.length)
      found.push({
        id: name,
        name,
        motion: null,
        place: this.placeOf(name, shared[name]),
        reachers: reachersOf(common),
      });
    return found;
  }

  private placeOf(id: string, kept: Point3): Point3 {
    return this.held?.id === id ? this.held.place : kept;
  }

  /** Where the engine says that it is, on the stage. */
  private inWorld({ character, playing }: MotionRecord, name: string): Point3 {
    const [x, y, z] = playing?.places[name] ?? [0, 0, 0];
    const { position, heading } = placementOf(this.channels.studio.records, character ?? "");
    const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
    return [position[0] + cos * x + sin * z, position[1] + y, position[2] + cos * z - sin * x];
  }

  private async findReachers(motions: readonly MotionRecord[]): Promise<void> {
    const asked = ++this.asked;
    const found = new Map<string, readonly number[]>();
    for (const { name, target } of this.channels.channels) {
      if (!target?.external) continue;
      for (const { id } of motions) {
        const question = { type: "RequestChannelKeys", motion: id, channel: name } as const;
        const keys = await answered(this.channels.studio, question, "ChannelKeys").catch(() => null);
        if (asked !== this.asked) return;
        const key = `${id} ${target.external}`;
        found.set(key, [...new Set([...(found.get(key) ?? []), ...(keys?.bodies ?? [])])]);
      }
    }
    this.reaching = found;
  }

  /** Takes hold of a target, moves it as the hand goes, lets go of it. shared: for all creatures that play. */
  move(target: StageTarget, place: Point3, shared: boolean): void {
    const animation = this.channels.animation;
    if (!animation) return;
    this.drag ??= new Drag(this.channels.studio);
    this.held = { id: target.id, place };
    const motion = shared ? null : target.motion;
    this.drag.step({
      type: "MoveTarget",
      animation: animation.id,
      target: target.name,
      place,
      motion,
      gesture: this.drag.id,
    });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
    if (!this.drag) this.held = null;
  }

  /** Back to where the animation itself puts it; or one place for all. */
  async reset(name: string): Promise<void> {
    const { animation, studio } = this.channels;
    if (animation) await studio.ask({ type: "MoveTarget", animation: animation.id, target: name, place: null });
  }
}
