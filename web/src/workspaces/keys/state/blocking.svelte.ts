/** Blocking: poses copied and pasted, poses and timing between keyframes, holds, and loops. */

import type { KeyEdit } from "../../../protocol/generated";
import type { Playback } from "../../../timeline/playback.svelte";
import { selectedTimes } from "../../../timeline/curves/selection";
import { copyPoses, pasteEdit, type CopiedPoses } from "../model/copiedPoses";
import { neighbour } from "../model/keying";
import { ripple } from "../model/moves";
import { keyTime } from "../model/poseEdit";
import type { Keys } from "./keys.svelte";

export class KeyBlocking {
  /** What was copied last; it stays when another motion is opened. */
  copied = $state.raw<CopiedPoses | null>(null);
  /** How long a pose is held, and over how long the end of a loop leads to its start [frames]. */
  holdFrames = $state(8);
  blendFrames = $state(12);
  private drag: { gesture: string; time: number; sent: Promise<unknown> } | null = null;

  /** The first and the last selected column [s]; null where fewer than two are selected. */
  readonly span = $derived.by<[number, number] | null>(() => {
    const { curves, selection } = this.keys;
    const times = curves ? selectedTimes(curves, selection) : [...selection.columns];
    return times.length > 1 ? [Math.min(...times), Math.max(...times)] : null;
  });
  /** What a refit concerns [s]: the selected columns, or those around the playhead. */
  readonly around = $derived.by<[number, number] | null>(() => {
    if (this.span) return this.span;
    const { columns } = this.keys;
    const { time } = this.playback.transport;
    const after = neighbour(columns, time, 1);
    const before = after && neighbour(columns, after.time, -1);
    return before && after && before.time <= time + 1e-4 ? [before.time, after.time] : null;
  });

  constructor(
    private readonly keys: Keys,
    private readonly playback: Playback,
  ) {}

  /** Copies the poses of the selected columns; of the playhead where none is selected. */
  copy(): void {
    const { keys, playback } = this;
    if (!keys.arrays || !keys.character) return;
    const chosen = keys.columns.filter(({ time }) => keys.selection.columns.includes(time));
    const here = { time: playback.transport.time, tag: "keypose", importance: 1 } as const;
    this.copied = copyPoses(keys.arrays, chosen.length ? chosen : [here], keys.character.joints);
  }

  /** Pastes the copied poses from the playhead on, and selects them. */
  async paste(mirrored: boolean): Promise<void> {
    const { keys, copied } = this;
    if (!copied || keys.state !== "open") return;
    const time = this.time;
    await keys.edit([pasteEdit(copied, time, mirrored)]);
    if (!keys.trouble) keys.select({ columns: copied.poses.map((pose) => time + pose.time), keys: [] });
  }

  /** Holds the pose at the playhead: what follows moves on. */
  async hold(): Promise<void> {
    const { keys } = this;
    if (keys.state !== "open") return;
    const column = this.time;
    const length = this.holdFrames / keys.fps;
    const there = keys.columns.some(({ time }) => Math.abs(time - column) < 1e-4);
    const edits: KeyEdit[] = [{ type: "HoldPose", column, length }];
    if (!there) edits.unshift({ type: "AddColumn", time: column });
    await keys.edit(edits);
    if (!keys.trouble) keys.select({ columns: [column, column + length], keys: [] });
  }

  /** Chooses the keys between two columns from the capture again. */
  async refit(): Promise<void> {
    const { keys, around } = this;
    if (!around || keys.state !== "open") return;
    const [start, stop] = around;
    keys.fitting = true;
    await keys.edit([{ type: "RefitSpan", start, stop }]);
    keys.fitting = false;
  }

  /** Makes the selected columns take another time [s], and all that follow move along. */
  async retime(length: number): Promise<void> {
    const { keys, span } = this;
    if (!span) return;
    const [first, last] = span;
    const all = keys.columns.map(({ time }) => time);
    const chosen = all
      .map((_, column) => column)
      .filter((column) => all[column]! >= first - 1e-4 && all[column]! <= last + 1e-4);
    const { edits } = ripple(all, chosen.map((column) => all[column]!), length / (last - first), keys.fps); // prettier-ignore
    keys.next.expect(chosen, keys.curves?.blob ?? "");
    if (!(await keys.edit(edits))) keys.next.forget();
  }

  /** Makes the motion end as it begins. */
  async matchEnds(): Promise<void> {
    await this.keys.edit([{ type: "MatchEnds", blend: this.blendFrames / this.keys.fps }]);
  }

  private get time(): number {
    return keyTime(this.keys.columns, this.playback.transport.time, this.keys.fps);
  }

  /** A step of a drag that sets the pose at the playhead between those of its neighbours. share: 0 is before, 1 after. */
  tween(share: number): void {
    this.step((time) => ({ type: "TweenPose", time, share }), this.time);
  }

  /** A step of a drag that shapes how the poses go past the playhead. ease: -1 starts slowly, 1 ends slowly. */
  ease(ease: number): void {
    this.step((time) => ({ type: "EaseSegment", time, ease }), this.playback.transport.time);
  }

  private step(edit: (time: number) => KeyEdit, time: number): void {
    const { keys, playback } = this;
    if (!this.drag) {
      playback.pause();
      this.drag = { gesture: keys.begin(), time, sent: Promise.resolve() };
      playback.seek(time);
    }
    const { drag } = this;
    drag.sent = keys.edit([edit(drag.time)], drag.gesture);
  }

  /** Ends the drag of a tween or an ease: one edit. select: whether the keyframe at its time is selected then. */
  async finish(select: boolean): Promise<void> {
    const { drag, keys } = this;
    this.drag = null;
    if (!drag) return;
    await drag.sent;
    await keys.end(drag.gesture);
    if (select && !keys.trouble) keys.select({ columns: [drag.time], keys: [] });
  }
}
