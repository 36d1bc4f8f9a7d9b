/** The graph editor's geometry: which curves are shown, where their keys and handles are, and what the pointer is on. */

import { cubic, firstFrom, valueAt, type ChannelCurve, type Curves, type Unit } from "./curves";
import type { Box } from "./dopesheet";
import type { KeyRef, SelectedKeys } from "./selection";
import { endOf, toTime, toX, type TimeWindow } from "../timeSpaces";
import { toY, type ValueWindow } from "./valueAxis";

/** Both axes. Each unit has its own values: degrees and metres share the panel, not the scale. */
export interface GraphView {
  time: TimeWindow;
  values: Readonly<Record<Unit, ValueWindow>>;
}

export interface Point {
  x: number;
  y: number;
}

export const pointOf = (view: GraphView, unit: Unit, time: number, value: number): Point => ({
  x: toX(view.time, time),
  y: toY(view.values[unit], value),
});

/** The channels to show: those picked one by one, else all of the picked joints, else of `others`, else of the first joint. */
export function shownChannels(
  curves: Curves,
  picked: ReadonlySet<number>,
  joints: readonly number[],
  others: readonly number[],
): number[] {
  const every = curves.channels.map((_, channel) => channel);
  if (picked.size) return every.filter((channel) => picked.has(channel));
  const of = (wanted: readonly number[]) => every.filter((channel) => wanted.includes(curves.channels[channel]!.joint));
  const found = [joints, others].map(of).find((channels) => channels.length);
  return found ?? of(every.length ? [curves.channels[0]!.joint] : []);
}

/** The keys of a curve that matter for a window: from the last before it to the first after it. */
export function keyRange(curve: ChannelCurve, window: TimeWindow): { first: number; last: number } {
  const first = Math.max(firstFrom(curve.times, window.start) - 1, 0);
  const last = Math.min(firstFrom(curve.times, endOf(window)), curve.times.length - 1);
  return { first, last };
}

const SAMPLES = 8;

/** The lowest and highest value of a curve between two times, its bows included; null where it has no key there. */
export function valueExtent(
  curve: ChannelCurve,
  from = -Infinity,
  to = Infinity,
): { low: number; high: number } | null {
  let [low, high] = [Infinity, -Infinity];
  const take = (value: number) => ([low, high] = [Math.min(low, value), Math.max(high, value)]);
  const { times, values, outHandles, inHandles, holds } = curve;
  for (let key = 0; key < times.length; key++) {
    if (times[key]! >= from && times[key]! <= to) take(values[key]!);
    if (key + 1 >= times.length || holds[key] || times[key + 1]! < from || times[key]! > to) continue;
    for (let step = 1; step < SAMPLES; step++) {
      const u = step / SAMPLES;
      const time = cubic(times[key]!, outHandles[2 * key]!, inHandles[2 * key + 2]!, times[key + 1]!, u);
      if (time < from || time > to) continue;
      take(cubic(values[key]!, outHandles[2 * key + 1]!, inHandles[2 * key + 3]!, values[key + 1]!, u));
    }
  }
  return low <= high ? { low, high } : null;
}

/** The extent of several curves, for each unit that they have. */
export function extents(
  curves: Curves,
  channels: readonly number[],
  from = -Infinity,
  to = Infinity,
): Partial<Record<Unit, { low: number; high: number }>> {
  const found: Partial<Record<Unit, { low: number; high: number }>> = {};
  for (const channel of channels) {
    const curve = curves.channels[channel]!;
    const own = valueExtent(curve, from, to);
    if (!own) continue;
    const before = found[curve.unit] ?? own;
    found[curve.unit] = { low: Math.min(before.low, own.low), high: Math.max(before.high, own.high) };
  }
  return found;
}

/** Draws a curve's path in pixels: the very Beziers that the engine plays, since both axes are straight. */
export function tracePath(pen: PathPen, curve: ChannelCurve, view: GraphView): void {
  const { times, values, inHandles, outHandles, holds, unit } = curve;
  if (!times.length) return;
  const { first, last } = keyRange(curve, view.time);
  const at = (time: number, value: number) => pointOf(view, unit, time, value);
  const start = at(times[first]!, values[first]!);
  // Before its first key and after its last a curve is level.
  if (first === 0) pen.moveTo(Math.min(start.x, 0), start.y);
  else pen.moveTo(start.x, start.y);
  pen.lineTo(start.x, start.y);
  for (let key = first; key < last; key++) {
    const end = at(times[key + 1]!, values[key + 1]!);
    if (holds[key]) {
      pen.lineTo(end.x, at(times[key]!, values[key]!).y);
      pen.lineTo(end.x, end.y);
      continue;
    }
    const out = at(outHandles[2 * key]!, outHandles[2 * key + 1]!);
    const into = at(inHandles[2 * key + 2]!, inHandles[2 * key + 3]!);
    pen.bezierCurveTo(out.x, out.y, into.x, into.y, end.x, end.y);
  }
  if (last === times.length - 1) {
    const end = at(times[last]!, values[last]!);
    pen.lineTo(Math.max(view.time.width, end.x), end.y);
  }
}

/** What of a canvas's path is used; tests bring their own. */
export interface PathPen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
}

export type Side = "in" | "out";

/** What the pointer is on. */
export type GraphHit =
  | { on: "key"; channel: number; key: number }
  | { on: "handle"; channel: number; key: number; side: Side }
  | { on: "curve"; channel: number; time: number };

/** Whether a key has a handle on a side: the ends' outer ones shape nothing, nor does one beside a held segment. */
export function hasHandle(curve: ChannelCurve, key: number, side: Side): boolean {
  return side === "in" ? key > 0 && !curve.holds[key - 1] : key + 1 < curve.times.length && !curve.holds[key];
}

const MANY = 400;

/** Whether handles are shown: of a few keys they can be taken hold of, of thousands they would only hide the curves. */
export const showsHandles = (selected: SelectedKeys, channels: readonly number[]) =>
  selected.count(channels.length) <= MANY;

/** Where a handle is [px]. */
export function handlePoint(view: GraphView, curve: ChannelCurve, key: number, side: Side): Point {
  const handles = side === "in" ? curve.inHandles : curve.outHandles;
  return pointOf(view, curve.unit, handles[2 * key]!, handles[2 * key + 1]!);
}

/** What is within `reach` pixels: the nearest key, or handle of a selected key; where neither is, a curve. */
export function hitAt(
  curves: Curves,
  channels: readonly number[],
  selected: SelectedKeys,
  view: GraphView,
  { x, y }: Point,
  reach: number,
): GraphHit | null {
  let best: GraphHit | null = null;
  let distance = reach + 1e-9;
  // The first of two at the same place wins: a handle on its key does not hide it.
  const offer = (point: Point, hit: GraphHit) => {
    const away = Math.hypot(point.x - x, point.y - y);
    if (away < distance) [best, distance] = [hit, away];
  };
  const eachKey = (visit: (curve: ChannelCurve, channel: number, key: number) => void, margin: number) => {
    for (const channel of channels) {
      const curve = curves.channels[channel]!;
      const from = toTime(view.time, x - margin);
      for (let key = firstFrom(curve.times, from); key < curve.times.length; key++) {
        if (toX(view.time, curve.times[key]!) > x + margin) break;
        visit(curve, channel, key);
      }
    }
  };
  eachKey((curve, channel, key) => {
    offer(pointOf(view, curve.unit, curve.times[key]!, curve.values[key]!), { on: "key", channel, key });
  }, reach);
  // A handle may be far from its key: all selected ones are asked.
  const bend = (curve: ChannelCurve, channel: number, key: number) => {
    if (!selected.has(channel, key)) return;
    for (const side of ["in", "out"] as const)
      if (hasHandle(curve, key, side)) offer(handlePoint(view, curve, key, side), { on: "handle", channel, key, side });
  };
  if (showsHandles(selected, channels)) eachKey(bend, 1e6);
  return best ?? curveHit(curves, channels, view, { x, y }, reach);
}

/** The nearest curve, measured to the line that is drawn: to a steep one the way across is shorter than the way down. */
function curveHit(
  curves: Curves,
  channels: readonly number[],
  view: GraphView,
  point: Point,
  reach: number,
): GraphHit | null {
  let best: GraphHit | null = null;
  let distance = reach;
  for (const channel of channels) {
    const curve = curves.channels[channel]!;
    if (!curve.times.length) continue;
    const at = (x: number): Point => ({ x, y: toY(view.values[curve.unit], valueAt(curve, toTime(view.time, x))) });
    for (let x = point.x - reach, from = at(x); x < point.x + reach; x++) {
      const to = at(x + 1);
      const away = toSegment(point, from, to);
      if (away <= distance) [best, distance] = [{ on: "curve", channel, time: toTime(view.time, point.x) }, away];
      from = to;
    }
  }
  return best;
}

/** How far a point is from a straight piece. */
function toSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(from.x + along * dx - point.x, from.y + along * dy - point.y);
}

/** The keys inside a box. */
export function keysInBox(curves: Curves, channels: readonly number[], view: GraphView, box: Box): KeyRef[] {
  return channels.flatMap((channel) => {
    const curve = curves.channels[channel]!;
    const [first, end] = [toTime(view.time, box.left), toTime(view.time, box.right)].map((time) =>
      firstFrom(curve.times, time),
    ) as [number, number];
    return Array.from({ length: Math.max(end - first, 0) }, (_, index) => [channel, first + index] as const).filter(
      ([, key]) => {
        const y = toY(view.values[curve.unit], curve.values[key]!);
        return y >= box.top && y <= box.bottom;
      },
    );
  });
}

/** Places labels of lines at the right edge so that none covers another; `size` [px] is the room that one needs. */
export function spreadLabels(wanted: readonly number[], size: number, height: number): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let floor = size / 2;
  for (const entry of order) {
    entry.y = Math.max(entry.y, floor);
    floor = entry.y + size;
  }
  let ceiling = height - size / 2;
  for (const entry of order.toReversed()) {
    entry.y = Math.min(entry.y, ceiling);
    ceiling = entry.y - size;
  }
  const placed = [...wanted];
  for (const { y, index } of order) placed[index] = y;
  return placed;
}
