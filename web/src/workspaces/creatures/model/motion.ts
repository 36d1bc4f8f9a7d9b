/** A generalized animation, read for looking at and for editing: what its channels are called, do and need. */

import type { ChannelEntry, KeyEntry, MotionFile, TargetEntry, Wanted } from "../../../protocol/generated";
import { strings } from "../strings";

export const channelsOf = (motion: MotionFile | null | undefined): readonly ChannelEntry[] => motion?.channels ?? [];

/** Whether a channel's modes need a target. */
export const needsTarget = ({ position, rotation }: Pick<ChannelEntry, "position" | "rotation">): boolean =>
  (position?.mode.secondary ?? "off") !== "off" || rotation?.mode.look_at === true;

/** A name that no channel has yet: "hand", "hand 2", "hand 3". */
export function freeName(taken: readonly string[], wanted: string): string {
  const stem = wanted.replace(/ \d+$/, "");
  for (let count = 1; ; count++) {
    const name = count === 1 ? stem : `${stem} ${count}`;
    if (!taken.includes(name)) return name;
  }
}

/** A new channel that moves nothing yet: its bodies stay at rest. */
export const newChannel = (channels: readonly ChannelEntry[], bodies: string): ChannelEntry => ({
  name: freeName(
    channels.map(({ name }) => name),
    "channel",
  ),
  bodies,
  position: { mode: {}, keys: [{ time: 0, value: [0, 0, 0] }] },
});

/** One of a channel's lists of keys. deform: empty but for deforms. */
export interface TrackId {
  track: "position" | "rotation" | "deform";
  deform: string;
  weight: boolean;
}

export interface TrackRow extends TrackId {
  label: string;
  keys: readonly KeyEntry[];
}

/** All of a channel's lists of keys, in the order in which they are shown. */
export function tracksOf({ position, rotation, deforms = [] }: ChannelEntry): TrackRow[] {
  const rows: TrackRow[] = [];
  const add = (id: Omit<TrackId, "weight">, label: string, keys: KeyEntry[], weight?: KeyEntry[] | null) => {
    rows.push({ ...id, weight: false, label, keys });
    if (weight) rows.push({ ...id, weight: true, label: strings.channels.weight(label), keys: weight });
  };
  if (position) add({ track: "position", deform: "" }, strings.channels.position, position.keys, position.weight);
  if (rotation) add({ track: "rotation", deform: "" }, strings.channels.rotation, rotation.keys, rotation.weight);
  for (const { name, keys, weight } of deforms) add({ track: "deform", deform: name }, name, keys, weight);
  return rows;
}

export const sameTrack = (a: TrackId, b: TrackId) =>
  a.track === b.track && a.deform === b.deform && a.weight === b.weight;

/** All moments at which a channel has a key, ascending [s]. */
export function keyTimes(channel: ChannelEntry): number[] {
  const times = tracksOf(channel).flatMap(({ keys }) => keys.map(({ time }) => time));
  return [...new Set(times)].sort((a, b) => a - b);
}

/** The effect of a channel in a few words, for the list. */
export function doingOf({ position, rotation, deforms = [] }: ChannelEntry): string {
  const done = [
    position && strings.channels.moves,
    rotation && strings.channels.turns,
    ...deforms.map(({ name }) => name),
  ].filter(Boolean);
  return done.join(", ") || strings.channels.nothing;
}

/** The name of a target in a sentence. */
export function targetText(target: TargetEntry | null | undefined): string {
  if (target?.external) return strings.target.object(target.external);
  if (target?.channel) return strings.target.channel(target.channel);
  return target?.bodies ? strings.target.nearest(target.bodies) : strings.target.none;
}

/** The targets that a channel can have, the likeliest first. */
export function targetsFor(motion: MotionFile, channel: ChannelEntry): TargetEntry[] {
  const external = Object.keys(motion.targets ?? {}).map((name): TargetEntry => ({ external: name }));
  const others = channelsOf(motion).filter(({ name }) => name !== channel.name);
  const bodies = ["mouths", "heads", "graspers", "eyes", "root"].filter((each) => each !== channel.bodies);
  return [
    ...external,
    ...others.map(({ name }): TargetEntry => ({ channel: name })),
    ...bodies.map((sentence): TargetEntry => ({ bodies: sentence })),
  ];
}

/** What a branch asks next: must be, must not be, does not matter. */
export const nextWanted = (wanted: Wanted | undefined): Wanted =>
  wanted === "true" ? "false" : wanted === "false" ? "ignore" : "true";
