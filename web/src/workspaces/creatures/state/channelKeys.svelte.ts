/** The keys of the selected channel: in its own units, or as they are for the body of the active creature; posing and bending. */

import { untrack } from "svelte";
import {
  curveAt,
  flatKeys,
  graphOf,
  keyEntries,
  neighbour,
  withKeyAt,
  withoutKeys,
  type FlatKey,
} from "../model/channels/channelKeys";
import { keyTimes, sameTrack, tracksOf, type TrackId, type TrackRow } from "../model/motion";
import { axisNames } from "../model/channels/movementModes";
import { quatOf, vectorOf, type Vector } from "../model/channels/turnVectors";
import type { ChannelEntry, EventEntry, KeyEntry } from "../../../protocol/generated";
import type { Channels } from "./channels.svelte";
import { answered } from "./answers";
import { Drag } from "../../../document/drag";
import type { Playback } from "../../../timeline/playback.svelte";
import { strings } from "../strings";

/** general: the channel's own units. special: metres and degrees of the active creature's body. */
export type KeySpace = "general" | "special";

/** A row of the graph. names: what each of its values is called. */
export interface KeyRow extends Omit<TrackRow, "keys"> {
  keys: readonly FlatKey[];
  names: readonly string[];
}

/** A selected key: of which row, and which. */
export interface Chosen {
  row: TrackId;
  key: number;
}

const IN_SPACE = Object.values(strings.curves.inSpace);

export class ChannelKeys {
  space = $state<KeySpace>("general");
  chosen = $state.raw<Chosen | null>(null);
  /** The body whose keys are seen in special space, and which the hand poses. */
  body = $state<number | null>(null);
  private special = $state.raw<ReadonlyMap<string, readonly KeyEntry[]>>(new Map());
  /** What the hand made of a row, before the studio has answered. */
  private local = $state.raw<{ row: TrackId; keys: readonly FlatKey[] } | null>(null);
  private drag: Drag | null = null;
  private asked = 0;

  readonly rows = $derived.by<readonly KeyRow[]>(() => {
    const { channel } = this.channels;
    return channel ? tracksOf(channel).map((row) => this.rowOf(channel, row)) : [];
  });
  readonly graph = $derived(graphOf(this.rows, this.space === "special"));
  /** When the channel has keys [s]. */
  readonly times = $derived.by(() => (this.channels.channel ? keyTimes(this.channels.channel) : []));
  /** Whether the active creature has a body that this channel moves. */
  readonly posable = $derived.by(() => this.body !== null && this.channels.motion !== null);
  readonly duration = $derived.by(() => this.channels.animation?.motion.duration ?? 0);
  /** Where the playhead is in the animation, which may go round several times while one walks [s]. */
  readonly time = $derived.by(() => {
    const { time } = this.playback.transport;
    const { duration } = this;
    if (!duration) return 0;
    return this.channels.animation?.motion.loops ? time % duration : Math.min(time, duration);
  });

  constructor(
    private readonly channels: Channels,
    private readonly playback: Playback,
  ) {
    $effect(() => {
      const { channel, motion } = channels;
      void motion?.blob;
      const settled = this.drag === null;
      untrack(() => settled && void this.learn(channel, motion?.id ?? null));
    });
    $effect(() => {
      void channels.channel?.name;
      untrack(() => (this.chosen = null));
    });
  }

  private rowOf(channel: ChannelEntry, row: TrackRow): KeyRow {
    const special = this.isSpecial(row) ? this.special.get(row.track) : undefined;
    const mine = this.local && sameTrack(this.local.row, row) ? this.local.keys : null;
    const keys = mine ?? flatKeys({ ...row, keys: special ?? row.keys });
    return { ...row, keys, names: this.namesOf(channel, row, special !== undefined) };
  }

  private isSpecial({ track, weight }: TrackId): boolean {
    return this.space === "special" && !weight && track !== "deform";
  }

  private namesOf(channel: ChannelEntry, { track, weight, label }: TrackRow, special: boolean): readonly string[] {
    if (weight || track === "deform") return [label];
    if (track === "rotation") return Object.values(strings.curves.turn);
    return special ? IN_SPACE : axisNames(channel.position?.mode ?? {});
  }

  private async learn(channel: ChannelEntry | null, motion: string | null): Promise<void> {
    const asked = ++this.asked;
    const question =
      channel && motion ? ({ type: "RequestChannelKeys", motion, channel: channel.name } as const) : null;
    const found = question && (await answered(this.channels.studio, question, "ChannelKeys").catch(() => null));
    if (asked !== this.asked) return;
    this.special = new Map(found?.specialized.map(({ track, keys }) => [track, keys]) ?? []);
    this.body = found?.body ?? null;
    if (!this.drag) this.local = null;
  }

  // ---------------------------------------------------------------- edits

  private command(row: TrackId, keys: readonly FlatKey[], on: string | null, smooth: boolean) {
    return {
      type: "SetChannelKeys" as const,
      channel: this.channels.channel!.name,
      track: row.track,
      deform: row.deform,
      weight: row.weight,
      keys: keyEntries(row, keys),
      smooth,
      on,
    };
  }

  /** A step of a drag over a row's keys. */
  step(row: TrackId, keys: readonly FlatKey[]): void {
    const { animation, motion } = this.channels;
    if (!animation || !keys.length) return;
    this.drag ??= new Drag(this.channels.studio);
    this.local = { row, keys };
    const on = this.isSpecial(row) ? (motion?.id ?? null) : null;
    const edits = [this.command(row, keys, on, false)];
    this.drag.step({ type: "EditAnimation", animation: animation.id, edits, gesture: this.drag.id });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
    if (this.drag) return;
    this.local = null;
    await this.learn(this.channels.channel, this.channels.motion?.id ?? null);
  }

  /** Sets a row's keys as one edit. */
  private async put(row: TrackId, keys: readonly FlatKey[]): Promise<void> {
    const on = this.isSpecial(row) ? (this.channels.motion?.id ?? null) : null;
    await this.channels.edit(this.command(row, keys, on, false));
  }

  /** A key here in every row that moves the body, on the curve as it is. */
  async insert(): Promise<void> {
    const { channel } = this.channels;
    if (!channel) return;
    const rows = tracksOf(channel).filter(({ weight }) => !weight);
    const time = Math.round(this.time * 1e4) / 1e4;
    await this.channels.edit(
      ...rows.map(({ track, deform }) => ({
        type: "InsertChannelKey" as const,
        channel: channel.name,
        track,
        deform,
        time,
      })),
    );
  }

  async remove(): Promise<boolean> {
    const { chosen } = this;
    const row = chosen && this.rows.find((each) => sameTrack(each, chosen.row));
    if (!chosen || !row || row.keys.length < 2) return false;
    this.chosen = null;
    await this.put(row, withoutKeys(row.keys, new Set([chosen.key])));
    return true;
  }

  /** Adds a key on a row's curve; the curve stays. */
  async addTo(row: KeyRow, time: number): Promise<void> {
    await this.put(row, withKeyAt(row.keys, time, null));
  }

  /** A weight that fades, or 1 throughout again. */
  async toggleWeight(track: "position" | "rotation", has: boolean): Promise<void> {
    const { channel } = this.channels;
    if (!channel) return;
    const keys = has ? null : [{ time: 0, value: [1] }];
    await this.channels.edit({ type: "SetChannelKeys", channel: channel.name, track, weight: true, keys });
  }

  toggleSpace(): void {
    this.space = this.space === "general" ? "special" : "general";
    this.chosen = null;
  }

  toKey(direction: 1 | -1): void {
    const time = neighbour(this.times, this.time, direction);
    if (time === null) return;
    this.playback.pause();
    this.playback.seek(time);
  }

  // ---------------------------------------------------------------- posing on the stage

  /** What the body's place or turn is now, in the character's space; null where it has no such keys. */
  private specialAt(track: "position" | "rotation"): { keys: FlatKey[]; value: number[] } | null {
    const entries = this.special.get(track);
    if (!entries?.length) return null;
    const keys = flatKeys({ track, weight: false, keys: entries });
    return { keys, value: curveAt(keys, this.time).value };
  }
  private grip: { keys: FlatKey[]; value: number[]; time: number } | null = null;

  /** The hand takes hold of the body. Returns whether there is something to pose. */
  grab(track: "position" | "rotation"): boolean {
    const now = this.posable ? this.specialAt(track) : null;
    if (!now) return false;
    this.playback.pause();
    this.grip = { ...now, time: Math.round(this.time * 1e4) / 1e4 };
    return true;
  }

  /** shift: from where it was grabbed, in the character's space [m]: a key here holds it there. */
  pull(shift: Vector): void {
    if (!this.grip) return;
    const place = this.grip.value.map((value, axis) => value + shift[axis]!);
    this.pose("position", withKeyAt(this.grip.keys, this.grip.time, place));
  }

  /** turn: a quaternion from how it was grabbed, in the character's space. */
  turn(turn: readonly [number, number, number, number]): void {
    if (!this.grip) return;
    const turned = vectorOf(multiplied(turn, quatOf(this.grip.value as Vector)));
    this.pose("rotation", withKeyAt(this.grip.keys, this.grip.time, turned));
  }

  private pose(track: "position" | "rotation", keys: readonly FlatKey[]): void {
    const { animation, motion } = this.channels;
    if (!animation || !motion) return;
    this.drag ??= new Drag(this.channels.studio);
    const row = { track, deform: "", weight: false };
    const edits = [this.command(row, keys, motion.id, true)];
    this.drag.step({ type: "EditAnimation", animation: animation.id, edits, gesture: this.drag.id });
  }

  // ---------------------------------------------------------------- events

  async setEvents(events: EventEntry[]): Promise<void> {
    await this.channels.edit({ type: "SetEvents", events });
  }
}

function multiplied(a: readonly number[], b: readonly number[]): [number, number, number, number] {
  const [ax, ay, az, aw] = a as [number, number, number, number];
  const [bx, by, bz, bw] = b as [number, number, number, number];
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
