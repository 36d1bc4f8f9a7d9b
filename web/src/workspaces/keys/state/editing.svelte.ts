/** What dopesheet and graph editor share: the curves as they are seen now, the rows, the selection, and drags.
 *
 *     begin ──► step (shown at once, sent to the engine) ──► step ... ──► end: one edit
 *                                                               └──► Escape: as it was
 */

import { untrack } from "svelte";
import { channelTree, rowsOf, type Row } from "../../../timeline/curves/rows";
import { indexAt, type Curves, type Tag } from "../../../timeline/curves/curves";
import { shownChannels } from "../../../timeline/curves/graph";
import * as moves from "../model/moves";
import {
  SelectedKeys,
  commonTag,
  isEmpty,
  joined,
  nextTag,
  selectedTimes,
  selectionText,
  stillThere,
  type Joining,
  type KeysSelected,
} from "../../../timeline/curves/selection";
import type { EditableKeys, KeyDrag } from "../../../timeline/curves/keyHand.svelte";
import { LEVEL, type Rise } from "../../../timeline/curves/valueAxis";
import { RowTimes } from "../../../timeline/curves/dopesheet";
import type { SnapTarget } from "../../../timeline/snapping";
import { bounds } from "../../../timeline/transport";
import type { KeyEdit } from "../../../protocol/generated";
import { strings as timelineStrings } from "../../../timeline/strings";
import type { KeysPage } from "./context";

const { snap } = timelineStrings;

/** A drag under way. from: what it started with; every step is measured from there. */
interface Drag {
  gesture: string;
  from: Curves;
  selected: KeysSelected;
}

export class KeyEditing implements EditableKeys {
  /** What the hand sees before the engine has answered. */
  private local = $state.raw<Curves | null>(null);
  private drag = $state.raw<Drag | null>(null);
  /** Rows that are unfolded. */
  open = $state.raw<ReadonlySet<string>>(new Set());
  /** Channels that the graph shows one by one, by their rows' ids; empty for all of the picked joints. */
  picked = $state.raw<ReadonlySet<string>>(new Set());
  /** Whether curves are shown, not only when keys are. */
  lines = $state(false);
  /** Joints whose keys were selected when the graph was opened: selecting in the graph does not change what it shows. */
  private followed = $state.raw<readonly number[]>([]);
  /** The row that the keyboard is on. */
  current = $state(0);
  /** What a screen reader says about the key that the keyboard is on. */
  spoken = $state("");
  /** Keys whose handles part even where they still lie in line. */
  private readonly broken = new Set<string>();
  private turn: Promise<unknown> = Promise.resolve();
  /** The engine's curves as they were last, and what was selected in those before, by blob. */
  private shown: Curves | null = null;
  private readonly selectedIn = new Map<string, KeysSelected>();
  /** How many drags are over but not answered yet. */
  private settling = $state(0);

  readonly curves = $derived.by<Curves | null>(() => this.local ?? this.kept);
  readonly selected = $derived.by<KeysSelected>(() => this.app.keys.selection);
  readonly marked = $derived.by(() => (this.curves ? new SelectedKeys(this.curves, this.selected) : null));
  readonly times = $derived(this.curves ? new RowTimes(this.curves) : null);
  readonly tree = $derived.by(() => {
    const rig = this.app.keys.character;
    return rig && this.curves ? channelTree(rig, this.curves.channels) : [];
  });
  readonly rows = $derived<Row[]>(rowsOf(this.tree, this.open));
  readonly empty = $derived(isEmpty(this.selected));
  readonly text = $derived(this.curves ? selectionText(this.curves, this.selected, this.fps) : "");
  readonly tag = $derived<Tag | null>(this.curves ? commonTag(this.curves, this.selected) : null);
  readonly dragging = $derived(this.drag !== null);
  readonly canEdit = $derived.by(() => this.app.studio.canEdit);

  constructor(private readonly app: KeysPage) {
    $effect(() => {
      const { curves } = app.keys;
      if (!curves || this.drag || this.settling) return;
      untrack(() => this.reselect(curves));
    });
    // Whatever edits these curves, an undo comes back to what is selected in them now.
    $effect(() => {
      const { curves, selection } = app.keys;
      if (!curves || curves.preview || this.drag || this.settling || !selection.columns.length) return;
      const { columns, keys } = selection;
      if (stillThere(curves, { columns, keys }).columns.length === columns.length)
        this.selectedIn.set(curves.blob, { columns, keys });
    });
  }

  /** Other curves have come. Where they were seen before (an undo), what was selected then is selected again. */
  private reselect(curves: Curves): void {
    const { shown } = this;
    if (shown?.motion !== curves.motion) this.selectedIn.clear();
    else if (shown.blob !== curves.blob && !this.empty && stillThere(shown, this.selected) === this.selected)
      this.selectedIn.set(shown.blob, this.chosen);
    const before = shown && shown.blob !== curves.blob ? this.selectedIn.get(curves.blob) : undefined;
    this.shown = curves;
    const next = stillThere(curves, before ?? this.selected);
    if (next !== this.selected) this.app.keys.select({ columns: next.columns, keys: next.keys });
  }

  private get chosen(): KeysSelected {
    const { columns, keys } = this.selected;
    return { columns, keys };
  }

  /** An edit begins: an undo comes back to this. */
  private remember(): void {
    const { curves } = this.app.keys;
    if (curves && !this.empty) this.selectedIn.set(curves.blob, this.chosen);
  }

  get fps(): number {
    return this.app.keys.fps;
  }

  /** The engine's curves. While the slider leads they are those of before: the graph goes on showing them, the dopesheet
   * shows the columns under the hand, on every channel. */
  private get kept(): Curves | null {
    const { keys } = this.app;
    if (keys.curves && (!keys.choosing || this.lines)) return keys.curves;
    const { columns } = keys;
    if (!columns.length) return null;
    const times = Float64Array.from(columns, (column) => column.time);
    return {
      ...{ motion: "", blob: "", preview: true },
      channels: (keys.curves?.channels ?? []).map((curve) => ({ ...curve, times })),
      columns: {
        times,
        tags: columns.map((column) => column.tag),
        importance: Float32Array.from(columns, (column) => column.importance),
      },
    };
  }

  // ---------------------------------------------------------------- selecting

  select(caught: KeysSelected, how: Joining = "replace"): void {
    if (!this.curves) return;
    const { columns, keys } = joined(this.curves, this.selected, caught, how);
    this.app.keys.select({ columns, keys });
  }

  /** Selects every key of some channels, or (null) every column. */
  selectAll(channels: readonly number[] | null, how: Joining = "replace"): void {
    if (!this.curves) return;
    if (!channels) return this.select({ columns: [...this.curves.columns.times], keys: [] }, how);
    const keys = channels.flatMap((channel) =>
      Array.from(this.curves!.channels[channel]!.times, (_, key) => [channel, key] as const),
    );
    this.select({ columns: [], keys }, how);
  }

  deselect(): boolean {
    return this.app.keys.deselect();
  }

  /** Opens the graph, on what is selected, or leaves it. */
  showLines(on: boolean): void {
    const { curves } = this;
    if (on && !this.lines && curves)
      this.followed = [...new Set(this.selected.keys.map(([channel]) => curves.channels[channel]!.joint))];
    this.lines = on;
  }

  /** The channels that the graph shows. */
  readonly channels = $derived.by<readonly number[]>(() => {
    if (!this.curves) return [];
    const byId = new Map(this.channelRows.map((node) => [node.id, node.channels[0]!]));
    const picked = new Set([...this.picked].flatMap((id) => byId.get(id) ?? []));
    return shownChannels(this.curves, picked, this.app.keys.selection.joints, this.followed);
  });

  private get channelRows() {
    const parts = this.tree.flatMap((node) => (node.kind === "part" ? node.children : [node]));
    return parts.flatMap((node) => (node.kind === "joint" ? node.children : []));
  }

  /** Picks whose curves the graph shows: a part's, a joint's or one channel's. */
  pick(row: Row, more: boolean): void {
    if (row.kind === "channel") {
      const picked = new Set(more ? this.picked : []);
      if (more && picked.has(row.id)) picked.delete(row.id);
      else picked.add(row.id);
      this.picked = picked;
      return;
    }
    this.picked = new Set();
    const curves = this.curves!;
    const joints = row.joint !== null ? [row.joint] : row.channels.map((channel) => curves.channels[channel]!.joint);
    const before = this.app.keys.selection.joints;
    const all = row.kind === "summary" ? [] : more ? [...before, ...joints] : joints;
    const drop = more && row.joint !== null && before.includes(row.joint);
    const kept = [...new Set(all)].filter((joint) => !drop || joint !== row.joint);
    this.app.keys.select({ joints: kept });
    if (kept.length === 1) this.app.room.joint = kept[0]!;
  }

  fold(id: string, open?: boolean): void {
    const next = new Set(this.open);
    if (open ?? !next.has(id)) next.add(id);
    else next.delete(id);
    this.open = next;
  }

  // ---------------------------------------------------------------- drags

  /** Starts a drag of what is selected; null where nothing can be edited. */
  begin(): KeyDrag | null {
    const from = this.curves;
    if (!from || !this.canEdit || this.drag) return null;
    this.remember();
    const { ripple } = this.app.keys;
    const whole = ripple && this.chosen.columns.length > 0;
    const selected = this.chosen;
    const carried = whole ? moves.withFollowing(from, selected) : selected;
    this.drag = { gesture: this.app.keys.begin(), from, selected };
    const times = selectedTimes(from, selected);
    return {
      targets: this.targets(carried, from),
      span: [times[0] ?? 0, times.at(-1) ?? 0],
      carry: (dt, rise) => this.step(moves.moved(from, carried, dt, rise, this.fps)),
      retime: (pivot, factor) =>
        this.step(
          whole && pivot <= (times[0] ?? 0)
            ? moves.rippled(from, selected, factor, this.fps)
            : moves.scaled(from, selected, pivot, factor, this.fps),
        ),
      bend: (handle, time, value, free) => this.step(moves.bent(from, selected, handle, { time, value, free })),
    };
  }

  private step({ edits, shown, selected }: moves.Step): void {
    if (!this.drag) return;
    this.local = shown;
    this.app.keys.select(selected);
    const { gesture } = this.drag;
    void this.inTurn(() => this.app.keys.edit(edits, gesture));
  }

  /** Ends the drag: one edit, or all as it was. The next one can begin at once. */
  end(kept: boolean): void {
    const { drag } = this;
    if (!drag) return;
    const moved = this.local !== null;
    this.drag = null;
    if (!moved) return;
    if (!kept) {
      this.local = drag.from; // as it was, at once; the engine's last preview is still that of the drag
      this.app.keys.select(drag.selected);
    }
    this.settling += 1;
    void this.inTurn(() => this.app.keys.end(drag.gesture, kept)).then(() => {
      this.settling -= 1;
      // What the engine made of it is here; a drag that has begun meanwhile shows its own.
      if (!this.drag && this.settling === 0) this.local = null;
    });
  }

  /** Commands go to the engine one after the other: no drag begins there before the last one is over. */
  private inTurn(send: () => Promise<unknown>): Promise<unknown> {
    this.turn = this.turn.then(send);
    return this.turn;
  }

  /** What a dragged key sticks to: playhead, loop, ends, and the columns that are not dragged along. */
  private targets(selected: KeysSelected, from: Curves): SnapTarget[] {
    const { transport } = this.app.playback;
    const range = bounds(transport);
    const own = selectedTimes(from, selected);
    const others = from.columns.times.filter((time) => indexAt(own, time) < 0);
    return [
      { time: transport.time, label: snap.playhead },
      { time: range.start, label: snap.loopStart },
      { time: range.end, label: snap.loopEnd },
      ...Array.from(others, (time) => ({ time, label: snap.column })),
    ];
  }

  // ---------------------------------------------------------------- edits of their own

  private edit(edits: readonly KeyEdit[]): void {
    if (!edits.length || !this.canEdit || this.drag) return;
    this.remember();
    void this.inTurn(() => this.app.keys.edit(edits));
  }

  delete(): boolean {
    const edits = moves.deletion(this.selected);
    this.edit(edits);
    if (edits.length) this.deselect();
    return edits.length > 0;
  }

  setTag(tag: Tag): void {
    if (this.curves) this.edit(moves.tagging(this.curves, this.selected, tag));
  }

  nextTag(): void {
    if (!this.empty) this.setTag(nextTag(this.tag));
  }

  shape(mode: moves.HandleMode): void {
    const { curves } = this;
    if (!curves) return;
    const edits = moves.shaping(curves, this.selected, mode);
    for (const edit of edits)
      if (edit.type === "SetHandles")
        for (const [channel, key] of edit.keys)
          mode === "broken"
            ? this.broken.add(this.nameOf(channel, key))
            : this.broken.delete(this.nameOf(channel, key));
    // Broken handles stay where they are: there is nothing to send to the engine.
    if (mode !== "broken") this.edit(edits);
  }

  isBroken(channel: number, key: number): boolean {
    return this.broken.has(this.nameOf(channel, key));
  }

  private nameOf(channel: number, key: number): string {
    const curve = this.curves!.channels[channel]!;
    return `${curve.joint} ${curve.property} ${curve.axis} ${curve.times[key]!.toFixed(5)}`;
  }

  /** Sets keys, which leave the curves as they are: on some channels, or (null) on all as a new column. */
  addKeys(channels: readonly number[] | null, time: number): void {
    if (channels) this.edit(channels.map((channel) => ({ type: "AddKey", channel, time })));
    else if (this.canEdit && !this.drag) void this.inTurn(() => this.app.keys.addColumn(time));
  }

  /** Moves what is selected by whole frames, or by values, as an edit of its own. */
  nudge(frames: number, rise: Rise = LEVEL): void {
    const { curves } = this;
    if (!curves || this.empty) return;
    const step = moves.moved(curves, this.selected, frames / this.fps, rise, this.fps);
    this.edit(step.edits);
    this.app.keys.select(step.selected);
  }
}
