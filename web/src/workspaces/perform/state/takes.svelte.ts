/** Takes: recording what the hand does with the ball.
 *
 *     idle ── arm ──► armed ── the ball is taken ──► counting ── 3, 2, 1 ──► recording ── released ──► saving ──► review ── keep ──► idle
 *                       ▲                               │ released                                                  ├── again ──► armed
 *                       └───────────────────────────────┘                                                           └── layer on top ──► armed
 *
 * After *Keep* the character follows the ball again. *Again* and *Layer on top* record by the same means as the take before: with the
 * ball in the hand, or, where it followed the pointer, with the button held, and counted in or not.
 *
 * It counts only where that was asked for. A take ends when the hand lets go. In the loop's range, and where a layer is recorded anew,
 * it goes round while the loop is on; every round is a take of its own at the studio, and the last whole one is kept.
 */

import { strings } from "../strings";
import { untrack } from "svelte";
import { areAlternatives } from "../model/sets/setRecords";
import { motionOf } from "../../../document/records";
import {
  COUNT_IN,
  keepsLast,
  leadIn,
  momentOf,
  planned,
  RECORDING_SPEEDS,
  roundLength,
  type TakePlan,
} from "../model/takePlan";
import type { SetRecord } from "../../../protocol/generated";
import type { Perform } from "./perform.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import { preferences } from "../../../document/preferences.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { TakeSending, type TakeDesk } from "./takeSending";
import { toasts } from "../../../document/toasts.svelte";
import type { Point3 } from "../../../stage/points";

/** What the hand did goes to disk this often [ms]. */
const FLUSH = 200;
/** A press that is shorter was no performance [s]. */
const SHORTEST = 0.2;

/** A take under way. whole: the round before, where it was gone all round. */
interface Running {
  current: TakeSending;
  whole: TakeSending | null;
  began: number;
  round: number;
  timer: number;
  character: string;
  set: SetRecord;
}

/** What was recorded last: the performance and the layer in it. punch: whether the layer was there before. */
interface Recorded {
  motion: string;
  layer: string;
  punch: boolean;
}

export class Takes {
  phase = $state<"idle" | "armed" | "counting" | "recording" | "saving" | "review">("idle");
  /** What is to be recorded, from arming to the end. */
  plan = $state.raw<TakePlan | null>(null);
  /** How long the hand has been recording, all rounds together [s]. */
  elapsed = $state(0);
  round = $state(0);
  /** Seconds until it begins: 3, 2, 1. */
  count = $state(0);
  last = $state.raw<Recorded | null>(null);
  /** The take ended by itself while the ball was still held: until it is let go, the hand moves nothing. */
  deaf = $state(false);
  private running: Running | null = null;
  private counted: { since: number; skip: boolean } = { since: 0, skip: false };
  /** Whether the ball followed the pointer when the last take began. */
  private followed = false;

  readonly busy = $derived(["counting", "recording", "saving"].includes(this.phase));
  /** The performance that is recorded upon, by id; null for a new one. */
  readonly over = $derived(this.plan?.motion ?? null);
  /** What decides how a take is laid out, as one word: the playhead, which moves all the time, is no part of it. */
  private readonly asked = $derived.by(() => {
    const { loop, range } = this.playback.transport;
    return [loop, range?.start, range?.end, preferences.values.recordSpeed].join(" ");
  });
  /** Whether what was done waits for the connection to come back. */
  readonly waiting = $derived.by(() => this.busy && this.studio.connection.state !== "open");

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly perform: Perform,
  ) {
    $effect(() => {
      // What was recorded may be undone, or deleted.
      const record = this.last && motionOf(this.studio.records, this.last.motion);
      const there = record?.recording?.layers.some(({ name }) => name === this.last?.layer);
      if (this.phase === "review" && !there) this.phase = "idle";
    });
    $effect(() => {
      if (this.studio.connection.state === "open") untrack(() => this.push());
    });
    $effect(() => {
      // The loop, its range and the speed may be changed until the hand begins.
      void this.asked;
      untrack(() => this.phase === "armed" && this.plan && this.lay(this.plan.motion, this.plan.punch));
    });
  }

  /** Where in the performance the hand is [s]. */
  get playhead(): number {
    const { plan } = this;
    if (!plan) return 0;
    if (this.phase === "recording") return momentOf(plan, this.elapsed).time;
    return this.phase === "counting" ? leadIn(plan, this.left(performance.now() / 1000)) : plan.from;
  }

  /** R: arms, or lets it be. */
  toggle(): void {
    if (this.phase === "armed") this.disarm();
    else if (this.phase === "recording" && this.perform.duet.led) this.released();
    else if (!this.busy) this.arm(null);
  }

  /** over: the performance that the take goes on top of. punch: the layer of it that is recorded anew. atOnce: never counts. */
  arm(over: string | null, { punch = null, atOnce = false }: { punch?: string | null; atOnce?: boolean } = {}): void {
    const { perform } = this;
    if (!perform.active || !this.studio.canEdit || this.busy || perform.refusesHeld()) return;
    const layer = motionOf(this.studio.records, over)?.recording?.layers.find(({ name }) => name === punch);
    const own = layer && perform.sets.find(({ id }) => id === layer.set);
    if (layer && !own) return toasts.say(strings.toasts.setMissing(punch!));
    if (own) perform.choose(own);
    if (!perform.set?.keys.length) return toasts.say(strings.toasts.nothingToPerform);
    perform.show("cursor");
    [this.phase, this.elapsed, this.round] = ["armed", 0, 0];
    this.counted = { since: 0, skip: atOnce };
    this.lay(over, punch);
  }

  /** Records a layer of the performance anew, in the loop's range, or all of it. */
  anew(layer = this.perform.layers.selected?.name): void {
    if (layer && this.perform.performance) this.arm(this.perform.performance.id, { punch: layer });
  }

  /** Full, half, quarter speed, and full again. */
  nextSpeed(): void {
    const index = RECORDING_SPEEDS.findIndex((speed) => speed === preferences.values.recordSpeed);
    if (!this.busy) preferences.values.recordSpeed = RECORDING_SPEEDS[(index + 1) % RECORDING_SPEEDS.length]!;
  }

  private lay(over: string | null, punch: string | null): void {
    const speed = preferences.values.recordSpeed;
    this.plan = planned(motionOf(this.studio.records, over), punch, this.playback.transport, speed);
    if (!over) return;
    this.playback.seek(this.plan.from);
    this.perform.show("cursor");
  }

  disarm(): void {
    this.deaf = false;
    if (this.phase === "recording") return void this.end(false);
    if (this.phase === "review") return this.keep();
    if (this.phase !== "saving") [this.phase, this.plan] = ["idle", null];
  }

  /** The first drag begins it. Returns whether it records, or counts. time: on the hand's clock [s]. */
  begin(place: Point3, time: number): boolean {
    const { character, set, following } = this.perform;
    if (this.phase !== "armed" || !this.plan || !character || !set) return false;
    this.followed = following;
    if (preferences.values.countIn && !this.counted.skip) {
      this.counted.since = time;
      [this.phase, this.count] = ["counting", COUNT_IN];
    } else this.record(place, time);
    requestAnimationFrame(() => this.tick());
    return true;
  }

  private record(place: Point3, time: number): void {
    const { character, set } = this.perform;
    if (!character || !set) return this.disarm();
    const timer = window.setInterval(() => this.push(), FLUSH);
    [this.phase, this.elapsed, this.round] = ["recording", 0, 0];
    const current = this.sending(character.id, set.id, time);
    current.sampling.release(this.perform.released, time);
    this.running = { current, whole: null, began: time, round: 0, timer, character: character.id, set };
    current.sampling.add(this.perform.cursor ?? place, time);
    current.push();
  }

  private sending(character: string, set: string, time: number): TakeSending {
    const { motion, punch, from, speed } = this.plan!;
    const desk: TakeDesk = {
      request: (command) => this.studio.request(command),
      knows: (take) => this.studio.records.has(take),
    };
    const { fade } = this.perform;
    const start = { type: "StartTake", character, set, motion, punch, at: from, speed, fade } as const;
    const sending = new TakeSending(desk, start, time);
    void sending.end.then((end) => end.ended === "refused" && this.refused(sending, end.why));
    return sending;
  }

  sample(place: Point3, time: number): void {
    if (this.phase !== "recording" || !this.running) return;
    this.goRound(time);
    if (this.phase === "recording") this.running.current.sampling.add(place, time);
  }

  /** At the end of its stretch a take ends, or starts over. */
  private goRound(time: number): void {
    const { running, plan } = this;
    if (!running || !plan) return;
    const { round, over } = momentOf(plan, time - running.began);
    if (over) {
      this.deaf = true;
      return void this.end(true);
    }
    while (running.round < round) {
      const at = running.began + (running.round + 1) * roundLength(plan);
      const { sampling } = running.current;
      sampling.rest(at);
      sampling.release(false, at);
      void running.whole?.finish(false);
      running.whole = running.current;
      running.current = this.sending(running.character, sampling.set ?? running.set.id, at);
      running.current.sampling.add(sampling.place!, at);
      running.current.sampling.release(this.perform.released, at);
      this.round = ++running.round;
    }
  }

  /** Time goes on while the hand rests, and with it what was recorded before. */
  private tick(): void {
    const now = performance.now() / 1000;
    if (this.phase === "counting") this.countDown(now);
    if (this.phase === "recording" && this.running) {
      this.elapsed = Math.max(now - this.running.began, 0);
      this.goRound(now);
    }
    if (this.phase !== "counting" && this.phase !== "recording") return;
    if (this.over) this.playback.seek(Math.min(this.playhead, this.playback.transport.duration));
    this.perform.point();
    requestAnimationFrame(() => this.tick());
  }

  private left(now: number): number {
    return Math.min(Math.max(this.counted.since + COUNT_IN - now, 0), COUNT_IN);
  }

  private countDown(now: number): void {
    const left = this.left(now);
    this.count = Math.ceil(left);
    const { ball } = this.perform;
    if (left <= 0 && ball) this.record(ball, this.counted.since + COUNT_IN);
  }

  /** Goes over to another set within the take, where that is possible. */
  switchTo(set: SetRecord): boolean {
    const { running } = this;
    if (!running || !areAlternatives(running.set, set) || set.keys.length === 0) return false;
    running.current.sampling.switchTo(set.id, performance.now() / 1000);
    return true;
  }

  /** The controller is taken from the set above it, or given back, within the take. */
  release(on: boolean): void {
    this.running?.current.sampling.release(on, performance.now() / 1000);
  }

  private push(): void {
    this.running?.whole?.push();
    this.running?.current.push();
  }

  /** The hand lets go. */
  released(): void {
    this.deaf = false;
    if (this.phase === "counting") this.phase = "armed";
    else if (this.phase === "recording") void this.end(true);
  }

  /** The take is over, or given up. */
  async end(kept: boolean): Promise<void> {
    const { running, plan } = this;
    if (this.phase !== "recording" || !running || !plan) return;
    this.phase = "saving";
    const { current, whole } = running;
    const until = current.sampling.began + roundLength(plan);
    const ended = Math.min(performance.now() / 1000, until);
    current.sampling.rest(ended);
    current.sampling.release(false, ended);
    const last = keepsLast(plan, current.sampling.length, whole !== null);
    const [chosen, other] = last ? [current, whole] : [whole!, current];
    const worth = kept && chosen.sampling.length >= SHORTEST;
    const [end] = await Promise.all([chosen.finish(worth), other?.finish(false)]);
    if (this.running !== running) return;
    this.stop();
    if (end.ended === "kept") return this.review(plan, end.created);
    [this.phase, this.plan] = kept ? ["armed", plan] : ["idle", null];
  }

  private review(plan: TakePlan, created: readonly string[]): Promise<void> | void {
    const { records } = this.studio;
    const motion = plan.motion ?? created.find((id) => motionOf(records, id)) ?? this.newest();
    const layer = plan.punch ?? motionOf(records, motion)?.recording?.layers.at(-1)?.name;
    [this.phase, this.plan] = ["idle", null];
    if (!motion || !layer) return;
    this.last = { motion, layer, punch: plan.punch !== null };
    this.phase = "review";
    return this.loop(motion, plan.motion !== null);
  }

  /** The character's newest performance: where the answer was lost that named it. */
  private newest(): string | undefined {
    const own = this.studio.motions.filter(
      ({ form, character }) => form === "performance" && character === this.perform.character?.id,
    );
    return own.at(-1)?.id;
  }

  /** Plays what was recorded, round and round. kept: whether in the loop's range, where there is one. */
  private async loop(motion: string, kept: boolean): Promise<void> {
    const { playback, studio } = this;
    if (studio.motion?.id !== motion) await studio.ask({ type: "SelectMotion", motion });
    if (playback.transport.range && !kept) playback.clearRange();
    if (!playback.transport.loop) playback.toggleLoop();
    playback.seek(playback.transport.range?.start ?? 0);
    playback.play();
  }

  /** The studio will not have a take; what it said of a round before the last is of no interest any more. */
  private refused(sending: TakeSending, why: string): void {
    if (sending !== this.running?.current && sending !== this.running?.whole) return;
    toasts.fail(why);
    this.stop();
    [this.phase, this.plan] = ["idle", null];
  }

  private stop(): void {
    if (this.running) window.clearInterval(this.running.timer);
    this.running = null;
  }

  /** The take stays, and the character follows again. */
  keep(): void {
    if (this.phase !== "review") return;
    this.phase = "idle";
    if (this.last) void this.perform.duet.keep(this.last.motion);
    this.perform.back(this.followed);
  }

  /** The take stays, and what is seen does too. */
  settle(): void {
    if (this.phase === "review") this.phase = "idle";
  }

  /** Arms for one more take by the means of the last one. */
  private armAlike(over: string | null, punch: string | null = null): void {
    this.arm(over, { punch, atOnce: this.counted.skip });
    if (this.phase === "armed" && this.followed) this.perform.following = true;
  }

  /** Takes the last take back and arms once more. */
  async again(): Promise<void> {
    const { last, studio } = this;
    if (this.phase !== "review" || !last) return;
    const record = motionOf(studio.records, last.motion);
    const alone = !last.punch && record?.recording?.layers.length === 1;
    this.phase = "idle";
    this.perform.show("cursor");
    if (studio.undoKind === "record_take") await studio.ask({ type: "Undo" });
    else if (alone) await studio.ask({ type: "RemoveRecord", id: last.motion });
    else if (record && !last.punch)
      await studio.ask({
        type: "EditLayers",
        motion: last.motion,
        edits: [{ type: "DeleteLayer", layer: last.layer }],
      });
    this.armAlike(alone ? null : last.motion, last.punch ? last.layer : null);
  }

  onTop(): void {
    if (this.phase === "review" && this.last) this.armAlike(this.last.motion);
  }
}
