/** How creatures go while they play: speed, style, and a path that is drawn on the ground. */

import { errorText } from "../../../text/format";
import { PLAIN, withStyle } from "../model/gaitStyles";
import { drawnTo, walkable, type GroundPath, type GroundPoint } from "../../../stage/groundPath";
import { NewestWins } from "../../../protocol/newestWins";
import { placementOf } from "../../../document/records";
import type { CreatureGait, MotionRecord } from "../../../protocol/generated";
import type { Ask } from "../../../protocol/socket";
import type { Creatures } from "./creatures.svelte";
import { Drag } from "../../../document/drag";
import type { Studio } from "../../../document/studio.svelte";
import { toasts } from "../../../document/toasts.svelte";

const STANDING: CreatureGait = { speed: 0, sideways: 0, turn: 0, style: PLAIN, path: [], plan: null };
/** Of the creature's size: how far apart points of a path are. */
const SPACING = 0.04;

export class CreatureGoing {
  /** Whether the pointer draws a path. */
  drawing = $state(false);
  /** The path under the pointer, while it is drawn: x and z on the stage [m]. */
  drawn = $state.raw<GroundPath | null>(null);
  /** Whether changes apply to all creatures that play, not to the active one alone. */
  forAll = $state(false);
  readonly motion = $derived.by(() => this.creatures.motion);
  /** What a hand on a slider asks for, until it is kept. */
  private held = $state.raw<CreatureGait | null>(null);
  readonly gait = $derived.by<CreatureGait>(() => this.held ?? this.motion?.playing?.gait ?? STANDING);
  readonly size = $derived.by(() => this.creatures.creature?.height ?? 1);
  /** The path that is seen: the one under the pointer, or the one that is walked. */
  readonly path = $derived.by<GroundPath>(() => this.drawn ?? this.gait.path);

  private drag: Drag | null = null;
  private readonly tries: NewestWins<CreatureGait>;

  constructor(
    private readonly studio: Studio,
    private readonly creatures: Creatures,
  ) {
    this.tries = new NewestWins(
      (gait) => creatures.tryGait(gait),
      (error) => toasts.fail(errorText(error)),
    );
  }

  private get motions(): readonly MotionRecord[] {
    const { motion } = this;
    if (!motion) return [];
    return this.forAll ? this.creatures.motions : [motion];
  }

  /** Changes how they go. */
  async set(change: Partial<CreatureGait>): Promise<void> {
    await this.end(true);
    const gait = { ...this.gait, ...change };
    if (!this.motion) return this.begin(gait);
    this.drag = new Drag(this.studio);
    this.drag.step(...this.asked(this.drag.id, change, gait));
    await this.end(true);
  }

  /** The same under a hand that moves a slider: shown at once, and kept when it lets go. */
  hold(change: Partial<CreatureGait>): void {
    const gait = (this.held = { ...this.gait, ...change });
    if (!this.motion) return this.tries.push(gait);
    this.drag ??= new Drag(this.studio);
    this.drag.step(...this.asked(this.drag.id, change, gait));
  }

  /** The gait to ask for, for each creature; each keeps its own path. */
  private asked(gesture: string, change: Partial<CreatureGait>, gait: CreatureGait): Ask[] {
    return this.motions.map((motion) => {
      const path = change.path ? this.from(motion, gait) : (motion.playing?.gait.path ?? []);
      return { type: "SetGait", motions: [motion.id], gait: { ...gait, path }, gesture };
    });
  }

  /** A path as it is for another creature: from where that one stands. */
  private from(motion: MotionRecord, { path }: CreatureGait): GroundPoint[] {
    const placeOf = (id: string | null) => placementOf(this.studio.records, id ?? "").position;
    const [own, other] = [placeOf(this.motion!.character), placeOf(motion.character)];
    return path.map(([x, z]) => [x + other[0] - own[0], z + other[2] - own[2]]);
  }

  async end(kept: boolean): Promise<void> {
    const { drag, held, motion } = this;
    this.drag = null;
    await drag?.end(kept);
    if (held && !motion) {
      this.tries.drop();
      await this.tries.settled();
      if (kept) await this.begin(held);
      await this.creatures.tryGait(null);
    }
    if (this.held === held) this.held = null;
  }

  /** Makes a creature without an animation walk. */
  private async begin(gait: CreatureGait): Promise<void> {
    const id = this.creatures.creature?.id;
    const done = id && (await this.studio.ask({ type: "PlayOn", animation: null, characters: [id], gait }));
    if (done && done.created[0]) await this.creatures.watch(done.created[0]);
  }

  /** The styles that are worn: those of the gait's first leg group, where it was edited. */
  readonly style = $derived.by(() => (this.gait.plan ? (this.gait.plan.groups[0]?.style ?? PLAIN) : this.gait.style));

  toggleStyle(style: string): void {
    const { plan } = this.gait;
    const worn = withStyle(this.style, style);
    if (!plan) return void this.set({ style: worn });
    void this.set({ plan: { ...plan, groups: plan.groups.map((group) => ({ ...group, style: worn })) } });
  }

  /** A stroke begins where the pointer is on the ground. */
  startPath(at: GroundPoint): void {
    this.drawn = [at];
  }

  drawTo(at: GroundPoint): void {
    if (this.drawn) this.drawn = drawnTo(this.drawn, at, SPACING * this.size);
  }

  /** Ends the stroke: the creature walks the path at once. */
  async endPath(kept: boolean): Promise<void> {
    const { drawn } = this;
    if (kept && drawn && walkable(drawn, this.size)) {
      this.drawing = false;
      const speed = this.gait.speed > 0 ? this.gait.speed : 0.35 * Math.sqrt(9.81 * this.size * 0.5);
      await this.set({ path: drawn.map(([x, z]) => [x, z]), speed });
    }
    this.drawn = null;
  }

  clearPath(): void {
    void this.set({ path: [], speed: 0 });
  }
}
