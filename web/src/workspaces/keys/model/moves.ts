/** From a hand's drag to edits: how far keys may go, and the edits that say so. */

import type { KeyEdit, MoveKeys } from "../../../protocol/generated";
import { UNITS, firstFrom, indexAt, type Curves } from "../../../timeline/curves/curves";
import { withColumnsMoved, withColumnsScaled, withHandle, withKeys, type KeyMove } from "./curvePreview";
import { asKeys, selectedTimes, type KeyRef, type KeysSelected } from "../../../timeline/curves/selection";
import type { Rise } from "../../../timeline/curves/valueAxis";

/** A drag's step: the edits since its start, what to show until the engine answers, and what is selected then. */
export interface Step {
  edits: KeyEdit[];
  shown: Curves;
  selected: KeysSelected;
}

/** A stretch that a change may lie in. */
export interface Bounds {
  low: number;
  high: number;
}

const clamp = (value: number, { low, high }: Bounds) => Math.min(Math.max(value, low), high);

/** How far the chosen of ascending times can shift together: a frame from the others, and not before zero. */
export function shiftBounds(times: ArrayLike<number>, chosen: (index: number) => boolean, frame: number): Bounds {
  let [low, high] = [-Infinity, Infinity];
  for (let index = 0; index < times.length; index++) {
    if (!chosen(index)) continue;
    const time = times[index]!;
    const before = index === 0 ? 0 : chosen(index - 1) ? -Infinity : times[index - 1]! + frame;
    low = Math.max(low, Math.min(before - time, 0));
    if (index + 1 < times.length && !chosen(index + 1))
      high = Math.min(high, Math.max(times[index + 1]! - frame - time, 0));
  }
  return { low, high };
}

/** How far a selection can shift in time. frame: [s]. */
export function boundsOf(curves: Curves, selected: KeysSelected, frame: number): Bounds {
  if (selected.columns.length) {
    const { times } = curves.columns;
    return shiftBounds(times, (index) => indexAt(selected.columns, times[index]!) >= 0, frame);
  }
  const byChannel = new Map<number, Set<number>>();
  for (const [channel, key] of selected.keys) byChannel.set(channel, (byChannel.get(channel) ?? new Set()).add(key));
  const all = [...byChannel].map(([channel, keys]) =>
    shiftBounds(curves.channels[channel]!.times, (key) => keys.has(key), frame),
  );
  return { low: Math.max(...all.map(({ low }) => low)), high: Math.min(...all.map(({ high }) => high)) };
}

/** The selected columns with all that follow the first of them. */
export const withFollowing = (curves: Curves, { columns }: KeysSelected): KeysSelected => {
  const first = Math.min(...columns);
  return { columns: Array.from(curves.columns.times).filter((time) => time >= first - SAME), keys: [] };
};

/** Times nearer than this are one column's [s]. */
const SAME = 1e-4;

/** Columns retimed about the first of them, with all that follow moved along.
 * all, chosen: times of all columns, and of those that are retimed [s]. factor: above 1 is slower. */
export function ripple(all: readonly number[], chosen: readonly number[], factor: number, fps: number) {
  const columns = [...chosen].sort((a, b) => a - b);
  const [pivot, last] = [columns[0]!, columns.at(-1)!];
  const spans = columns.slice(1).map((time, index) => time - columns[index]!);
  const share = Math.max(factor, Math.min(1, Math.max(...spans.map((span) => 1 / fps / span))));
  const shift = (last - pivot) * (share - 1);
  const later = all.filter((time) => time > last + SAME);
  const scale: KeyEdit = { type: "ScaleColumns", columns, pivot, factor: share };
  const moves: KeyEdit[] = later.length ? [{ type: "MoveColumns", columns: later, shift }] : [];
  // What follows makes room first, or comes after: columns never pass each other.
  const edits = share > 1 ? [...moves, scale] : [scale, ...moves];
  return { edits, columns, pivot, share, later, shift, times: columns.map((time) => pivot + (time - pivot) * share) };
}

/** The selected columns retimed about the first of them, and all that follow moved along. */
export function rippled(curves: Curves, selected: KeysSelected, factor: number, fps: number): Step {
  const done = ripple(Array.from(curves.columns.times), selected.columns, factor, fps);
  const scaleShown = (shown: Curves) => withColumnsScaled(shown, done.columns, done.pivot, done.share);
  const moveShown = (shown: Curves) => (done.later.length ? withColumnsMoved(shown, done.later, done.shift) : shown);
  const shown = done.share > 1 ? scaleShown(moveShown(curves)) : moveShown(scaleShown(curves));
  return { edits: done.edits, shown, selected: { columns: done.times, keys: [] } };
}

/** The selection moved in time and, key by key, in value. */
export function moved(curves: Curves, selected: KeysSelected, dt: number, rise: Rise, fps: number): Step {
  const shift = clamp(dt, boundsOf(curves, selected, 1 / fps));
  const level = Object.values(rise).every((dv) => dv === 0);
  if (selected.columns.length && level)
    return {
      edits: [{ type: "MoveColumns", columns: [...selected.columns], shift }],
      shown: withColumnsMoved(curves, selected.columns, shift),
      selected: { columns: selected.columns.map((time) => time + shift), keys: [] },
    };
  const keys = asKeys(curves, selected);
  const units = UNITS.map((unit) => keys.filter(([channel]) => curves.channels[channel]!.unit === unit));
  const moves = units.map((own, index) => ({ keys: own, dt: shift, dv: rise[UNITS[index]!] }));
  return keysMoved(
    curves,
    moves.filter((move) => move.keys.length),
    selected,
  );
}

function keysMoved(curves: Curves, moves: readonly KeyMove[], selected: KeysSelected): Step {
  const edits = moves.map(({ keys, dt, dv }): MoveKeys => ({ type: "MoveKeys", keys: pairs(keys), dt, dv }));
  // Keys keep their order in their channel, so what is selected keeps its numbers.
  const columns = moves[0] ? selected.columns.map((time) => time + moves[0]!.dt) : [];
  return { edits, shown: withKeys(curves, moves), selected: { columns, keys: selected.keys } };
}

const pairs = (keys: readonly KeyRef[]): [number, number][] => keys.map(([channel, key]) => [channel, key]);

/** How much the selection can be scaled about `pivot`: its times stay a frame apart, and a frame from all others. */
export function scaleBounds(curves: Curves, selected: KeysSelected, pivot: number, frame: number): Bounds {
  const times = selectedTimes(curves, selected);
  const all = curves.columns.times;
  const others = [...all].filter((time) => indexAt(times, time) < 0);
  let [low, high] = [0, Infinity];
  for (let index = 1; index < times.length; index++)
    low = Math.max(low, Math.min(frame / (times[index]! - times[index - 1]!), 1));
  for (const time of times) {
    const reach = time - pivot;
    if (Math.abs(reach) < 1e-9) continue;
    const at = firstFrom(others, time);
    const [before, after] = [others[at - 1] ?? -Infinity, others[at] ?? Infinity];
    const [inner, outer] = reach > 0 ? [before, after] : [after, before];
    const towards = (limit: number) => (limit - Math.sign(reach) * frame - pivot) / reach;
    if (Number.isFinite(outer)) high = Math.min(high, Math.max(towards(outer), 1));
    else if (reach < 0) high = Math.min(high, Math.max(-pivot / reach, 1));
    if (Number.isFinite(inner)) low = Math.max(low, Math.min((inner + Math.sign(reach) * frame - pivot) / reach, 1));
  }
  return { low, high };
}

/** The selection retimed about `pivot`. */
export function scaled(curves: Curves, selected: KeysSelected, pivot: number, factor: number, fps: number): Step {
  const share = clamp(factor, scaleBounds(curves, selected, pivot, 1 / fps));
  const to = (time: number) => pivot + (time - pivot) * share;
  if (selected.columns.length)
    return {
      edits: [{ type: "ScaleColumns", columns: [...selected.columns], pivot, factor: share }],
      shown: withColumnsScaled(curves, selected.columns, pivot, share),
      selected: { columns: selected.columns.map(to), keys: [] },
    };
  return keysMoved(curves, retimingMoves(curves, selected, pivot, share), selected);
}

/** Single keys are retimed by moves, in an order in which none is in another's way: the farthest first when it grows. */
function retimingMoves(curves: Curves, selected: KeysSelected, pivot: number, share: number): KeyMove[] {
  const byTime = new Map<number, KeyRef[]>();
  for (const key of selected.keys) {
    const time = curves.channels[key[0]]!.times[key[1]]!;
    byTime.set(time, [...(byTime.get(time) ?? []), key]);
  }
  const far = ([time]: [number, KeyRef[]]) => Math.abs(time - pivot);
  return [...byTime]
    .sort((a, b) => (share > 1 ? far(b) - far(a) : far(a) - far(b)))
    .map(([time, keys]) => ({ keys, dt: (time - pivot) * (share - 1), dv: 0 }));
}

/** A handle put elsewhere; the selection stays. time: [s]. free: whether the other handle of the key stays where it is. */
export function bent(
  curves: Curves,
  selected: KeysSelected,
  { channel, key, side }: { channel: number; key: number; side: "in" | "out" },
  to: { time: number; value: number; free: boolean },
): Step {
  const handle = { channel, key, side, ...to };
  return { edits: [{ type: "SetHandle", ...handle }], shown: withHandle(curves, handle), selected };
}

/** Edits that take what is selected away. */
export function deletion(selected: KeysSelected): KeyEdit[] {
  if (selected.columns.length) return [{ type: "DeleteColumns", columns: [...selected.columns] }];
  return selected.keys.length ? [{ type: "DeleteKeys", keys: pairs(selected.keys) }] : [];
}

/** Edits that say what the selected columns, or the columns of the selected keys, are. */
export function tagging(curves: Curves, selected: KeysSelected, tag: "keypose" | "breakdown" | "detail"): KeyEdit[] {
  const columns = selectedTimes(curves, selected);
  return columns.length ? [{ type: "TagColumns", columns, tag }] : [];
}

export const HANDLE_MODES = ["auto", "aligned", "flat", "linear", "stepped", "broken"] as const;
export type HandleMode = (typeof HANDLE_MODES)[number];

/** Edits that shape the handles of what is selected, of the given channels where there are any. */
export function shaping(curves: Curves, selected: KeysSelected, mode: HandleMode): KeyEdit[] {
  const keys = asKeys(curves, selected);
  return keys.length ? [{ type: "SetHandles", keys: pairs(keys), mode }] : [];
}
