/** The curves of the selected channel as a hand selects and drags them: one key at a time, with all values of its track. */

import { indexAt } from "../../../timeline/curves/curves";
import type { EditableKeys, Grip, HandleGrip, KeyDrag } from "../../../timeline/curves/keyHand.svelte";
import { SelectedKeys, isEmpty, type KeyRef, type KeysSelected } from "../../../timeline/curves/selection";
import type { Rise } from "../../../timeline/curves/valueAxis";
import type { Playback } from "../../../timeline/playback.svelte";
import { strings as timelineStrings } from "../../../timeline/strings";
import { bentKey, movedKey, type FlatKey } from "../model/channels/channelKeys";
import { sameTrack } from "../model/motion";
import type { ChannelKeys, KeyRow } from "./channelKeys.svelte";

/** A handle has a rate only some way from its key [s]. */
const LEAST_AWAY = 1e-2;

export class ChannelCurves implements EditableKeys {
  /** Whether a drag is under way. */
  dragging = $state(false);
  private moved = false;

  /** All values of the selected key. */
  readonly selected = $derived.by<KeysSelected>(() => {
    const { chosen, graph, rows } = this.keys;
    if (!chosen) return { columns: [], keys: [] };
    const own = graph.lines.flatMap(({ row }, line): KeyRef[] =>
      sameTrack(rows[row]!, chosen.row) ? [[line, chosen.key]] : [],
    );
    return { columns: [], keys: own };
  });
  readonly empty = $derived(isEmpty(this.selected));
  readonly marked = $derived.by(() => new SelectedKeys(this.keys.graph.curves, this.selected));

  constructor(
    private readonly keys: ChannelKeys,
    private readonly playback: Pick<Playback, "fps" | "transport">,
    private readonly canEdit: () => boolean,
  ) {}

  get fps(): number {
    return this.playback.fps;
  }

  /** One key at a time: each replaces the one before. */
  select({ keys: [caught] }: KeysSelected): void {
    if (!caught) return void (this.keys.chosen = null);
    const [line, key] = caught;
    const { track, deform, weight } = this.rowOf(line);
    this.keys.chosen = { row: { track, deform, weight }, key };
  }

  private rowOf(line: number): KeyRow {
    return this.keys.rows[this.keys.graph.lines[line]!.row]!;
  }

  begin(grip: Grip): KeyDrag | null {
    const held = grip.on === "handle" ? ([grip.channel, grip.key] as const) : grip.on === "key" && grip.caught.keys[0];
    if (!held || !this.canEdit() || this.dragging) return null;
    const [line, key] = held;
    const [row, { component }] = [this.rowOf(line), this.keys.graph.lines[line]!];
    const { unit } = this.keys.graph.curves.channels[line]!;
    const from = row.keys;
    const { time } = from[key]!;
    [this.dragging, this.moved] = [true, false];
    return {
      targets: this.targets(time),
      span: [time, time],
      carry: (dt: number, rise: Rise) => this.step(row, this.carried(row, key, component, dt, rise[unit])),
      bend: (handle, at, value, free) => this.step(row, bent(from, handle, component, at, value, free)),
    };
  }

  private step(row: KeyRow, keys: readonly FlatKey[]): void {
    this.moved = true;
    this.keys.step(row, keys);
  }

  /** Weights and deforms stay from 0 to 1. */
  private carried(row: KeyRow, key: number, component: number, dt: number, rise: number): FlatKey[] {
    const value = row.keys[key]!.value[component]!;
    const limited = row.weight || row.track === "deform";
    const by = limited ? Math.min(Math.max(value + rise, 0), 1) - value : rise;
    return movedKey(row.keys, key, component, dt, by, this.keys.duration);
  }

  /** What a dragged key sticks to: the playhead, and the channel's other keys. */
  private targets(own: number) {
    const { snap } = timelineStrings;
    const others = this.keys.times.filter((time) => indexAt([own], time) < 0);
    return [{ time: this.keys.time, label: snap.playhead }, ...others.map((time) => ({ time, label: snap.column }))];
  }

  end(kept: boolean): void {
    const { moved } = this;
    [this.dragging, this.moved] = [false, false];
    if (moved) void this.keys.end(kept);
  }
}

/** A handle's rate is the slope from its key to where the handle is put. */
function bent(
  keys: readonly FlatKey[],
  { key: index, side }: HandleGrip,
  component: number,
  time: number,
  value: number,
  free: boolean,
): FlatKey[] {
  const key = keys[index]!;
  const across = time - key.time;
  const away = side === "out" ? Math.max(across, LEAST_AWAY) : Math.min(across, -LEAST_AWAY);
  return bentKey(keys, index, component, side, (value - key.value[component]!) / away, free);
}
