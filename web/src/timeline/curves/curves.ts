/** An animation's curves as the engine sends them: a chain of cubic Beziers per channel, and the tagged pose columns. */

import { KEY_TAGS, type KeyTag } from "../../protocol/generated";
import { FrameError, type Frame } from "../../protocol/frames";

/** What a column is to the animator. */
export type Tag = KeyTag;

/** What a channel is measured in: translations [m], Euler angles [rad], quaternion components. */
export const UNITS = ["angle", "length", "ratio"] as const;
export type Unit = (typeof UNITS)[number];

/** One scalar of one joint. Arrays are over its K keys; handles are absolute (time, value) pairs, laid flat (2 K). */
export interface ChannelCurve {
  joint: number;
  property: "translation" | "rotation";
  axis: number;
  /** "x", "y", "z" or "w": about or along which axis; an Euler order says which of its factors comes first. */
  letter: string;
  unit: Unit;
  times: Float64Array;
  values: Float64Array;
  inHandles: Float64Array;
  outHandles: Float64Array;
  /** 1 where the segment after the key stays at the key's value. */
  holds: Uint8Array;
}

/** Pose columns: times ascending [s], what each is to the animator, and how long it survives as keys get fewer (0..1). */
export interface Columns {
  times: Float64Array;
  tags: readonly Tag[];
  importance: Float32Array;
}

export interface Curves {
  motion: string;
  blob: string;
  preview: boolean;
  channels: readonly ChannelCurve[];
  columns: Columns;
}

/** What of the frame's header is read here. */
export interface CurvesHeader {
  motion: string;
  blob: string;
  preview: boolean;
  rotationModes: readonly string[];
  columnTags: readonly string[];
}

/** Times closer than this [s] are one key column: the rest is rounding. */
export const SAME_TIME = 1e-6;

/** Reads the arrays of a `CurvesFrame`; the channels' arrays are views into it. Throws FrameError where they do not add up. */
export function curvesOf(frame: { header: CurvesHeader; arrays: Frame["arrays"] }): Curves {
  const { header } = frame;
  const table = array(frame, "channels", Int32Array);
  const [times, values] = [array(frame, "times", Float64Array), array(frame, "values", Float64Array)];
  const [inHandles, outHandles] = [array(frame, "inHandles", Float64Array), array(frame, "outHandles", Float64Array)];
  const holds = array(frame, "holds", Uint8Array);
  const channels: ChannelCurve[] = [];
  let from = 0;
  for (let row = 0; row + 4 <= table.length; row += 4) {
    const [joint, property, axis, count] = table.subarray(row, row + 4) as unknown as [number, number, number, number];
    const to = from + count;
    channels.push({
      ...described(joint, property === 1, axis, header.rotationModes[joint] ?? "XYZ"),
      times: times.subarray(from, to),
      values: values.subarray(from, to),
      inHandles: inHandles.subarray(2 * from, 2 * to),
      outHandles: outHandles.subarray(2 * from, 2 * to),
      holds: holds.subarray(from, to),
    });
    from = to;
  }
  if (from !== times.length || from !== values.length || from !== holds.length || 2 * from !== outHandles.length)
    throw new FrameError("The curves' arrays are not as long as their channels say.");
  return {
    motion: header.motion,
    blob: header.blob,
    preview: header.preview,
    channels,
    columns: {
      times: array(frame, "columnTimes", Float64Array),
      tags: header.columnTags.map((tag) => KEY_TAGS.find((known) => known === tag) ?? "keypose"),
      importance: array(frame, "columnImportance", Float32Array),
    },
  };
}

function array<Kind extends Float64Array | Float32Array | Int32Array | Uint8Array>(
  frame: { arrays: Frame["arrays"] },
  name: string,
  kind: new (...parameters: never[]) => Kind,
): Kind {
  const data = frame.arrays.get(name)?.data;
  if (!(data instanceof kind)) throw new FrameError(`The frame has no array “${name}” of the right kind.`);
  return data;
}

function described(joint: number, turns: boolean, axis: number, mode: string) {
  if (!turns) return { joint, property: "translation", axis, letter: "xyz"[axis] ?? "?", unit: "length" } as const;
  if (mode === "QUATERNION")
    return { joint, property: "rotation", axis, letter: "xyzw"[axis] ?? "?", unit: "ratio" } as const;
  return { joint, property: "rotation", axis, letter: (mode[axis] ?? "?").toLowerCase(), unit: "angle" } as const;
}

/** The index of the first of ascending `times` that is not before `time`. */
export function firstFrom(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the entry at `time`, or -1. */
export function indexAt(times: ArrayLike<number>, time: number): number {
  const index = firstFrom(times, time - SAME_TIME);
  return index < times.length && times[index]! <= time + SAME_TIME ? index : -1;
}

/** What the column at `time` is; keys outside the columns count as keyposes, as in the engine. */
export function tagAt(columns: Columns, time: number): Tag {
  const index = indexAt(columns.times, time);
  return index < 0 ? "keypose" : columns.tags[index]!;
}

/** How important the column at `time` is, 0..1; 1 if it was not measured. */
export function importanceAt(columns: Columns, time: number): number {
  const index = indexAt(columns.times, time);
  return index < 0 ? 1 : (columns.importance[index] ?? 1);
}

/** The distinct times of several ascending lists, ascending. */
export function mergedTimes(lists: readonly ArrayLike<number>[]): Float64Array {
  if (lists.length === 1) return Float64Array.from(lists[0]!);
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  all.sort();
  let kept = 0;
  for (const time of all) if (kept === 0 || time > all[kept - 1]! + SAME_TIME) all[kept++] = time;
  return all.slice(0, kept);
}

/** The value of a cubic Bezier with ordinates a, b, c, d at u. */
export function cubic(a: number, b: number, c: number, d: number, u: number): number {
  const v = 1 - u;
  return v * v * v * a + 3 * v * v * u * b + 3 * v * u * u * c + u * u * u * d;
}

/** The curve's value at `time`: for hit-testing and labels, to a pixel; the engine alone bakes. */
export function valueAt(curve: ChannelCurve, time: number): number {
  const { times, values, inHandles, outHandles, holds } = curve;
  const last = times.length - 1;
  if (time <= times[0]!) return values[0]!;
  if (time >= times[last]!) return values[last]!;
  const after = firstFrom(times, time);
  if (times[after] === time) return values[after]!;
  const k = after - 1;
  if (holds[k]) return values[k]!;
  const [start, end] = [times[k]!, times[after]!];
  const inside = (x: number) => Math.min(Math.max(x, start), end);
  const [x1, x2] = [inside(outHandles[2 * k]!), inside(inHandles[2 * after]!)];
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (cubic(start, x1, x2, end, middle) < time) low = middle;
    else high = middle;
  }
  return cubic(values[k]!, outHandles[2 * k + 1]!, inHandles[2 * after + 1]!, values[after]!, (low + high) / 2);
}

/** A moment at which keys are set: what moves as one in the dopesheet. */
export interface KeyColumn {
  time: number;
  tag: KeyTag;
  importance: number;
}
