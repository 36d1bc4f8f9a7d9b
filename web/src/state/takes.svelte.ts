/** Takes: recording what the hand does with the ball.
 *
 *     idle ── arm ──► armed ── the ball is dragged ──► recording ── released ──► saving ──► review ── keep ──► idle
 *                                                                                            ├── again ──► armed
 *                                                                                            └── layer on top ──► armed
 */

import { TakeSampling } from "../model/performSamples";
import { areAlternatives, type Place } from "../model/performSets";
import { motionOf } from "../model/records";
import type { LayerEdit, LayerSwitch, SetRecord } from "../protocol/generated";
import type { Perform } from "./perform.svelte";
import type { Playback } from "./playback.svelte";
import type { Studio } from "./studio.svelte";
import { toasts } from "./toasts.svelte";

/** What the hand did goes to disk this often [ms]. */
const FLUSH = 200;
/** A press that is shorter was no performance [s]. */
const SHORTEST = 0.2;

interface Running {
  sampling: TakeSampling;
  began: number;
  /** Its id; null where the studio refused. */
  take: Promise<string | null>;
  sent: Promise<unknown>;
  timer: number;
  switches: LayerSwitch[];
  set: SetRecord;
}

export class Takes {
  phase = $state<"idle" | "armed" | "recording" | "saving" | "review">("idle");
  /** The performance that is recorded upon, by id; null for a new one. */
  over = $state<string | null>(null);
  /** How long the take is so far [s]. */
  elapsed = $state(0);
  /** What was recorded last: the performance and the layer in it. */
  last = $state.raw<{ motion: string; layer: string } | null>(null);
  private running: Running | null = null;

  readonly busy = $derived(this.phase === "recording" || this.phase === "saving");

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly perform: Perform,
  ) {
    $effect(() => {
      // What was recorded may be undone, or its performance deleted.
      if (this.phase === "review" && this.last && !motionOf(this.studio.records, this.last.motion)) this.phase = "idle";
    });
    $effect(() => {
      if (this.studio.connection.state !== "open" && this.running) this.lost();
    });
  }

  /** Where in the performance the hand is [s]. */
  get playhead(): number {
    return this.phase === "recording" ? this.elapsed : 0;
  }

  /** R: arms, or lets it be. */
  toggle(): void {
    if (this.phase === "armed") this.disarm();
    else if (!this.busy) this.arm(null);
  }

  /** over: the performance that the take goes on top of. */
  arm(over: string | null): void {
    const { perform } = this;
    if (!perform.active || !this.studio.canEdit) return;
    if (!perform.set?.keys.length) return toasts.say("There is nothing to perform yet: add sets, or set a few keys.");
    perform.show("cursor");
    [this.over, this.phase, this.elapsed] = [over, "armed", 0];
    if (over) this.playback.seek(0);
    perform.show("cursor");
  }

  disarm(): void {
    if (this.phase === "recording") return void this.end(false);
    if (this.phase !== "saving") [this.phase, this.over] = ["idle", null];
  }

  /** The first drag begins it. Returns whether it records. time: on the hand's clock [s]. */
  begin(place: Place, time: number): boolean {
    const { character, set } = this.perform;
    if (this.phase !== "armed" || !character || !set) return false;
    const take = this.studio
      .ask({ type: "StartTake", character: character.id, set: set.id, motion: this.over })
      .then((done) => done?.created[0] ?? null);
    const sampling = new TakeSampling(time);
    const timer = window.setInterval(() => this.flush(), FLUSH);
    this.running = { sampling, began: time, take, sent: Promise.resolve(), timer, switches: [], set };
    [this.phase, this.elapsed] = ["recording", 0];
    sampling.add(place, time);
    requestAnimationFrame(() => this.tick());
    void take.then((id) => id === null && this.lost());
    return true;
  }

  sample(place: Place, time: number): void {
    if (this.phase === "recording") this.running?.sampling.add(place, time);
  }

  /** Time goes on while the hand rests, and with it what was recorded before. */
  private tick(): void {
    if (this.phase !== "recording" || !this.running) return;
    this.elapsed = Math.max(performance.now() / 1000 - this.running.began, 0);
    if (this.over) {
      this.playback.seek(Math.min(this.elapsed, this.playback.transport.duration));
      this.perform.point();
    }
    requestAnimationFrame(() => this.tick());
  }

  /** Goes over to another set within the take, where that is possible. */
  switchTo(set: SetRecord): boolean {
    const { running } = this;
    if (!running || !areAlternatives(running.set, set) || set.keys.length === 0) return false;
    running.switches.push({ time: performance.now() / 1000 - running.began, set: set.id });
    return true;
  }

  private flush(): void {
    const { running } = this;
    if (!running) return;
    const [samples, switches] = [running.sampling.taken(), running.switches.splice(0)];
    if (samples.length === 0 && switches.length === 0) return;
    running.sent = Promise.all([running.take, running.sent]).then(([take]) =>
      take === null ? null : this.studio.ask({ type: "TakeSamples", take, samples, switches }),
    );
  }

  /** The hand lets go, or gives the take up. */
  async end(kept: boolean): Promise<void> {
    const { running, over } = this;
    if (this.phase !== "recording" || !running) return;
    running.sampling.rest(performance.now() / 1000);
    const worth = kept && running.sampling.length >= SHORTEST;
    this.phase = "saving";
    window.clearInterval(running.timer);
    if (worth) this.flush();
    const [take] = await Promise.all([running.take, running.sent]);
    this.running = null;
    if (take === null) return;
    const done = await this.studio.ask({ type: "EndTake", take, keep: worth });
    const motion = over ?? done?.created.find((id) => motionOf(this.studio.records, id));
    const layer = motionOf(this.studio.records, motion)?.recording?.layers.at(-1)?.name;
    if (!done || !worth || !motion || !layer) {
      [this.phase, this.over] = [kept && done ? "armed" : "idle", kept && done ? over : null];
      return;
    }
    this.last = { motion, layer };
    [this.phase, this.over] = ["review", null];
    await this.loop(motion);
  }

  /** Plays what was recorded, round and round. */
  private async loop(motion: string): Promise<void> {
    const { playback, studio } = this;
    if (studio.motion?.id !== motion) await studio.ask({ type: "SelectMotion", motion });
    if (playback.transport.range) playback.clearRange();
    if (!playback.transport.loop) playback.toggleLoop();
    playback.seek(0);
    playback.play();
  }

  private lost(): void {
    if (this.running) window.clearInterval(this.running.timer);
    this.running = null;
    [this.phase, this.over] = ["idle", null];
  }

  keep(): void {
    if (this.phase === "review") this.phase = "idle";
  }

  /** Takes the last take back and arms once more. */
  async again(): Promise<void> {
    const { last, studio } = this;
    if (this.phase !== "review" || !last) return;
    const record = motionOf(studio.records, last.motion);
    const alone = record?.recording?.layers.length === 1;
    this.phase = "idle";
    this.perform.show("cursor");
    if (studio.undoLabel === "Record take") await studio.ask({ type: "Undo" });
    else if (alone) await studio.ask({ type: "RemoveRecord", id: last.motion });
    else if (record) await this.edit(last.motion, { type: "DeleteLayer", layer: last.layer });
    this.arm(alone ? null : last.motion);
  }

  onTop(): void {
    if (this.phase === "review" && this.last) this.arm(this.last.motion);
  }

  async edit(motion: string, edit: LayerEdit): Promise<void> {
    await this.studio.ask({ type: "EditLayers", motion, edits: [edit] });
  }
}
