/** What is heard while creatures play: the events of their motions, as the playhead passes them. */

import { untrack } from "svelte";
import type { MotionEvent, MotionRecord } from "../../../protocol/generated";
import { preferences } from "../../../document/preferences.svelte";
import type { Studio } from "../../../document/studio.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import { passed, soundOf, type Sound } from "../model/surroundings/heard";
import { answered } from "./answers";
import type { Creatures } from "./creatures.svelte";
import { Synthesizer } from "./synthesizer";

export class CreatureSounds {
  /** The last sounds that were due, newest last: for tests, and for people who turned sounds off. */
  due: Sound[] = [];
  private events = $state.raw<ReadonlyMap<string, { blob: string; events: readonly MotionEvent[] }>>(new Map());
  private before: number | null = null;
  private readonly synthesizer = new Synthesizer();

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
    const { transport } = this.playback;
    const before = this.before;
    this.before = transport.playing ? transport.time : null;
    if (before === null || !transport.playing || !this.creatures.active) return;
    for (const { id } of this.creatures.motions) {
      const events = this.events.get(id)?.events ?? [];
      for (const event of passed(events, before, transport.time, transport.duration)) this.sound(event);
    }
  }

  private sound(event: MotionEvent): void {
    const sound = soundOf(event);
    if (!sound) return;
    this.due = [...this.due.slice(-19), sound];
    if (!preferences.values.muted) this.synthesizer.play(sound);
  }
}
