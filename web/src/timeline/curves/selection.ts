/** What is selected of an animation's keys: whole pose columns, or single keys. Never both, so that an edit means one thing. */

import { strings } from "../strings";
import { KEY_TAGS } from "../../protocol/generated";
import { SAME_TIME, firstFrom, indexAt, tagAt, type Curves, type Tag } from "./curves";

/** A key: channel and key, as the curves count them. */
export type KeyRef = readonly [channel: number, key: number];

/** columns: their times [s], ascending. keys: single keys; empty where columns are selected. */
export interface KeysSelected {
  columns: readonly number[];
  keys: readonly KeyRef[];
}

export const NO_KEYS: KeysSelected = { columns: [], keys: [] };

export const isEmpty = (selected: KeysSelected) => selected.columns.length === 0 && selected.keys.length === 0;

/** How a click or a box joins what was selected before. */
export type Joining = "replace" | "add" | "toggle";

/** Every key at `time` in the given channels. */
export function keysAt(curves: Curves, channels: readonly number[], time: number): KeyRef[] {
  return channels.flatMap((channel) => {
    const key = indexAt(curves.channels[channel]!.times, time);
    return key < 0 ? [] : [[channel, key] as const];
  });
}

/** The selection as single keys: a column is all keys at its time. */
export function asKeys(curves: Curves, selected: KeysSelected): KeyRef[] {
  if (!selected.columns.length) return [...selected.keys];
  const all = curves.channels.map((_, channel) => channel);
  return selected.columns.flatMap((time) => keysAt(curves, all, time));
}

/** The distinct times of what is selected, ascending [s]. */
export function selectedTimes(curves: Curves, selected: KeysSelected): number[] {
  if (selected.columns.length) return [...selected.columns].sort((a, b) => a - b);
  const times = selected.keys.map(([channel, key]) => curves.channels[channel]!.times[key]!).sort((a, b) => a - b);
  return times.filter((time, index) => index === 0 || time > times[index - 1]! + SAME_TIME);
}

const name = ([channel, key]: KeyRef) => `${channel} ${key}`;

/** Joins a click's or a box's catch to what was selected. Columns among keys become their keys. */
export function joined(curves: Curves, before: KeysSelected, caught: KeysSelected, how: Joining): KeysSelected {
  if (how === "replace" || isEmpty(before)) return caught;
  if (isEmpty(caught)) return before;
  if (before.columns.length && caught.columns.length)
    return { columns: joinedTimes(before.columns, caught.columns, how), keys: [] };
  const kept = new Map(asKeys(curves, before).map((key) => [name(key), key]));
  const incoming = asKeys(curves, caught);
  const remove = how === "toggle" && incoming.every((key) => kept.has(name(key)));
  for (const key of incoming) remove ? kept.delete(name(key)) : kept.set(name(key), key);
  return { columns: [], keys: [...kept.values()] };
}

function joinedTimes(before: readonly number[], caught: readonly number[], how: Joining): number[] {
  const has = (time: number) => indexAt(before, time) >= 0;
  if (how === "toggle" && caught.every(has)) return before.filter((time) => indexAt(caught, time) < 0);
  return [...before, ...caught.filter((time) => !has(time))].sort((a, b) => a - b);
}

/** What is left of a selection when the curves have changed under it (an undo, another page). */
export function stillThere(curves: Curves, selected: KeysSelected): KeysSelected {
  const columns = selected.columns.filter((time) => indexAt(curves.columns.times, time) >= 0);
  const keys = selected.keys.filter(([channel, key]) => key < (curves.channels[channel]?.times.length ?? 0));
  const same = columns.length === selected.columns.length && keys.length === selected.keys.length;
  return same ? selected : { columns, keys };
}

/** Answers, for each channel, which keys are selected; made once per selection, asked for every key drawn. */
export class SelectedKeys {
  private readonly byChannel = new Map<number, Set<number>>();
  readonly times: Float64Array;

  constructor(
    private readonly curves: Curves,
    private readonly selected: KeysSelected,
  ) {
    for (const [channel, key] of selected.keys) {
      if (!this.byChannel.has(channel)) this.byChannel.set(channel, new Set());
      this.byChannel.get(channel)!.add(key);
    }
    this.times = Float64Array.from(selectedTimes(curves, selected));
  }

  has(channel: number, key: number): boolean {
    if (!this.selected.columns.length) return this.byChannel.get(channel)?.has(key) ?? false;
    return this.hasColumn(this.curves.channels[channel]!.times[key]!);
  }

  /** How many keys are selected at most, on a number of channels. */
  count(channels: number): number {
    return this.selected.columns.length ? this.times.length * channels : this.selected.keys.length;
  }

  hasColumn(time: number): boolean {
    return this.selected.columns.length > 0 && indexAt(this.times, time) >= 0;
  }

  /** Of the keys at `time` in `channels`: whether none, some or all are selected. */
  share(channels: readonly number[], time: number): "none" | "some" | "all" {
    if (this.selected.columns.length) return this.hasColumn(time) ? "all" : "none";
    if (indexAt(this.times, time) < 0) return "none";
    const keys = keysAt(this.curves, channels, time);
    const count = keys.filter(([channel, key]) => this.has(channel, key)).length;
    return count === 0 ? "none" : count === keys.length ? "all" : "some";
  }
}

/** What is selected, in words: "3 keyposes and 1 breakdown from frame 0 to 48", "12 keyframes at frame 24". */
export function selectionText(curves: Curves, selected: KeysSelected, fps: number): string {
  const text = strings.selection;
  if (isEmpty(selected)) return text.nothing;
  const times = selectedTimes(curves, selected);
  const [from, to] = [times[0]! * fps, times.at(-1)! * fps];
  const what = selected.columns.length ? countTags(tally(curves, times)) : text.keyframes(selected.keys.length);
  return times.length === 1 ? text.at(what, from) : text.between(what, from, to);
}

function tally(curves: Curves, times: readonly number[]): Map<Tag, number> {
  const counts = new Map<Tag, number>();
  for (const time of times) {
    const tag = tagAt(curves.columns, time);
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

function countTags(counts: ReadonlyMap<Tag, number>): string {
  const parts = KEY_TAGS.filter((tag) => counts.has(tag)).map((tag) => strings.selection.tags[tag](counts.get(tag)!));
  return strings.selection.list(parts);
}

/** The tag that all of what is selected has, or null where they differ or nothing is selected. */
export function commonTag(curves: Curves, selected: KeysSelected): Tag | null {
  const tags = new Set(selectedTimes(curves, selected).map((time) => tagAt(curves.columns, time)));
  return tags.size === 1 ? [...tags][0]! : null;
}

/** The tag after `tag` in the order of importance; the first after none. */
export const nextTag = (tag: Tag | null): Tag =>
  KEY_TAGS[tag === null ? 0 : (KEY_TAGS.indexOf(tag) + 1) % KEY_TAGS.length]!;

/** The time nearest to `time` in ascending `times`, or null. */
export function nearestTime(times: ArrayLike<number>, time: number): number | null {
  const after = firstFrom(times, time);
  const [left, right] = [times[after - 1], times[after]];
  if (left === undefined) return right ?? null;
  return right === undefined || time - left <= right - time ? left : right;
}
