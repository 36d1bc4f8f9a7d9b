/** A channel's keys as the graph edits them: values and rates side by side, turns as vectors; and as curves that it draws. */

import type { KeyEntry } from "../../../../protocol/generated";
import type { TrackRow } from "../motion";
import {
  SAME_TIME,
  firstFrom,
  indexAt,
  type ChannelCurve,
  type Curves,
  type Unit,
} from "../../../../timeline/curves/curves";
import { changeOf, nearestTo, quatOf, vectorOf, velocityOf, type Vector } from "./turnVectors";

/** A key with both of its rates [units / s]. Turns are vectors [rad]. */
export interface FlatKey {
  time: number;
  value: readonly number[];
  arriving: readonly number[];
  leaving: readonly number[];
}

/** Keys that are nearer than this [s] would be one. */
const GAP = 1e-3;

const turns = ({ track, weight }: Pick<TrackRow, "track" | "weight">) => track === "rotation" && !weight;

export function flatKeys(row: Pick<TrackRow, "track" | "weight" | "keys">): FlatKey[] {
  let before: Vector = [0, 0, 0];
  return row.keys.map(({ time, value, in: arriving, out: leaving }) => {
    const level = value.slice(0, turns(row) ? 3 : value.length).map(() => 0);
    const [enter, exit] = [arriving ?? level, leaving ?? arriving ?? level];
    if (!turns(row)) return { time, value, arriving: enter, leaving: exit };
    before = nearestTo(vectorOf(value), before);
    return {
      time,
      value: before,
      arriving: changeOf(before, enter as Vector),
      leaving: changeOf(before, exit as Vector),
    };
  });
}

export function keyEntries(row: Pick<TrackRow, "track" | "weight">, keys: readonly FlatKey[]): KeyEntry[] {
  return keys.map(({ time, value, arriving, leaving }) => {
    if (!turns(row)) return { time, value: [...value], in: [...arriving], out: [...leaving] };
    const vector = value as Vector;
    return {
      time,
      value: quatOf(vector),
      in: velocityOf(vector, arriving as Vector),
      out: velocityOf(vector, leaving as Vector),
    };
  });
}

/** Value and rate of the curve at a time; outside its keys it holds still. */
export function curveAt(keys: readonly FlatKey[], time: number): { value: number[]; rate: number[] } {
  const after = firstFrom(
    keys.map((key) => key.time),
    time,
  );
  const [a, b] = [keys[after - 1], keys[after]];
  if (!a || !b) {
    const { value } = (b ?? a)!;
    return { value: [...value], rate: value.map(() => 0) };
  }
  const span = b.time - a.time;
  const u = (time - a.time) / span;
  const value = a.value.map((from, axis) => {
    const [to, out, into] = [b.value[axis]!, span * a.leaving[axis]!, span * b.arriving[axis]!];
    return (
      from * (1 + 2 * u) * (1 - u) ** 2 + out * u * (1 - u) ** 2 + to * u * u * (3 - 2 * u) + into * u * u * (u - 1)
    );
  });
  const rate = a.value.map((from, axis) => {
    const [to, out, into] = [b.value[axis]!, span * a.leaving[axis]!, span * b.arriving[axis]!];
    const slope = 6 * u * (1 - u) * (to - from) + out * (1 - u) * (1 - 3 * u) + into * u * (3 * u - 2);
    return slope / span;
  });
  return { value, rate };
}

/** The keys with one at a time: another value for the one that is there, or one more on the curve. value: null for the curve's. */
export function withKeyAt(keys: readonly FlatKey[], time: number, value: readonly number[] | null): FlatKey[] {
  const index = indexAt(
    keys.map((key) => key.time),
    time,
  );
  if (index >= 0) return keys.map((key, at) => (at === index && value ? { ...key, value } : key));
  const on = curveAt(keys, time);
  const key = { time, value: value ?? on.value, arriving: on.rate, leaving: on.rate };
  return [...keys, key].sort((a, b) => a.time - b.time);
}

export const withoutKeys = (keys: readonly FlatKey[], gone: ReadonlySet<number>): FlatKey[] =>
  keys.filter((_, index) => !gone.has(index));

/** One key moved in time, between its neighbours and within the animation, and one of its values. */
export function movedKey(
  keys: readonly FlatKey[],
  index: number,
  component: number,
  later: number,
  rise: number,
  duration: number,
): FlatKey[] {
  const least = index > 0 ? keys[index - 1]!.time + GAP : 0;
  const most = index + 1 < keys.length ? keys[index + 1]!.time - GAP : duration;
  return keys.map((key, at) => {
    if (at !== index) return key;
    const value = key.value.map((old, axis) => (axis === component ? old + rise : old));
    return { ...key, time: Math.min(Math.max(key.time + later, least), Math.max(most, least)), value };
  });
}

/** One key with another rate on a side; both sides unless they are to part. */
export function bentKey(
  keys: readonly FlatKey[],
  index: number,
  component: number,
  side: "in" | "out",
  rate: number,
  parted: boolean,
): FlatKey[] {
  const bent = (rates: readonly number[]) => rates.map((old, axis) => (axis === component ? rate : old));
  return keys.map((key, at) => {
    if (at !== index) return key;
    return {
      ...key,
      arriving: side === "in" || !parted ? bent(key.arriving) : key.arriving,
      leaving: side === "out" || !parted ? bent(key.leaving) : key.leaving,
    };
  });
}

/** A line of the graph: which row's keys, and which of their values. */
export interface Line {
  row: number;
  component: number;
  label: string;
}

const LETTERS = "xyzw";

/** A cubic between keys is a Bezier whose handles lie a third of the way: what the graph draws is what plays. */
function curveOf(
  keys: readonly FlatKey[],
  component: number,
  unit: Unit,
  letter: string,
  slides: boolean,
): ChannelCurve {
  const count = keys.length;
  const [inHandles, outHandles] = [new Float64Array(2 * count), new Float64Array(2 * count)];
  keys.forEach(({ time, value, arriving, leaving }, index) => {
    const before = index > 0 ? (time - keys[index - 1]!.time) / 3 : 0;
    const after = index + 1 < count ? (keys[index + 1]!.time - time) / 3 : 0;
    inHandles.set([time - before, value[component]! - before * arriving[component]!], 2 * index);
    outHandles.set([time + after, value[component]! + after * leaving[component]!], 2 * index);
  });
  return {
    joint: 0,
    property: slides ? "translation" : "rotation",
    axis: component,
    letter,
    unit,
    times: Float64Array.from(keys, ({ time }) => time),
    values: Float64Array.from(keys, ({ value }) => value[component]!),
    inHandles,
    outHandles,
    holds: new Uint8Array(count),
  };
}

/** Rows of keys as curves for the graph. metres: whether places are in metres, not in units of their mode. */
export function graphOf(
  rows: readonly (Pick<TrackRow, "track" | "weight"> & { keys: readonly FlatKey[]; names: readonly string[] })[],
  metres: boolean,
): { curves: Curves; lines: Line[] } {
  const lines: Line[] = [];
  const channels = rows.flatMap(({ track, weight, keys, names }, row) => {
    const single = track === "deform" || weight;
    const unit: Unit = single ? "ratio" : track === "rotation" ? "angle" : metres ? "length" : "ratio";
    return names.map((label, component) => {
      lines.push({ row, component, label });
      return curveOf(keys, component, unit, single ? "w" : LETTERS[component]!, track === "position");
    });
  });
  const columns = { times: new Float64Array(0), tags: [], importance: new Float32Array(0) };
  return { curves: { motion: "", blob: "", preview: false, channels, columns }, lines };
}

/** The key before or after a time among ascending times; null if there is no such key. */
export function neighbour(times: readonly number[], time: number, direction: 1 | -1): number | null {
  if (direction > 0) return times.find((each) => each > time + SAME_TIME) ?? null;
  return times.findLast((each) => each < time - SAME_TIME) ?? null;
}
