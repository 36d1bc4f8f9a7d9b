/** Channels: the animation that the creatures play, as one edits it. What is selected of it, what glows, its variants; with
 * desks of their own for targets, for going, and for keys. */

import { errorText } from "../../../text/format";
import { untrack } from "svelte";
import { channelsOf, freeName, needsTarget, newChannel, targetsFor } from "../model/motion";
import type {
  AnimationEdit,
  ChannelEntry,
  PositionModeEntry,
  RotationModeEntry,
  TargetPart,
  VariantInfo,
} from "../../../protocol/generated";
import { ChannelKeys } from "./channelKeys.svelte";
import { answered } from "./answers";
import { CreatureGoing } from "./locomotion.svelte";
import { GaitEditor } from "./gaitEditor.svelte";
import { CreatureGround } from "./ground.svelte";
import { CreatureLayers } from "./layers.svelte";
import { CreatureSounds } from "./sounds.svelte";
import type { Creatures } from "./creatures.svelte";
import { CreatureTargets } from "./targets.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { strings } from "../strings";

const NOTHING: ReadonlyMap<string, readonly number[]> = new Map();

export class Channels {
  /** A sentence that is being thought about, typed or pointed at: its bodies glow, and nothing changes yet. */
  query = $state<string | null>(null);
  /** Why the sentence means nothing; null while it does. */
  trouble = $state<string | null>(null);
  /** What an edit did beyond what was asked, until the next one: "Bear moves as before: its keys were remapped." */
  note = $state<string | null>(null);
  variants = $state.raw<readonly VariantInfo[]>([]);
  /** The joints that glow on each creature, by the creatures' ids. */
  glow = $state.raw(NOTHING);
  /** The selected channel, by name. */
  private selected = $state<string | null>(null);
  private asked = 0;

  readonly animation = $derived.by(() => this.creatures.animation);
  readonly motion = $derived.by(() => this.creatures.motion);
  readonly channels = $derived(channelsOf(this.animation?.motion));
  readonly channel = $derived.by<ChannelEntry | null>(
    () => this.channels.find(({ name }) => name === this.selected) ?? null,
  );
  readonly variant = $derived.by(() => this.motion?.playing?.variant ?? 0);
  /** The sentence whose bodies glow. */
  readonly lit = $derived.by(() => (this.creatures.active ? (this.query ?? this.channel?.bodies ?? null) : null));

  /** Whether its curves are seen under the stage. */
  readonly curved = $derived.by(
    () => this.creatures.active && this.creatures.tab === "motion" && this.animation !== null,
  );

  readonly targets: CreatureTargets;
  readonly going: CreatureGoing;
  readonly gaits: GaitEditor;
  readonly keys: ChannelKeys;
  readonly layers: CreatureLayers;
  readonly ground: CreatureGround;
  readonly sounds: CreatureSounds;

  constructor(
    readonly studio: Studio,
    playback: Playback,
    readonly creatures: Creatures,
  ) {
    this.targets = new CreatureTargets(this);
    this.going = new CreatureGoing(studio, creatures);
    this.gaits = new GaitEditor(studio, creatures, this.going);
    this.keys = new ChannelKeys(this, playback);
    this.layers = new CreatureLayers(studio, playback, creatures);
    this.ground = new CreatureGround(studio, creatures);
    this.sounds = new CreatureSounds(studio, playback, creatures);
    $effect(() => {
      const sentence = this.lit;
      void creatures.creatures.map(({ blob }) => blob); // other bodies, other selections
      untrack(() => void this.light(sentence));
    });
    $effect(() => {
      const { animation, motion } = this;
      const [id, character] = [animation?.id, motion?.character];
      void animation?.motion;
      untrack(() => void this.listVariants(id, character));
    });
    // A deleted channel is deselected; the first one is shown until another is chosen.
    let seen: string | undefined;
    $effect(() => {
      const { channels, channel, animation } = this;
      const first = channels[0]?.name ?? null;
      const other = animation?.id !== seen;
      seen = animation?.id;
      if ((other || !channel) && this.selected !== first) untrack(() => (this.selected = first));
    });
  }

  /** Lets the pointer paint the ground; it then draws no path. */
  paintGround(on: boolean): void {
    this.ground.painting = on;
    if (on) this.going.drawing = false;
  }

  /** Lets the pointer draw a path; it then paints no ground. */
  drawPath(on: boolean): void {
    this.going.drawing = on;
    if (on) this.ground.painting = false;
  }

  /** Lets a target of the active creature follow a part of another one; null for none. */
  async bindTarget(target: string, part: TargetPart | null): Promise<void> {
    const { motion } = this;
    if (motion) await this.studio.ask({ type: "BindTarget", motion: motion.id, target, part });
  }

  private async light(sentence: string | null): Promise<void> {
    const asked = ++this.asked;
    if (sentence === null || !this.studio.ready) {
      [this.trouble, this.glow] = [null, NOTHING];
      return;
    }
    try {
      const found = await answered(this.studio, { type: "SelectBodies", bodies: sentence }, "BodiesSelected");
      if (asked !== this.asked) return;
      this.glow = new Map(Object.entries(found.bodies));
      this.trouble = null;
    } catch (error) {
      if (asked !== this.asked) return;
      this.glow = NOTHING;
      this.trouble = errorText(error);
    }
  }

  private async listVariants(animation: string | undefined, character: string | null | undefined): Promise<void> {
    if (!animation || !character) return void (this.variants = []);
    const question = { type: "ListVariants", animation, character } as const;
    const found = await answered(this.studio, question, "Variants").catch(() => null);
    if (this.animation?.id === animation && this.motion?.character === character) this.variants = found?.variants ?? [];
  }

  /** The number of body parts that glow, and of creatures: "3 body parts on 2 of 4 creatures". */
  readonly reach = $derived.by(() => {
    const found = [...this.glow.values()].filter((joints) => joints.length > 0);
    const bodies = found.reduce((sum, joints) => sum + joints.length, 0);
    const all = this.creatures.creatures.length;
    return strings.channel.reach(bodies, found.length, all);
  });

  /** Applies edits as one; a refusal is shown beside the channel. Returns whether they were applied. */
  async edit(...edits: AnimationEdit[]): Promise<boolean> {
    if (!this.animation) return false;
    this.note = null;
    const done = await this.studio.ask({ type: "EditAnimation", animation: this.animation.id, edits });
    return done !== null;
  }

  choose(name: string | null): void {
    [this.selected, this.query, this.note] = [name, null, null];
  }

  /** Which bodies the channel moves. */
  async setContext(channel: ChannelEntry, bodies: string): Promise<void> {
    await this.edit({ type: "SetContext", channel: channel.name, bodies });
    this.query = null;
  }

  async setPositionMode(channel: ChannelEntry, mode: PositionModeEntry): Promise<void> {
    const changed = { ...channel, position: { ...channel.position!, mode } };
    const on = this.motion?.id ?? null;
    await this.remapped([...this.givenTarget(changed), { type: "SetPositionMode", channel: channel.name, mode, on }]);
  }

  async setRotationMode(channel: ChannelEntry, mode: RotationModeEntry): Promise<void> {
    const changed = { ...channel, rotation: { ...channel.rotation!, mode } };
    const on = this.motion?.id ?? null;
    await this.remapped([...this.givenTarget(changed), { type: "SetRotationMode", channel: channel.name, mode, on }]);
  }

  private async remapped(edits: AnimationEdit[]): Promise<void> {
    const { creature } = this.creatures;
    if ((await this.edit(...edits)) && this.motion && creature) this.note = strings.channel.remapped(creature.name);
  }

  /** The edit that gives a channel the likeliest target, where its modes need one and it has none. */
  private givenTarget(channel: ChannelEntry): AnimationEdit[] {
    const motion = this.animation?.motion;
    if (!motion || channel.target || !needsTarget(channel)) return [];
    const [target] = targetsFor(motion, channel);
    return target ? [{ type: "SetTarget", channel: channel.name, target }] : [];
  }

  /** Positions, rotations or a deform: a track that begins at rest, or goes away. */
  async toggleTrack(channel: ChannelEntry, track: "position" | "rotation" | "deform", deform = ""): Promise<void> {
    const there = track === "deform" ? channel.deforms?.some(({ name }) => name === deform) : Boolean(channel[track]);
    const rest = { position: [0, 0, 0], rotation: [0, 0, 0, 1], deform: [0] }[track];
    const keys = there ? null : [{ time: 0, value: rest }];
    await this.edit({ type: "SetChannelKeys", channel: channel.name, track, deform, keys });
  }

  /** The bodies of a variant glow while the pointer is over it; null for what glowed before. */
  pointVariant(variant: { character: string; joints: readonly number[] } | null): void {
    if (variant) this.glow = new Map([[variant.character, variant.joints]]);
    else void this.light(this.lit);
  }

  /** Begins an empty animation that all creatures play. */
  async begin(): Promise<void> {
    const made = await this.studio.ask({ type: "AddAnimation" });
    if (made?.created[0]) await this.creatures.bind({ animation: made.created[0] });
  }

  async add(): Promise<void> {
    const channel = newChannel(this.channels, "graspers");
    if (await this.edit({ type: "AddChannel", channel })) this.choose(channel.name);
  }

  async duplicate(channel: ChannelEntry): Promise<void> {
    await this.edit({ type: "DuplicateChannel", channel: channel.name });
  }

  async remove(channel: ChannelEntry): Promise<void> {
    const index = this.channels.indexOf(channel);
    const next = this.channels[index + 1] ?? this.channels[index - 1] ?? null;
    if (await this.edit({ type: "DeleteChannel", channel: channel.name })) this.choose(next?.name ?? null);
  }

  async rename(channel: ChannelEntry, wanted: string): Promise<void> {
    if (!wanted || wanted === channel.name) return;
    const others = this.channels.filter((each) => each !== channel).map(({ name }) => name);
    const name = others.includes(wanted) ? freeName(others, wanted) : wanted;
    if (await this.edit({ type: "RenameChannel", channel: channel.name, name })) this.choose(name);
  }

  /** Puts a channel at another place: the first owns what it moves. */
  async reorder(channel: ChannelEntry, to: number): Promise<void> {
    const last = this.channels.length - 1;
    const place = Math.min(Math.max(to, 0), last);
    if (place !== this.channels.indexOf(channel))
      await this.edit({ type: "ReorderChannel", channel: channel.name, to: place });
  }

  /** Deletes the chosen key; returns whether there was one. */
  deleteSelected(): boolean {
    if (!this.creatures.active || !this.keys.chosen) return false;
    void this.keys.remove();
    return true;
  }

  /** Lets go of one thing at a time; returns whether there was one. */
  letGo(): boolean {
    if (!this.creatures.active) return false;
    if (this.going.drawing) this.going.drawing = false;
    else if (this.ground.painting) this.ground.painting = false;
    else if (this.keys.chosen) this.keys.chosen = null;
    else return false;
    return true;
  }

  /** Plays the next way, or the one before; or a certain one. */
  async setVariant(variant: number): Promise<void> {
    const { motion } = this;
    if (!motion || this.variants.length < 2) return;
    const count = this.variants.length;
    await this.studio.ask({ type: "SetVariant", motions: [motion.id], variant: ((variant % count) + count) % count });
  }
}
