/** The animation of the creatures as the stage shows it, and what a hand there does with it. */

import type { ChannelDoing, ChannelPlace } from "../model/channels/channelHints";
import type { ChannelPort } from "./channelHand";
import type { ChannelShow } from "./channelDrawing";
import type { Channels } from "../state/channels.svelte";
import type { Room } from "../../../document/room.svelte";

export class ChannelsOnStage {
  /** What is seen; null where there is nothing. A creature that is being built is not posed. */
  readonly show = $derived.by<ChannelShow | null>(() => {
    const { creatures, targets, going, keys, motion } = this.channels;
    if (!creatures.active || creatures.hovered) return null;
    const posing = creatures.tab === "motion" && keys.body !== null && motion?.character;
    return {
      targets: targets.all.map((target) => ({ ...target, shared: target.motion === null })),
      path: going.path,
      drawing: going.drawing,
      handle: posing ? { character: motion.character!, joint: keys.body!, mode: this.mode } : null,
      size: creatures.creature?.height ?? 1,
    };
  });

  /** Whether the user is choosing body parts. */
  readonly choosing = $derived.by(() => this.channels.creatures.active && this.channels.query !== null);

  /** What a drag does: rings where the channel turns its bodies, and nothing else is to be done. */
  private readonly mode = $derived.by(() => {
    const { channel } = this.channels;
    return channel?.rotation && (this.room.gizmo === "turn" || !channel.position) ? "turn" : "move";
  });

  constructor(
    private readonly channels: Channels,
    private readonly room: Room,
  ) {}

  /** name: receives the name of what is under the pointer. */
  bench(name: (name: string | null) => void): ChannelPort {
    const { channels, room } = this;
    const { targets, going, ground, keys, creatures, studio } = channels;
    return {
      get active() {
        return creatures.active && studio.canEdit;
      },
      get drawing() {
        return going.drawing;
      },
      get painting() {
        return ground.painting;
      },
      moveTarget: ({ id }, place, shared) => {
        const target = targets.all.find((each) => each.id === id);
        if (target) targets.move(target, place, shared);
      },
      endTarget: (kept) => void targets.end(kept),
      grab: (track) => keys.grab(track),
      pull: (shift) => keys.pull(shift),
      turn: (turn) => keys.turn(turn),
      endPose: (kept) => void keys.end(kept),
      startPath: (at) => (ground.painting ? ground.start(at) : going.startPath(at)),
      drawTo: (at) => (ground.painting ? ground.paintTo(at) : going.drawTo(at)),
      endPath: (kept) => void (ground.painting ? ground.end(kept) : going.endPath(kept)),
      place: (place: { over: ChannelPlace } | { doing: ChannelDoing } | null) =>
        (room.place = place ?? { over: "empty" }),
      name,
    };
  }
}
