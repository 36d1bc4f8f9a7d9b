/** A creature that walks to where one points, and plays animations meanwhile. */

import { Vector3 } from "three";
import type { Creature, Kinegraph } from "../../runtime/kinegraph";
import type { LiveBody } from "../../runtime/three";
import { Actor } from "../stage/actors/actor";
import type { Show } from "./frames";
import { lead, type Pace } from "./leading";

/** How long an animation takes over from another [s]. */
const FADE = 0.3;
/** How far ahead keys and sticks put the place that it walks to, in lengths of its body. */
const AHEAD = 2.5;

export class CreatureShow implements Show {
  /** Which layer set plays. */
  chosen = $state(0);
  /** Where it goes; null where it stands. */
  goal = $state.raw<Vector3 | null>(null);
  readonly actor: Actor;
  private readonly pace: Pace;
  /** Whether keys or a stick lead it, and not a place. */
  private steered = false;

  constructor(
    private readonly kinegraph: Kinegraph,
    private readonly creature: Creature,
    private readonly body: LiveBody,
    { speed, turn }: { speed: number; turn: number },
  ) {
    const { skeleton, size } = creature.info;
    this.actor = new Actor("shared", skeleton.parents, { scene: body.object, joints: body.bones });
    this.pace = { speed, turn, length: Math.max(size[0], size[2], 0.5 * size[1]) };
    body.follow(creature);
  }

  get names(): readonly string[] {
    return this.creature.info.layerSets.map(({ name }) => name);
  }

  choose(layerSet: number): void {
    this.chosen = layerSet;
    this.creature.play(layerSet, FADE);
  }

  go(to: Vector3): void {
    [this.goal, this.steered] = [to.clone().setY(0), false];
  }

  /** Leads it in a direction on the ground of a length from 0 to 1; zero lets it stand. */
  steer(x: number, z: number): void {
    const pushed = Math.hypot(x, z) > 0;
    if (!pushed && !this.steered) return;
    const at = this.creature.placement();
    const far = AHEAD * this.pace.length;
    this.goal = pushed ? new Vector3(at[0]! + far * x, 0, at[2]! + far * z) : null;
    this.steered = pushed;
  }

  /** Place of the goal marker; null if it is hidden. */
  get mark(): Vector3 | null {
    return this.steered ? null : this.goal;
  }

  get length(): number {
    return this.pace.length;
  }

  get led(): boolean {
    return true;
  }

  tick(elapsed: number): boolean {
    if (elapsed === 0) return false;
    const [x, , z, heading] = this.creature.placement();
    const way = this.goal && lead({ x: x!, z: z!, heading: heading! }, this.goal, this.pace);
    if (this.goal && !way) this.goal = null;
    this.creature.command(way ?? {});
    this.kinegraph.advance([this.creature], elapsed);
    this.body.follow(this.creature);
    return true;
  }
}
