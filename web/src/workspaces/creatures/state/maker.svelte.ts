/** The maker: the creature that is being built, where it can be grabbed, what is picked, and the drag under way. */

import { untrack } from "svelte";
import { jointsOfPiece, newPiece, seatedFor, stillPicked, type Picked } from "../model/pieces";
import type { Frame } from "../../../protocol/frames";
import { clipOf, type ClipArrays } from "../../../document/motion";
import type { ClipFrame, Coat, CreatureHandles, CreaturePlan, PlanEdit, ShapeFrame } from "../../../protocol/generated";
import type { MakerPort } from "../model/makerPort";
import type { Creatures } from "./creatures.svelte";
import { Drag } from "../../../document/drag";
import type { Studio } from "../../../document/studio.svelte";

/** A creature as a drag shows it: its body as binary glTF, and what it plays meanwhile. */
export interface Shape {
  character: string;
  glb: Uint8Array;
  clip: ClipArrays | null;
}

/** The stage's answer to where the skin of the creature is under the pointer [client px], at rest before the drag [m]. */
export interface Surface {
  /** A drag begins. */
  hold(): void;
  skin(
    clientX: number,
    clientY: number,
    without?: ReadonlySet<number>,
  ): { rest: { toArray(): [number, number, number] } } | null;
}

/** Turns of the wheel that follow each other within this time are one edit [ms]. */
const PAUSE = 450;
/** How far the hand may be from where it last was over the body and still hold its card on it [px]. */
const STRAY = 60;
/** How long the hint line reports a missed drop [ms]. */
const MISSED = 8000;
/** How much taller or lower a creature gets before it is looked at from elsewhere, as a factor. */
const GROWN = 1.2;

export class Maker implements MakerPort {
  picked = $state.raw<Picked | null>(null);
  /** Whether what is put on gets its like on the other side. */
  mirrored = $state(true);
  /** The card that is carried from the palette, by name, and where it is [client px]. over: where it last was over the body. */
  carried = $state.raw<{ card: string; x: number; y: number; on: boolean; over?: [number, number] } | null>(null);
  /** Whether a card was just let go of beside the body: the hint line says so for a while. */
  missed = $state(false);
  shape = $state.raw<Shape | null>(null);
  /** Whether a drag is under way. */
  busy = $state(false);
  /** The stage says where the skin is; set as soon as it is drawn. */
  surface: Surface | null = null;
  private known = $state.raw<CreatureHandles | null>(null);

  readonly active = $derived.by(() => this.desk.active);
  readonly creature = $derived.by(() => this.desk.creature);
  readonly editable = $derived.by(() => this.active && !!this.creature?.plan && this.studio.canEdit);
  readonly handles = $derived.by(() =>
    this.known && this.known.character === this.creature?.id && this.creature.plan ? this.known : null,
  );

  private drag: Drag | null = null;
  /** Height of the creature before the drag: while it goes on, the record shows what would be [m]. */
  private tall = 1;
  private nudging: { what: string; times: number; timer: number } | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly desk: Creatures,
  ) {
    studio.on("CreatureHandles", (event) => event.character === this.creature?.id && (this.known = event));
    studio.on("ShapeFrame", (frame) => this.received(frame));
    $effect(() => {
      const { creature } = this;
      const open = studio.connection.state === "open";
      void creature?.blob;
      if (this.active && open && creature?.plan) untrack(() => !this.busy && void this.locate(creature.id));
    });
    $effect(() => {
      const kept = stillPicked(this.creature?.plan ?? null, this.picked);
      if (kept !== this.picked && !untrack(() => this.busy)) this.picked = kept;
    });
    $effect(() => {
      // A connection that went takes the drag along: the studio has given it up.
      if (studio.connection.state !== "open") untrack(() => this.forget());
    });
  }

  private async locate(character: string): Promise<void> {
    await this.studio.request({ type: "RequestHandles", character }).catch(() => null);
  }

  private received(frame: Frame<ShapeFrame>): void {
    const { character, gesture } = frame.header;
    if (gesture !== this.drag?.id) return;
    const glb = frame.arrays.get("glb")?.data;
    if (!glb) return;
    const plays = (frame.arrays.get("rotations")?.shape[0] ?? 0) > 1;
    this.shape = {
      character,
      glb: glb as Uint8Array,
      clip: plays ? clipOf(frame as unknown as Frame<ClipFrame>) : null,
    };
  }

  choose(creature: string): void {
    this.desk.choose(creature);
  }

  pick(what: Picked | null): void {
    this.picked = what;
    if (what) this.desk.tab = "body";
  }

  begin(): void {
    this.settle();
    if (!this.creature || this.drag) return;
    if (!this.busy) this.tall = this.creature.height;
    if (!this.busy && !this.carried) this.surface?.hold();
    this.drag = new Drag(this.studio);
    this.busy = true;
  }

  step(edits: readonly PlanEdit[]): void {
    const { drag, creature } = this;
    if (drag && creature)
      drag.step({ type: "EditCreature", character: creature.id, edits: [...edits], gesture: drag.id });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    await drag.end(kept);
    if (this.drag) return; // the next one has begun meanwhile
    this.forget();
    if (this.creature) await this.locate(this.creature.id);
    if (kept) this.keepInView(this.tall);
  }

  /** Frames the creature where an edit made it much taller or lower: legs lift a torso out of the picture. */
  private keepInView(before: number): void {
    const grown = (this.creature?.height ?? 1) / Math.max(before, 1e-6);
    if (!this.drag && (grown > GROWN || grown < 1 / GROWN)) this.desk.frame();
  }

  private forget(): void {
    this.drag = null;
    this.busy = false;
    this.shape = null;
  }

  nudge(edit: (times: number) => PlanEdit, what: string, times: number): void {
    if (this.nudging && this.nudging.what !== what) this.settle();
    if (!this.nudging) {
      this.begin();
      this.nudging = { what, times: 1, timer: 0 };
      this.nudged = edit;
    }
    const { nudging } = this;
    clearTimeout(nudging.timer);
    nudging.times *= times;
    this.step([this.nudged!(nudging.times)]);
    nudging.timer = window.setTimeout(() => this.settle(), PAUSE);
  }
  private nudged: ((times: number) => PlanEdit) | null = null;

  /** What the wheel did becomes an edit. */
  private settle(): void {
    if (!this.nudging) return;
    clearTimeout(this.nudging.timer);
    this.nudging = null;
    void this.end(true);
  }

  /** One edit at once. */
  async edit(...edits: PlanEdit[]): Promise<boolean> {
    const { creature, studio } = this;
    if (!creature || !this.editable) return false;
    this.settle();
    const tall = creature.height;
    const done = await studio.ask({ type: "EditCreature", character: creature.id, edits });
    if (done) this.keepInView(tall);
    return done !== null;
  }

  /** A card of the palette comes into the hand. */
  carry(card: string, x: number, y: number): void {
    this.missed = false;
    this.bare = this.creature?.plan ?? null;
    this.surface?.hold();
    this.carried = { card, x, y, on: false };
  }
  /** The plan without what is carried. */
  private bare: CreaturePlan | null = null;

  /** The hand with the card is there [client px]: over the body it is tried on. single: on one side only. */
  carryTo(x: number, y: number, single: boolean): void {
    const { carried } = this;
    if (!carried) return;
    const place = this.editable ? (this.surface?.skin(x, y, this.fresh)?.rest.toArray() ?? null) : null;
    const { over } = carried;
    // New legs lift the body from under the hand: it is let go only by a hand that goes elsewhere.
    const lifted = !place && carried.on && over && Math.hypot(x - over[0], y - over[1]) < STRAY;
    this.carried = { ...carried, x, y, on: place !== null || !!lifted, over: place ? [x, y] : over };
    if (lifted) return;
    if (place) {
      if (!this.drag) this.begin();
      this.step([this.added(carried.card, place, this.mirrored !== single)]);
    } else void this.end(false);
  }

  /** The joints of what is carried, while it is tried on: the pointer goes through them. */
  private get fresh(): ReadonlySet<number> {
    const { creature, bare } = this;
    const piece = creature?.plan && bare ? newPiece(bare, creature.plan) : null;
    return new Set(piece && piece.kind !== "spine" ? jointsOfPiece(creature!.plan!, creature!.joints, piece.name) : []);
  }

  /** The hand lets go of the card. */
  async drop(kept: boolean): Promise<void> {
    const on = this.carried?.on ?? false;
    if (kept && this.carried && !on) this.miss();
    this.carried = null;
    await this.end(kept && on);
    const { bare } = this;
    this.bare = null;
    const piece = bare && this.creature?.plan ? newPiece(bare, this.creature.plan) : null;
    if (piece) this.pick(piece);
  }

  private miss(): void {
    this.missed = true;
    clearTimeout(this.missing);
    this.missing = window.setTimeout(() => (this.missed = false), MISSED);
  }
  private missing = 0;

  private added(card: string, place: [number, number, number], mirrored: boolean): PlanEdit {
    const { group = "", onLimbs = false } = this.desk.catalogue?.parts.find(({ name }) => name === card) ?? {};
    place = seatedFor(group, place, Math.max(...(this.handles?.spineRadii ?? [0])));
    return onLimbs ? { type: "AddLimb", end: card, place, mirrored } : { type: "AddPart", kind: card, place, mirrored };
  }

  /** Adds a part where it fits, without a drag. */
  async putOn(card: string): Promise<void> {
    const { handles } = this;
    const before = this.creature?.plan;
    if (!handles || !before) return;
    const [point, radius] = [handles.spine.at(-1)!, handles.spineRadii.at(-1) ?? 0.1];
    const place: [number, number, number] = [0.5 * radius, point[1] + 0.5 * radius, point[2] + 0.7 * radius];
    if (!(await this.edit(this.added(card, place, this.mirrored)))) return;
    const after = this.creature?.plan;
    const piece = after && newPiece(before, after);
    if (piece) this.pick(piece);
  }

  /** Puts the picked part, or the end of the picked limb, in another shape. */
  swap(card: string): void {
    const { picked } = this;
    if (picked && picked.kind !== "spine") void this.edit({ type: "SwapPiece", piece: picked.name, kind: card });
  }

  paint(coat: Coat): void {
    void this.edit({ type: "PaintCreature", coat });
  }

  /** Deletes what is picked; returns whether there was something. */
  removePicked(): boolean {
    const { picked } = this;
    if (!this.editable || !picked) return false;
    if (picked.kind === "spine") void this.edit({ type: "RemoveSpinePoint", point: picked.point });
    else if (picked.kind === "limb" && picked.joint)
      void this.edit({ type: "RemoveLimbJoint", limb: picked.name, joint: picked.joint - 1 });
    else void this.edit({ type: "RemovePiece", piece: picked.name });
    return true;
  }

  letGo(): boolean {
    if (this.carried) void this.drop(false);
    else if (this.picked) this.picked = null;
    else return false;
    return true;
  }
}
