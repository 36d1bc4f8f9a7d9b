/** Plays the sounds of events as a playhead passes them. */

import type { MotionEvent } from "../../protocol/generated";
import { preferences } from "../../document/preferences.svelte";
import { passed, soundOf, type Sound } from "./heard";
import { Synthesizer } from "./synthesizer";

export class PlayheadSounds {
  /** The last sounds that were due, newest last: for tests, and for pages with sounds off. */
  due: Sound[] = [];
  private before: number | null = null;
  private readonly synthesizer = new Synthesizer();

  /** Call once a frame. time, duration: of the playhead [s]; null: nothing is shown. playing: whether it moves by itself. */
  tick(events: readonly MotionEvent[], time: number | null, duration: number, playing: boolean): void {
    const before = this.before;
    this.before = time;
    if (before === null || time === null || !playing) return;
    for (const event of passed(events, before, time, duration)) {
      const sound = soundOf(event);
      if (sound) this.play(sound);
    }
  }

  play(sound: Sound): void {
    this.due = [...this.due.slice(-19), sound];
    if (!preferences.values.muted) this.synthesizer.play(sound);
  }
}
