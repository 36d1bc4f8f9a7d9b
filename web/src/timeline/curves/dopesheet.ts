/** The dopesheet's geometry: which rows are seen, where their keys are, what the pointer is on, what a box catches. */

import type { Row } from "./rows";
import { firstFrom, importanceAt, mergedTimes, tagAt, type Curves, type Tag } from "./curves";
import { keysAt, nearestTime, type KeysSelected, type SelectedKeys } from "./selection";
import { endOf, toTime, toX, type TimeWindow } from "../timeSpaces";

/** The key area. A summary, where it is the first row, stays at the top while the others scroll. All [px]. */
export interface Sheet {
  rows: readonly Row[];
  rowHeight: number;
  scroll: number;
  height: number;
}

export interface SeenRow {
  row: Row;
  index: number;
  /** Of the row's top edge, in the panel. */
  y: number;
}

/** How far the rows can be scrolled [px]. */
export const scrollRange = ({ rows, rowHeight, height }: Sheet) => Math.max(rows.length * rowHeight - height, 0);

const pinnedRows = (rows: readonly Row[]) => (rows[0]?.kind === "summary" ? 1 : 0);

/** The rows that are at least partly seen, the pinned summary last: it is drawn over what scrolls under it. */
export function seenRows(sheet: Sheet): SeenRow[] {
  const { rows, rowHeight, scroll, height } = sheet;
  const pinned = pinnedRows(rows);
  const first = Math.floor(scroll / rowHeight) + pinned;
  const last = Math.min(Math.ceil((scroll + height) / rowHeight), rows.length);
  const seen: SeenRow[] = [];
  for (let index = first; index < last; index++) seen.push({ row: rows[index]!, index, y: index * rowHeight - scroll });
  if (pinned) seen.push({ row: rows[0]!, index: 0, y: 0 });
  return seen;
}

/** The index of the row at `y` [px], or -1. */
export function rowAt({ rows, rowHeight, scroll, height }: Sheet, y: number): number {
  if (y < 0 || y >= height || !rows.length) return -1;
  if (y < rowHeight * pinnedRows(rows)) return 0;
  const index = Math.floor((y + scroll) / rowHeight);
  return index < rows.length ? index : -1;
}

/** The scroll that shows a row whole, moving as little as needed. */
export function scrolledTo(sheet: Sheet, index: number): number {
  const { rows, rowHeight, scroll, height } = sheet;
  const pinned = pinnedRows(rows);
  if (index < pinned) return scroll;
  const top = index * rowHeight;
  // A pinned summary covers the first row's height.
  return Math.min(Math.max(scroll, top + rowHeight - height), top - rowHeight * pinned);
}

/** The times at which rows have keys; merged once per row and kept as long as the curves stay the same. */
export class RowTimes {
  private readonly kept = new Map<string, Float64Array>();

  constructor(private readonly curves: Curves) {}

  of(row: Pick<Row, "id" | "kind" | "channels">): Float64Array {
    if (row.kind === "summary") return this.curves.columns.times;
    let times = this.kept.get(row.id);
    if (!times) {
      times = mergedTimes(row.channels.map((channel) => this.curves.channels[channel]!.times));
      this.kept.set(row.id, times);
    }
    return times;
  }
}

/** A key as it is drawn. */
export interface Mark {
  x: number;
  time: number;
  tag: Tag;
  importance: number;
  selected: "none" | "some" | "all";
}

/** Keys closer together than this [px] are drawn as one. */
const CLOSEST = 2.5;

/** The marks of a row inside the window. Where keys crowd, one stands for its neighbours, a selected one before others. */
export function marksOf(
  curves: Curves,
  row: Row,
  times: Float64Array,
  selected: SelectedKeys,
  window: TimeWindow,
): Mark[] {
  const marks: Mark[] = [];
  const margin = 10 / window.scale;
  const end = endOf(window) + margin;
  for (let index = firstFrom(times, window.start - margin); index < times.length && times[index]! <= end; index++) {
    const time = times[index]!;
    const x = toX(window, time);
    const before = marks.at(-1);
    const crowded = before !== undefined && x - before.x < CLOSEST;
    if (crowded && before.selected !== "none") continue;
    const share = selected.share(row.channels, time);
    if (crowded && share === "none") continue;
    if (crowded) marks.pop();
    const { columns } = curves;
    marks.push({ x, time, selected: share, tag: tagAt(columns, time), importance: importanceAt(columns, time) });
  }
  return marks;
}

/** The time of the key within `reach` pixels of x, or null. */
export function keyNear(times: ArrayLike<number>, window: TimeWindow, x: number, reach: number): number | null {
  const nearest = nearestTime(times, toTime(window, x));
  return nearest !== null && Math.abs(toX(window, nearest) - x) <= reach ? nearest : null;
}

/** What a click on a row's key means: a column in the summary, else the row's keys at that time. */
export function caughtAt(curves: Curves, row: Row, time: number): KeysSelected {
  return row.kind === "summary"
    ? { columns: [time], keys: [] }
    : { columns: [], keys: keysAt(curves, row.channels, time) };
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The box between two corners. */
export const boxBetween = (x1: number, y1: number, x2: number, y2: number): Box => ({
  left: Math.min(x1, x2),
  right: Math.max(x1, x2),
  top: Math.min(y1, y2),
  bottom: Math.max(y1, y2),
});

/** What a box catches: whole columns where it touches the summary, else the keys of the rows that it touches. */
export function boxed(sheet: Sheet, curves: Curves, times: RowTimes, window: TimeWindow, box: Box): KeysSelected {
  const [from, to] = [toTime(window, box.left), toTime(window, box.right)];
  const inside = (list: Float64Array) => list.slice(firstFrom(list, from), firstFrom(list, to + 1e-12));
  const touched = seenRows(sheet).filter(({ y }) => y <= box.bottom && y + sheet.rowHeight >= box.top);
  const summary = touched.find(({ row }) => row.kind === "summary");
  if (summary) return { columns: [...inside(times.of(summary.row))], keys: [] };
  // An open parent's keys are those of its children: each channel once.
  const channels = new Set(touched.flatMap(({ row }) => row.channels));
  const keys = [...channels].flatMap((channel) => {
    const list = curves.channels[channel]!.times;
    const [first, end] = [firstFrom(list, from), firstFrom(list, to + 1e-12)];
    return Array.from({ length: Math.max(end - first, 0) }, (_, index) => [channel, first + index] as const);
  });
  return { columns: [], keys };
}

/** How important columns are beside each other, 0..1: what survives longest is largest, however close the figures are. */
export function comparedImportance({ importance }: Curves["columns"]): (value: number) => number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of importance) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return (value) => (high - low > 1e-6 ? Math.min(Math.max((value - low) / (high - low), 0), 1) : 0.6);
}

/** Half the size of a key's sign [px]: size shows importance, as rank does. */
export function signRadius(tag: Tag, importance: number, rowHeight: number): number {
  const base = { keypose: 4, breakdown: 3.6, detail: 3 }[tag];
  const room = Math.min(rowHeight / 24, 1.25);
  return (base + 2.6 * Math.min(Math.max(importance, 0), 1)) * room;
}
