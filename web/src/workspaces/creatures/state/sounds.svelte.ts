/** What is heard while creatures play: the events of their motions, as the playhead passes them. */

import { untrack } from "svelte";
import type { MotionEvent, MotionRecord } from "../../../protocol/generated";
import type { Studio } from "../../../document/studio.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import { PlayheadSounds } from "../../../timeline/sounds/playhead";
import { answered } from "./answers";
import type { Creatures } from "./creatures.svelte";

export class CreatureSounds {
  readonly playhead = new PlayheadSounds();
  private events = $state.raw<ReadonlyMap<string, { blob: string; events: readonly MotionEvent[] }>>(new Map());

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly creatures: Creatures,
  ) {
    $effect(() => {
      const motions = creatures.active && studio.ready ? creatures.motions : [];
      untrack(() => void this.listen(motions));
    });
  }

  private async listen(motions: readonly MotionRecord[]): Promise<void> {
    const missing = motions.filter(({ id, blob }) => this.events.get(id)?.blob !== blob);
    for (const { id } of missing) {
      const question = { type: "RequestMotionEvents", motion: id } as const;
      const found = await answered(this.studio, question, "MotionEvents").catch(() => null);
      if (found) this.events = new Map(this.events).set(id, found);
    }
  }

  /** Call once a frame. */
  tick(): void {
    const { playing, time, duration } = this.playback.transport;
    const { active, motions } = this.creatures;
    const events = motions.flatMap(({ id }) => this.events.get(id)?.events ?? []);
    this.playhead.tick(events, active ? time : null, duration, playing);
  }
}
