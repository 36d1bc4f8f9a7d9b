/** Creatures: those on stage, the active one, the animation that all of them play, and the one that they try while the pointer rests on it.
 *
 * What a creature shows is the first of these that there is:
 *
 *     its shape under a drag, with what it plays     (Maker)
 *     the animation that is tried on                 ◄── the pointer is over its card
 *     how it would go                                ◄── a gait slider of a creature without an animation is dragged
 *     the bound animation                            ◄── a card was clicked; the playhead says when
 *     standing about                                 nothing is bound, or it does not play on this one
 */

import { untrack } from "svelte";
import { nextInRow } from "../model/pieces";
import { playedOf, runsByItself, timeIn, type Played } from "../model/played";
import { clipOf, type ClipArrays } from "../../../document/motion";
import { placementOf } from "../../../document/records";
import type {
  AnimationRecord,
  CharacterRecord,
  ClipFrame,
  CreatureCatalogue,
  CreatureGait,
  CreaturePlan,
  MotionRecord,
} from "../../../protocol/generated";
import type { Frame } from "../../../protocol/frames";
import { Maker } from "./maker.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { strings } from "../strings";

/** An animation that can be tried on or bound: one that ships, or one of the document. */
export type Choice = { shipped: string } | { animation: string };

/** Clips of an animation on creatures, and why it does not play on others; by the creatures' ids. */
interface Tried {
  key: string;
  clips: ReadonlyMap<string, ClipArrays>;
  refused: ReadonlyMap<string, string>;
}

const IDLE = "breathe";
const NOTHING: Tried = { key: "", clips: new Map(), refused: new Map() };
const keyOf = (choice: Choice) => ("shipped" in choice ? `shipped ${choice.shipped}` : choice.animation);

export class Creatures {
  /** The parts, kinds and animations; null until the studio has sent them. */
  catalogue = $state.raw<CreatureCatalogue | null>(null);
  trouble = $state<string | null>(null);
  /** What the pointer is over. */
  hovered = $state.raw<Choice | null>(null);
  /** Whether creatures are being made, or bound. */
  busy = $state<string | null>(null);
  /** Which side of the inspector is open. */
  tab = $state<"body" | "motion">("body");
  private tried = $state.raw<Tried>(NOTHING);
  private idle = $state.raw<ReadonlyMap<string, { blob: string; clip: ClipArrays }>>(new Map());
  /** The gait preview of a creature without an animation. */
  private going = $state.raw<{ character: string; clip: ClipArrays } | null>(null);
  /** Time for what has no playhead [s]. */
  private clock = $state(0);
  private bound = $state.raw<ReadonlyMap<string, ClipArrays>>(new Map());
  /** Why the bound animation does not play on some, by the creatures' ids. */
  refused = $state.raw<ReadonlyMap<string, string>>(new Map());

  readonly maker: Maker;
  /** Whether the workspace is open. */
  readonly active = $derived.by(() => this.room.workspace === "creatures");
  /** All characters on stage: any character is a creature. */
  readonly creatures = $derived.by<readonly CharacterRecord[]>(() => this.studio.characters);
  /** The one that is edited, and that an animation is edited on. */
  readonly creature = $derived.by(() => this.studio.lead);
  readonly animations = $derived.by(() =>
    [...this.studio.records.values()].filter((record): record is AnimationRecord => record.kind === "animation"),
  );
  /** The animation that is bound: what the motion that is looked at plays. */
  readonly animation = $derived.by<AnimationRecord | null>(() => {
    const id = this.studio.motion?.playing?.animation;
    return this.animations.find((each) => each.id === id) ?? null;
  });
  /** What plays it, a motion for each creature that it plays on. */
  readonly motions = $derived.by<readonly MotionRecord[]>(() => {
    const looked = this.studio.motion;
    if (!looked?.playing) return [];
    const id = this.animation?.id ?? null; // null for creatures that only walk
    return this.studio.motions.filter((each) => each.playing?.animation === id);
  });
  /** The active creature's part in it. */
  readonly motion = $derived.by(() => this.motions.find((each) => each.character === this.creature?.id) ?? null);

  /** What each creature plays. */
  private readonly played = $derived.by<ReadonlyMap<string, Played>>(() => {
    if (!this.active) return new Map();
    const { maker, going } = this;
    const trying = this.hovered && this.tried.key === keyOf(this.hovered) ? this.tried : null;
    const found = this.creatures.flatMap(({ id, blob }) => {
      const idle = this.idle.get(id);
      const played = playedOf({
        shape: maker.shape?.character === id ? maker.shape.clip : null,
        tried: trying?.clips.get(id),
        walking: going?.character === id ? going.clip : null,
        bound: trying ? null : this.bound.get(id),
        idle: idle?.blob === blob ? idle.clip : null,
      });
      return played ? [[id, played] as const] : [];
    });
    return new Map(found);
  });
  /** What each creature shows now, and when in it [s]. */
  readonly shown = $derived.by<ReadonlyMap<string, { clip: ClipArrays; time: number }>>(() => {
    const { clock } = this;
    const playhead = this.playback.transport.time;
    const at = (played: Played) => ({ clip: played.clip, time: timeIn(played, clock, playhead) });
    return new Map([...this.played].map(([id, played]) => [id, at(played)]));
  });
  /** The reasons why creatures do not play, by the creatures' ids. */
  readonly reasons = $derived.by<ReadonlyMap<string, string>>(() => {
    const trying = this.hovered && this.tried.key === keyOf(this.hovered);
    if (trying) return this.tried.refused;
    // A creature that an edit excludes keeps its motion, with the engine's reason why it stands still.
    const unfit = this.motions.flatMap(({ character, playing, notes }) =>
      character && playing?.variants === 0 ? [[character, notes.at(-1) ?? strings.names.doesNotPlay] as const] : [],
    );
    return this.animation ? new Map([...this.refused, ...unfit]) : new Map();
  });

  private answering: { clips: Map<string, ClipArrays>; refused: Map<string, string> } | null = null;
  private line: Promise<unknown> = Promise.resolve();
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
  ) {
    this.maker = new Maker(studio, this);
    studio.on("PlayFrame", (frame) => {
      this.answering?.clips.set(frame.header.character, clipOf(frame as unknown as Frame<ClipFrame>));
    });
    studio.on("ClipFrame", (frame) => frame.header.blob === "" && this.preview(frame));
    studio.on("CreatureCatalogue", (event) => (this.catalogue = event));
    studio.on("PlayRefused", ({ character, reason }) => this.answering?.refused.set(character, reason));
    $effect(() => {
      if (this.active && studio.canEdit && !this.catalogue) untrack(() => void this.ask());
    });
    $effect(() => {
      void this.creatures.map(({ id, blob }) => id + blob);
      if (this.active && studio.canEdit && this.catalogue && !this.maker.busy) untrack(() => void this.standAbout());
    });
    $effect(() => {
      const motions = this.motions;
      if (this.active && studio.canEdit) untrack(() => void this.take(motions));
    });
    $effect(() => {
      if (this.active) return () => (this.hovered = null);
    });
  }

  private async ask(): Promise<void> {
    this.trouble = null;
    await this.studio.request({ type: "RequestCatalogue" }).catch((error: Error) => (this.trouble = error.message));
  }

  retry(): void {
    void this.ask();
  }

  /** What a drag makes of a motion that plays here: shown, not kept. */
  private preview(frame: Frame<ClipFrame>): void {
    const owner = this.motions.find(({ id }) => id === frame.header.motion)?.character;
    if (owner && this.active) this.bound = new Map(this.bound).set(owner, clipOf(frame));
  }

  /** One question at a time: what comes between question and answer belongs to it. */
  private inLine<T>(work: () => Promise<T>): Promise<T> {
    const next = this.line.then(work, work);
    this.line = next.catch(() => null);
    return next;
  }

  private tryOn(choice: Choice | { gait: CreatureGait }, characters: string[]) {
    return this.inLine(async () => {
      const answer = { clips: new Map<string, ClipArrays>(), refused: new Map<string, string>() };
      this.answering = answer;
      await this.studio.request({ type: "TryOn", characters, ...choice }).finally(() => (this.answering = null));
      return answer;
    });
  }

  /** Previews an animation on all creatures while the pointer is over its card; null ends the preview. */
  hover(choice: Choice | null): void {
    this.hovered = choice;
    if (!choice || !this.creatures.length || this.tried.key === keyOf(choice)) return;
    const key = keyOf(choice);
    const wanted = () => this.hovered !== null && keyOf(this.hovered) === key;
    // A pointer that only passes by asks nothing.
    setTimeout(() => wanted() && void this.show(choice, key, wanted), 120);
  }

  private async show(choice: Choice, key: string, wanted: () => boolean): Promise<void> {
    const characters = this.creatures.map(({ id }) => id);
    const answer = await this.tryOn(choice, characters).catch((error: Error) => {
      const why = new Map(characters.map((id) => [id, error.message]));
      return { clips: new Map<string, ClipArrays>(), refused: why };
    });
    if (!wanted()) return;
    this.clock = 0;
    this.tried = { key, ...answer };
  }

  /** Shows how the active creature would go; null for no longer. */
  async tryGait(gait: CreatureGait | null): Promise<void> {
    const id = this.creature?.id;
    const answer = gait && id ? await this.tryOn({ gait }, [id]) : null;
    const clip = id ? answer?.clips.get(id) : null;
    this.going = id && clip ? { character: id, clip } : null;
  }

  /** The idle motion of a creature without an animation. */
  private async standAbout(): Promise<void> {
    const exists = this.catalogue?.animations.some(({ name }) => name === IDLE);
    const waiting = this.creatures.filter(({ id, blob }) => this.idle.get(id)?.blob !== blob);
    if (!exists || this.calm || waiting.length === 0) return;
    const answer = await this.tryOn(
      { shipped: IDLE },
      waiting.map(({ id }) => id),
    ).catch(() => null);
    const idle = new Map(this.idle);
    for (const { id, blob } of waiting) {
      const clip = answer?.clips.get(id);
      if (clip) idle.set(id, { blob, clip });
    }
    this.idle = idle;
  }

  /** The frames of what is bound, and why some have none. */
  private async take(motions: readonly MotionRecord[]): Promise<void> {
    const found = await Promise.all(motions.map(async (each) => [each, await this.playback.need(each)] as const));
    if (this.motions !== motions) return;
    const clips = found.flatMap(([{ character }, arrays]) =>
      character && arrays?.kind === "clip" ? [[character, arrays] as const] : [],
    );
    this.bound = new Map(clips);
  }

  /** Binds an animation to all creatures; null for none. */
  async bind(choice: Choice | null): Promise<void> {
    const { studio, creature } = this;
    if (!choice) return void (await studio.ask({ type: "SelectMotion", motion: null }));
    if (!creature || !studio.canEdit || this.busy) return;
    this.busy = keyOf(choice);
    const refused = new Map<string, string>();
    try {
      const characters = this.creatures.map(({ id }) => id);
      const done = await this.inLine(async () => {
        this.answering = { clips: new Map(), refused };
        return studio.ask({ type: "PlayOn", ...choice, characters });
      });
      if (!done) return;
      this.refused = refused;
      const made = done.created.map((id) => studio.motions.find((each) => each.id === id));
      const own = made.find((each) => each?.character === creature.id) ?? made[0];
      if (own) await this.watch(own.id);
    } finally {
      this.busy = this.answering = null;
    }
  }

  /** Looks at a motion as it plays. */
  async watch(motion: string): Promise<void> {
    await this.studio.ask({ type: "SelectMotion", motion });
    this.playback.play();
  }

  /** Another creature of a kind, or any, or one of a plan: it comes to the end of the row. */
  async make(kind: string | null, plan: CreaturePlan | null = null): Promise<void> {
    if (!this.studio.canEdit || this.busy) return;
    this.busy = `make ${kind ?? ""}`;
    const done = await this.studio.ask({ type: "MakeCreature", kind, plan, position: this.next() });
    await this.arrived(done?.created[0]);
    this.busy = null;
  }

  /** Adds a character of the cast. */
  async bring(cast: string): Promise<void> {
    if (!this.studio.canEdit || this.busy) return;
    this.busy = `cast ${cast}`;
    const done = await this.studio.ask({ type: "AddCharacter", cast, position: this.next() });
    await this.arrived(done?.created[0]);
    this.busy = null;
  }

  /** A newcomer plays what the others play; what was tried on before does not know it. */
  private async arrived(id: string | undefined): Promise<void> {
    this.tried = NOTHING;
    if (!id) return;
    const animation = this.motions[0]?.playing?.animation;
    if (animation) await this.inLine(() => this.studio.ask({ type: "PlayOn", animation, characters: [id] }));
    this.choose(id);
  }

  private next() {
    const { records } = this.studio;
    const width = ({ id, height }: CharacterRecord) => this.widths.get(id) ?? Math.max(0.6 * height, 0.5);
    return nextInRow(
      this.creatures.map((each) => ({ x: placementOf(records, each.id).position[0], width: width(each) })),
    );
  }
  /** How wide creatures are, as the stage found them [m]. */
  readonly widths = new Map<string, number>();

  choose(creature: string): void {
    if (creature === this.creature?.id) return;
    const own = this.motions.find((each) => each.character === creature);
    this.maker.pick(null);
    if (own) this.room.selectMotion(own.id);
    this.room.selectCharacter(creature);
  }

  /** Looks at the active creature as a whole. */
  frame(): void {
    this.room.frame("selected");
  }

  /** The one beside it, from left to right and round. */
  chooseNext(): void {
    const places = this.studio.records;
    const row = [...this.creatures].sort(
      (a, b) => placementOf(places, a.id).position[0] - placementOf(places, b.id).position[0],
    );
    const next = row[(row.findIndex(({ id }) => id === this.creature?.id) + 1) % Math.max(row.length, 1)];
    if (next) this.choose(next.id);
  }

  /** Deletes what is picked of the body; returns whether this is where that is decided. */
  deleteSelected(): boolean {
    return this.active && this.maker.removePicked();
  }

  /** Call once a frame. elapsed: [s]. */
  tick(elapsed: number): void {
    if (this.active && runsByItself(this.played.values())) this.clock += elapsed;
  }

  /** Lets go of one thing at a time; returns whether there was one. */
  letGo(): boolean {
    if (!this.active) return false;
    return this.maker.letGo();
  }
}
