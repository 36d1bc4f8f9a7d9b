/** How each number of keyframes plays: measured by the engine in the background, anew for other settings.
 *
 *     choices ── MeasureKeys ──► KeysMeasured ... ──► done
 *                    └── cancelled, or Keys left: it can be begun again
 */

import { untrack } from "svelte";
import type { Studio } from "../../../document/studio.svelte";
import type { KeysMeasured } from "../../../protocol/generated";
import { curveThrough, type Measured } from "../model/measured";
import { settingsName } from "../model/settings";
import type { Keys } from "./keys.svelte";

/** Motions of more frames than this are measured when it is asked for: each number of keyframes takes seconds. */
const LONG = 6000;

export class KeyMeasuring {
  /** By number of keyframes. */
  measured = $state.raw<ReadonlyMap<number, Measured>>(new Map());
  /** The automatic choice; null while it is not known. */
  automatic = $state.raw<Measured | null>(null);
  /** Whether numbers are still measured. */
  running = $state(false);
  /** The largest error of each possible number of keyframes [m]. */
  readonly errors = $derived.by(() => {
    const { choices } = this.keys;
    return choices ? curveThrough(choices.counts, choices.errors, this.measured) : new Float32Array();
  });
  readonly job = $derived.by(() => this.studio.jobs.findLast(({ kind }) => kind === "measure") ?? null);
  /** The keyframes set by hand, as a value: another result with the same ones changes nothing. */
  private readonly hand = $derived.by(() => this.keys.hand.join(" "));
  /** The request that is still answered. */
  private asked = 0;

  constructor(
    private readonly keys: Keys,
    private readonly studio: Studio,
  ) {
    studio.on("KeysMeasured", (event) => this.hears(event));
    $effect(() => {
      const { choices } = keys;
      untrack(() => this.forget());
      const ready = keys.active && studio.connection.state === "open" && choices !== null;
      if (ready && choices.frames <= LONG) untrack(() => void this.start());
      return () => this.stop();
    });
    $effect(() => {
      // Keyframes set by hand change what every number plays.
      void this.hand;
      untrack(() => this.forget());
    });
  }

  /** Measures all numbers of keyframes, the automatic choice first. */
  async start(): Promise<void> {
    const { keys, studio } = this;
    if (!keys.source) return;
    const asked = ++this.asked;
    const { settings } = keys;
    this.running = true;
    try {
      const count = keys.shown ? keys.count : null;
      await studio.request({ type: "MeasureKeys", motion: keys.source.id, settings, count });
    } catch {
      // Cancelled: what was measured stays, and the button offers to go on.
    }
    if (asked === this.asked) this.running = false;
  }

  /** Ends what is under way. */
  stop(): void {
    if (!this.running) return;
    this.asked += 1;
    this.running = false;
    if (this.job) this.studio.cancelJob(this.job.id);
  }

  private forget(): void {
    this.measured = new Map();
    this.automatic = null;
    this.keys.automatic = null;
  }

  private hears({ motion, settings, count, keys: number, figures, missed }: KeysMeasured): void {
    const { keys } = this;
    if (!this.running || motion !== keys.source?.id || settingsName(settings) !== settingsName(keys.settings)) return;
    const found = { keys: number, figures, missed };
    this.measured = new Map(this.measured).set(count ?? number, found);
    if (count !== null) return;
    this.automatic = found;
    keys.automatic = number;
    void keys.showFinal();
  }
}
