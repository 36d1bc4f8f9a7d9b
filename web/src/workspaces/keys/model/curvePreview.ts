/** What a drag shows at once under the hand, before the engine has answered with the curves as they are.
 *
 * The engine's rules in short: keys carry their handles; a handle that would leave its segment in time is shortened
 * along its direction; columns and keys stay a frame away from their neighbours. What is kept is always the engine's.
 */

import { SAME_TIME, indexAt, type ChannelCurve, type Curves } from "../../../timeline/curves/curves";
import type { KeyRef } from "../../../timeline/curves/selection";

/** Where a key goes. stretch: how many times as far in time its handles reach. */
interface Moved {
  time: number;
  value: number;
  stretch: number;
}

type Move = (time: number, value: number, key: number) => Moved | null;

/** The curve with some keys moved, their handles with them; `move` answers null for those that stay. */
function withKeysMoved(curve: ChannelCurve, move: Move): ChannelCurve {
  const [times, values] = [curve.times.slice(), curve.values.slice()];
  const [inHandles, outHandles] = [curve.inHandles.slice(), curve.outHandles.slice()];
  let any = false;
  for (let key = 0; key < times.length; key++) {
    const [time, value] = [curve.times[key]!, curve.values[key]!];
    const moved = move(time, value, key);
    if (!moved) continue;
    any = true;
    [times[key], values[key]] = [moved.time, moved.value];
    for (const handles of [inHandles, outHandles]) {
      handles[2 * key] = moved.time + moved.stretch * (handles[2 * key]! - time);
      handles[2 * key + 1] = moved.value + (handles[2 * key + 1]! - value);
    }
  }
  return any ? inSegments({ ...curve, times, values, inHandles, outHandles }) : curve;
}

/** The curve with handles shortened, along their direction, to end inside their segments. Writes into the handles. */
function inSegments(curve: ChannelCurve): ChannelCurve {
  const { times, values, inHandles, outHandles } = curve;
  const shorten = (handles: Float64Array, key: number, span: number, side: 1 | -1) => {
    const reach = side * (handles[2 * key]! - times[key]!);
    if (reach >= 0 && reach <= span) return;
    const share = reach > 0 ? span / reach : 0;
    handles[2 * key] = times[key]! + side * share * reach;
    handles[2 * key + 1] = values[key]! + share * (handles[2 * key + 1]! - values[key]!);
  };
  for (let key = 0; key + 1 < times.length; key++) {
    const span = times[key + 1]! - times[key]!;
    shorten(outHandles, key, span, 1);
    shorten(inHandles, key + 1, span, -1);
  }
  return curve;
}

/** The curves with the columns at `columns` taken to where `to` says. */
function withColumns(curves: Curves, columns: readonly number[], to: (time: number) => number, stretch = 1): Curves {
  const chosen = (time: number) => indexAt(columns, time) >= 0;
  return {
    ...curves,
    channels: curves.channels.map((curve) =>
      withKeysMoved(curve, (time, value) => (chosen(time) ? { time: to(time), value, stretch } : null)),
    ),
    columns: { ...curves.columns, times: curves.columns.times.map((time) => (chosen(time) ? to(time) : time)) },
  };
}

export function withColumnsMoved(curves: Curves, columns: readonly number[], shift: number): Curves {
  return withColumns(curves, columns, (time) => time + shift);
}

export function withColumnsScaled(curves: Curves, columns: readonly number[], pivot: number, factor: number): Curves {
  return withColumns(curves, columns, (time) => pivot + (time - pivot) * factor, factor);
}

/** The curves with single keys moved by as much as each entry of `moves` says. */
export function withKeys(curves: Curves, moves: readonly KeyMove[]): Curves {
  const byChannel = new Map<number, Map<number, KeyMove>>();
  for (const move of moves)
    for (const [channel, key] of move.keys) {
      if (!byChannel.has(channel)) byChannel.set(channel, new Map());
      byChannel.get(channel)!.set(key, move);
    }
  const channels = curves.channels.map((curve, channel) => {
    const moved = byChannel.get(channel);
    if (!moved) return curve;
    return withKeysMoved(curve, (time, value, key) => {
      const move = moved.get(key);
      return move ? { time: time + move.dt, value: value + move.dv, stretch: 1 } : null;
    });
  });
  return { ...curves, channels, columns: columnsAfter(curves, moves) };
}

/** Keys that move together. dt: [s]. dv: in their channels' unit. */
export interface KeyMove {
  keys: readonly KeyRef[];
  dt: number;
  dv: number;
}

/** Moved keys take their column's tag along; a column that keeps keys stays. */
function columnsAfter(curves: Curves, moves: readonly KeyMove[]): Curves["columns"] {
  const { times, tags, importance } = curves.columns;
  const gone = new Map<number, number>(); // column -> how many keys leave it
  const entries = new Map<number, { tag: (typeof tags)[number]; importance: number }>();
  for (const { keys, dt } of moves) {
    if (dt === 0) continue;
    for (const [channel, key] of keys) {
      const time = curves.channels[channel]!.times[key]!;
      const column = indexAt(times, time);
      if (column < 0) continue;
      gone.set(column, (gone.get(column) ?? 0) + 1);
      entries.set(Math.round((time + dt) / SAME_TIME), { tag: tags[column]!, importance: importance[column] ?? 1 });
    }
  }
  if (!gone.size) return curves.columns;
  const left = (column: number) =>
    curves.channels.reduce((count, curve) => count + Number(indexAt(curve.times, times[column]!) >= 0), 0) -
    (gone.get(column) ?? 0);
  times.forEach((time, column) => {
    if (!gone.has(column) || left(column) > 0)
      entries.set(Math.round(time / SAME_TIME), { tag: tags[column]!, importance: importance[column] ?? 1 });
  });
  const sorted = [...entries].sort(([a], [b]) => a - b);
  return {
    times: Float64Array.from(sorted, ([tick]) => tick * SAME_TIME),
    tags: sorted.map(([, entry]) => entry.tag),
    importance: Float32Array.from(sorted, ([, entry]) => entry.importance),
  };
}

export interface HandleMove {
  channel: number;
  key: number;
  side: "in" | "out";
  time: number;
  value: number;
  free: boolean;
}

/** The curves with one handle elsewhere; unless it is free, the other turns to stay in line, as long as it was. */
export function withHandle(curves: Curves, { channel, key, side, time, value, free }: HandleMove): Curves {
  const curve = curves.channels[channel]!;
  const [inHandles, outHandles] = [curve.inHandles.slice(), curve.outHandles.slice()];
  const [own, other] = side === "out" ? [outHandles, inHandles] : [inHandles, outHandles];
  const sign = side === "out" ? 1 : -1;
  const [t, v] = [curve.times[key]!, curve.values[key]!];
  const reach = [Math.max(0, sign * (time - t)), sign * (value - v)] as const;
  own.set([t + sign * reach[0], v + sign * reach[1]], 2 * key);
  if (!free && (reach[0] !== 0 || reach[1] !== 0)) {
    const [across, up] = extent(curve);
    const length = Math.hypot((other[2 * key]! - t) / across, (other[2 * key + 1]! - v) / up);
    const share = length / Math.hypot(reach[0] / across, reach[1] / up);
    other.set([t - sign * share * reach[0], v - sign * share * reach[1]], 2 * key);
  }
  const turned = inSegments({ ...curve, inHandles, outHandles });
  return { ...curves, channels: curves.channels.map((each, index) => (index === channel ? turned : each)) };
}

/** How far a curve goes in time and in value, handles included; 1 where nowhere. */
function extent(curve: ChannelCurve): [number, number] {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ] as [[number, number], [number, number]];
  const take = (time: number, value: number) => {
    [low[0], low[1]] = [Math.min(low[0], time), Math.min(low[1], value)];
    [high[0], high[1]] = [Math.max(high[0], time), Math.max(high[1], value)];
  };
  const last = curve.times.length - 1;
  curve.times.forEach((time, key) => {
    take(time, curve.values[key]!);
    if (key > 0) take(curve.inHandles[2 * key]!, curve.inHandles[2 * key + 1]!);
    if (key < last) take(curve.outHandles[2 * key]!, curve.outHandles[2 * key + 1]!);
  });
  return [high[0] - low[0] || 1, high[1] - low[1] || 1];
}

/** Whether a key's two handles lie in one line, so that dragging one turns the other. angle: in shares of the extent. */
export function inLine(curve: ChannelCurve, key: number): boolean {
  const [t, v] = [curve.times[key]!, curve.values[key]!];
  const [across, up] = extent(curve);
  const out = [(curve.outHandles[2 * key]! - t) / across, (curve.outHandles[2 * key + 1]! - v) / up] as const;
  const into = [(t - curve.inHandles[2 * key]!) / across, (v - curve.inHandles[2 * key + 1]!) / up] as const;
  const lengths = Math.hypot(...out) * Math.hypot(...into);
  if (lengths === 0) return true;
  return Math.abs(out[0] * into[1] - out[1] * into[0]) <= 0.01 * lengths && out[0] * into[0] + out[1] * into[1] >= 0;
}
