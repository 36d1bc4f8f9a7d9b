/** The desk of Perform: sets are made, arranged, given to one another, and made of motions. What the engine refuses is said beside the
 * set that it was about. */

import { strings } from "../strings";
import { dropOf, movedBy, targetsOf, type Drop } from "../model/sets/hierarchy";
import { toggledPart, type PartWay } from "../model/sets/parts";
import { performanceOf, setsOf } from "../model/sets/setRecords";
import type { LayerEdit, MotionRecord, RadialFunction, SetRecord } from "../../../protocol/generated";
import { Refusal, type Ask } from "../../../protocol/socket";
import { Locators } from "./locators.svelte";
import type { Perform } from "./perform.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { toasts } from "../../../document/toasts.svelte";

/** Where a refusal belongs that is about no set: the making of a new one. */
export const NEW_SET = "new";

export class SetDesk {
  /** What was refused last, and the set that it was about. */
  trouble = $state.raw<{ about: string; message: string } | null>(null);
  /** Whether clicks on the body choose what the set moves. */
  picking = $state(false);
  /** Sets that are gathered for one that will move them all, by id; null while none is being made. */
  gathered = $state.raw<readonly string[] | null>(null);
  /** The set that is being dragged in the hierarchy, and what letting go would do. */
  dragged = $state.raw<{ set: string; over: string | null; drop: Drop | null } | null>(null);
  /** The job that makes a set of a motion: its id, and the motion's. */
  private work = $state.raw<{ job: string; motion: string } | null>(null);

  /** Joints of the character that the set keys, by number, while they are being picked. */
  readonly picked = $derived.by<readonly number[] | null>(() => {
    const { set, character } = this.perform;
    if (!this.picking || !set || !character) return null;
    return targetsOf(set).joints.map((name) => character.joints.indexOf(name));
  });
  readonly making = $derived.by(() => {
    const { work } = this;
    const job = work && this.studio.jobs.find(({ id }) => id === work.job);
    return work && job ? { ...work, job } : null;
  });

  readonly locators: Locators;

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {
    this.locators = new Locators(studio, perform);
    $effect(() => {
      if (this.picking && (!perform.active || !perform.set)) this.picking = false;
      if (this.gathered && !perform.active) this.gathered = null;
    });
    $effect(() => {
      const there = new Set(perform.sets.map(({ id }) => id));
      if (this.trouble && this.trouble.about !== NEW_SET && !there.has(this.trouble.about)) this.trouble = null;
      if (this.gathered?.some((id) => !there.has(id))) this.gathered = this.gathered.filter((id) => there.has(id));
    });
  }

  /** Asks the engine; a refusal stays beside the set. */
  private async ask(about: string, command: Ask) {
    this.trouble = null;
    try {
      return await this.studio.request(command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.trouble = { about, message: error.message };
      return null;
    }
  }

  troubleOf(set: string): string | null {
    return this.trouble?.about === set ? this.trouble.message : null;
  }

  /** Gives the character the sets that the cast has for it, and puts the ball in charge of the first. */
  async addCastSets(character = this.perform.character?.id): Promise<void> {
    if (!character) return;
    const done = await this.studio.ask({ type: "AddCastSets", character });
    if (done) this.perform.show("cursor");
  }

  /** Whether a character of the cast is on stage with its finished sets. */
  brought(cast: string): boolean {
    const { characters, records } = this.studio;
    return characters.some((each) => each.cast === cast && setsOf(records, each.id).length > 0);
  }

  /** Puts a member of the cast on stage with its finished sets, unless it is there, and the ball in charge of the first. */
  async bring(cast: string): Promise<void> {
    const { studio } = this;
    let id = studio.characters.find((each) => each.cast === cast)?.id;
    if (id) await studio.ask({ type: "SelectCharacter", character: id });
    else id = (await studio.ask({ type: "AddCharacter", cast }))?.created[0];
    if (id) await this.addCastSets(id);
  }

  /** A set without keys. controllers: sets that it will move; without, it is of the whole body. */
  add(controllers: readonly string[] = []): Promise<SetRecord | null> {
    return this.perform.keys.changing(this.added(controllers));
  }

  private async added(controllers: readonly string[]): Promise<SetRecord | null> {
    const character = this.perform.character?.id;
    if (!character) return null;
    const done = await this.ask(NEW_SET, { type: "AddSet", character, controllers: [...controllers] });
    return this.begun(done?.created[0]);
  }

  private begun(id: string | undefined): SetRecord | null {
    const made = this.perform.sets.find((set) => set.id === id);
    if (!made) return null;
    this.perform.choose(made);
    if (made.keys.length === 0) this.perform.show("pose");
    return made;
  }

  /** Begins a set that will move others, or gives it up. */
  gather(): void {
    this.trouble = null;
    this.gathered = this.gathered ? null : [];
  }

  toggleGathered(set: string): void {
    const now = this.gathered ?? [];
    this.gathered = now.includes(set) ? now.filter((id) => id !== set) : [...now, set];
  }

  /** Makes the set that moves those that were gathered. */
  async synchronize(): Promise<void> {
    if (this.gathered?.length && (await this.add(this.gathered))) this.gathered = null;
  }

  async rename(set: SetRecord, name: string): Promise<void> {
    await this.ask(set.id, { type: "RenameRecord", id: set.id, name });
  }

  async remove(set: SetRecord): Promise<void> {
    await this.ask(set.id, { type: "RemoveRecord", id: set.id });
  }

  async colour(set: SetRecord, colour: number): Promise<void> {
    await this.ask(set.id, { type: "ArrangeSet", set: set.id, colour });
  }

  async walk(set: SetRecord, walks: boolean): Promise<void> {
    await this.ask(set.id, { type: "ArrangeSet", set: set.id, walks });
  }

  async blend(set: SetRecord, change: { function?: RadialFunction; degree?: number }): Promise<void> {
    const { id, degree } = set;
    await this.ask(id, { type: "SetBlending", set: id, function: set.function, degree, ...change });
  }

  /** The ball's place becomes the one where the set rests. */
  async goHome(set: SetRecord): Promise<void> {
    const { ball, spaces } = this.perform;
    const place = ball && spaces?.local(set, ball);
    if (place) await this.ask(set.id, { type: "SetHome", set: set.id, place });
  }

  async mirror(set: SetRecord): Promise<void> {
    const done = await this.ask(set.id, { type: "MirrorSet", set: set.id });
    this.begun(done?.created[0]);
  }

  /** A copy, with copies of the sets that it moves; the ball is put in charge of it. */
  async duplicate(set: SetRecord): Promise<void> {
    const done = await this.ask(set.id, { type: "DuplicateSet", set: set.id });
    this.begun(done?.created[0]);
  }

  /** Lets another set move a set's controller; null for none. */
  async drive(set: SetRecord, by: string | null): Promise<void> {
    await this.ask(set.id, { type: "DriveSet", set: set.id, by });
  }

  async place(set: SetRecord, to: number): Promise<void> {
    await this.ask(set.id, { type: "ArrangeSet", set: set.id, to: Math.max(to, 0) });
  }

  /** Puts a set one further up or down among all sets of its character. */
  async shift(set: SetRecord, by: -1 | 1): Promise<void> {
    const at = this.perform.sets.findIndex(({ id }) => id === set.id);
    const to = at + by;
    if (at >= 0 && to >= 0 && to < this.perform.sets.length) await this.place(set, to);
  }

  /** A set is dragged over a row of the hierarchy. share: how far down the row, null below all. */
  dragOver(set: string, over: string | null, share: number | null): void {
    this.dragged = { set, over, drop: dropOf(this.perform.sets, set, over, share) };
  }

  async drop(): Promise<void> {
    const { dragged } = this;
    this.dragged = null;
    const set = this.perform.sets.find(({ id }) => id === dragged?.set);
    if (!set || !dragged?.drop) return;
    if ("to" in dragged.drop) await this.place(set, dragged.drop.to);
    else await this.drive(set, dragged.drop.into);
  }

  /** Changes a set as the change before has left it: clicks may be quicker than the studio. */
  private inTurn(id: string, change: (set: SetRecord) => Promise<unknown>): Promise<void> {
    const next = this.last.then(async () => {
      const set = this.perform.sets.find((each) => each.id === id);
      if (set) await change(set);
    });
    this.last = next.catch(() => undefined);
    return next;
  }
  private last: Promise<void> = Promise.resolve();

  /** Puts joints among those that the set moves, or takes them out; a set of the whole body is of these alone then. */
  toggleJoints(set: SetRecord, joints: readonly number[]): Promise<void> {
    return this.inTurn(set.id, (now) => this.toggledJoints(now, joints));
  }

  private async toggledJoints(set: SetRecord, joints: readonly number[]): Promise<void> {
    const names = this.perform.character?.joints ?? [];
    const chosen = joints.map((joint) => names[joint]!);
    const { joints: own, controllers } = targetsOf(set);
    const whole = own.length === names.length;
    const there = !whole && chosen.every((name) => own.includes(name));
    const next = whole ? chosen : there ? own.filter((name) => !chosen.includes(name)) : [...own, ...chosen];
    await this.ask(set.id, { type: "SetTargets", set: set.id, joints: [...new Set(next)], controllers });
  }

  /** Keys a part in one more way, or in one less. */
  togglePart({ id }: SetRecord, joint: string, way: PartWay): Promise<void> {
    return this.inTurn(id, (now) => this.ask(id, { type: "KeyPart", set: id, part: toggledPart(now, joint, way) }));
  }

  async wholeBody(set: SetRecord): Promise<void> {
    const { controllers } = targetsOf(set);
    const joints = [...(this.perform.character?.joints ?? [])];
    await this.ask(set.id, { type: "SetTargets", set: set.id, joints, controllers });
  }

  async toggleController(set: SetRecord, other: SetRecord): Promise<void> {
    await this.drive(other, targetsOf(set).controllers.includes(other.id) ? null : set.id).then(() => {
      // It is about the set whose box was ticked.
      if (this.trouble?.about === other.id) this.trouble = { ...this.trouble, about: set.id };
    });
  }

  /** Sets that another one could move: not itself. Where it would be a circle the engine says so. */
  readonly others = (set: SetRecord): SetRecord[] => this.perform.sets.filter(({ id }) => id !== set.id);

  below(set: SetRecord): number {
    return movedBy(this.perform.sets, set.id).length;
  }

  /** The layers of the selected performance that a set's own hand recorded. */
  layersOf(set: SetRecord) {
    const recorded = performanceOf(this.studio.motion, this.perform.character?.id)?.recording?.layers ?? [];
    return recorded.filter((layer) => layer.set === set.id);
  }

  /** Mutes or solos all that was recorded with a set. */
  async quiet(set: SetRecord, what: "muted" | "solo"): Promise<void> {
    const [motion, layers] = [this.perform.performance, this.layersOf(set)];
    if (!motion || layers.length === 0) return;
    const on = !layers.every((layer) => layer[what]);
    const edits = layers.map(({ name }): LayerEdit =>
      what === "muted" ? { type: "MuteLayer", layer: name, muted: on } : { type: "SoloLayer", layer: name, solo: on },
    );
    await this.ask(set.id, { type: "EditLayers", motion: motion.id, edits });
  }

  /** How long one set takes over from another [s]: in the selected performance, and in what is recorded next. */
  async fade(seconds: number): Promise<void> {
    this.perform.fade = seconds;
    const motion = this.perform.performance;
    if (motion) await this.studio.ask({ type: "EditLayers", motion: motion.id, edits: [{ type: "SetFade", seconds }] });
  }

  /** Starts making a set of a motion's most telling poses; when it is made the ball is put in charge of it. */
  async fromMotion(motion: MotionRecord, count: number, dimensions: number, enter: () => void): Promise<void> {
    const done = await this.ask(NEW_SET, { type: "SetFromMotion", motion: motion.id, count, dimensions });
    if (!done?.job) return;
    this.work = { job: done.job, motion: motion.id };
    this.studio.whenJobEnds(done.job, (end) => {
      this.work = null;
      if (end.type === "JobFailed") {
        if (!end.cancelled) this.trouble = { about: NEW_SET, message: end.message };
        return;
      }
      toasts.say(end.message, { action: { label: strings.toasts.undo, run: () => this.studio.undo() } });
      enter();
      const made = [...this.studio.records.values()].find((r) => r.kind === "set" && end.created.includes(r.id));
      if (made?.kind === "set") this.perform.choose(made);
    });
  }
}
