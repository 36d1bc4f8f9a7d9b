/** Blocking: poses copied and pasted, and poses between keyframes. */

import type { Playback } from "../../../timeline/playback.svelte";
import { copyPoses, pasteEdit, type CopiedPoses } from "../model/copiedPoses";
import { keyTime } from "../model/poseEdit";
import type { Keys } from "./keys.svelte";

export class KeyBlocking {
  /** What was copied last; it stays when another motion is opened. */
  copied = $state.raw<CopiedPoses | null>(null);
  private drag: { gesture: string; time: number; sent: Promise<void> } | null = null;

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

  private get time(): number {
    return keyTime(this.keys.columns, this.playback.transport.time, this.keys.fps);
  }

  /** A step of a drag that sets the pose at the playhead between those of its neighbours. share: 0 is before, 1 after. */
  tween(share: number): void {
    const { keys, playback } = this;
    if (!this.drag) {
      playback.pause();
      this.drag = { gesture: keys.begin(), time: this.time, sent: Promise.resolve() };
      playback.seek(this.drag.time);
    }
    const { gesture, time } = this.drag;
    this.drag.sent = keys.edit([{ type: "TweenPose", time, share }], gesture);
  }

  /** Ends the drag: one edit. */
  async tweened(): Promise<void> {
    const { drag, keys } = this;
    this.drag = null;
    if (!drag) return;
    await drag.sent;
    await keys.end(drag.gesture);
    if (!keys.trouble) keys.select({ columns: [drag.time], keys: [] });
  }
}
