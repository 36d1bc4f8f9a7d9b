/** Posing on the stage: a drag poses the body at the playhead, and the pose becomes a keyframe there. Each drag is one edit.
 *
 *     begin (pauses, goes to the frame) ──► step ... ──► end: a keyframe, or as it was
 */

import { untrack } from "svelte";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";
import type { KeyEdit } from "../../../protocol/generated";
import type { PoseStep } from "../../../stage/hands/poseHolds";
import { posingOf } from "../../../stage/hands/posing";
import type { Playback } from "../../../timeline/playback.svelte";
import { BASE } from "../model/layers";
import { keyTime, poseEdit } from "../model/poseEdit";
import { toggled } from "../model/settings";
import type { Keys } from "./keys.svelte";

interface PoseDrag {
  gesture: string;
  time: number;
  /** What comes before the pose: in the stepped view, a keyframe there of the pose that is held. */
  before: KeyEdit[];
  /** The last step's way to the engine. */
  sent: Promise<unknown>;
}

export class KeyPosing {
  /** Joints that stay where they are while others are posed. */
  pins = $state.raw<readonly number[]>([]);
  /** Whether feet that stand on the ground stay there. */
  planted = $state(true);
  /** Around a pose in a layer, how many frames change; 0 for all up to the keyframes beside it. */
  reach = $state(12);
  private drag = $state.raw<PoseDrag | null>(null);
  readonly dragging = $derived(this.drag !== null);

  /** Whether the body can be posed: the keyframes are open, and nothing plays. */
  readonly possible = $derived.by(() => {
    const { keys, playback, studio } = this;
    return (
      keys.state === "open" &&
      keys.arrays !== null &&
      keys.takesPoses &&
      studio.canEdit &&
      !playback.transport.playing &&
      !keys.pickingLeading
    );
  });
  /** The joint that has the gizmo. */
  readonly joint = $derived.by(() => {
    const { joint } = this.room;
    const count = this.keys.character?.joints.length ?? 0;
    return this.possible && joint !== null && joint < count ? joint : null;
  });

  constructor(
    private readonly keys: Keys,
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
  ) {
    // Ends of limbs and the root have arrows at first, what is between them rings.
    $effect(() => {
      const { joint } = room;
      const who = keys.character;
      if (keys.active && joint !== null && who && joint < who.joints.length)
        untrack(() => (room.gizmo = posingOf(joint, who) === "turn" ? "turn" : "move"));
    });
    $effect(() => {
      void keys.character?.id;
      untrack(() => (this.pins = []));
    });
  }

  togglePin(joint = this.room.joint): void {
    if (joint !== null) this.pins = toggled(this.pins, joint);
  }

  /** A drag begins. time: of the keyframe that it poses; the playhead by default. */
  begin(time?: number): void {
    const { keys, playback } = this;
    playback.pause();
    const at = keyTime(keys.columns, time ?? playback.transport.time, keys.fps);
    if (time === undefined) playback.seek(at);
    this.drag = { gesture: keys.begin(), time: at, before: this.heldPose(at), sent: Promise.resolve() };
  }

  step(step: PoseStep): void {
    const { drag, keys } = this;
    if (!drag) return;
    const reach = keys.layered && keys.layer !== BASE && this.reach > 0 ? this.reach / keys.fps : null;
    const edit = poseEdit(step, { time: drag.time, pins: this.pins, planted: this.planted, reach });
    drag.sent = keys.edit([...drag.before, edit], drag.gesture);
  }

  /** In the stepped view the pose between two keyframes is the earlier one's: posing starts from what is seen. */
  private heldPose(time: number): KeyEdit[] {
    const { columns, stepped, layered } = this.keys;
    const on = columns.some((column) => Math.abs(column.time - time) < 1e-4);
    const between = columns.some((column) => column.time < time) && columns.some((column) => column.time > time);
    return stepped && between && !on && !layered ? [{ type: "TweenPose", time, share: 0 }] : [];
  }

  /** Ends the drag after its last step is on its way: a result that was only looked at is made first. */
  async end(kept: boolean): Promise<void> {
    const { drag, keys } = this;
    this.drag = null;
    if (!drag) return;
    await drag.sent;
    await keys.end(drag.gesture, kept);
    if (kept && !keys.trouble) keys.select({ columns: [drag.time], keys: [] });
  }
}
