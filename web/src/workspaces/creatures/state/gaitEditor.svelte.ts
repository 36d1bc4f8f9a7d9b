/** The gait of the active creature as a chart: at which speed it is seen, which foot is chosen, and the drag under way. */

import { untrack } from "svelte";
import { errorText } from "../../../text/format";
import { Drag } from "../../../document/drag";
import type { Studio } from "../../../document/studio.svelte";
import { toasts } from "../../../document/toasts.svelte";
import { NewestWins } from "../../../protocol/newestWins";
import type { CreatureGait, GaitCharted, GaitEdit, GaitFile, MotionRecord } from "../../../protocol/generated";
import { nearestSpeed, speedsOf, timingEdit, type Timing } from "../model/gaitChart";
import { strings } from "../strings";
import { answered } from "./answers";
import type { Creatures } from "./creatures.svelte";
import type { CreatureGoing } from "./locomotion.svelte";

interface Question {
  character: string;
  gait: CreatureGait;
  speed: number | null;
}

export class GaitEditor {
  /** Whether the section is open: only then a chart is asked for. */
  open = $state(false);
  /** The chart; null until there is one. */
  chart = $state.raw<GaitCharted | null>(null);
  /** Why there is no chart. */
  trouble = $state<string | null>(null);
  /** The chosen foot, as an index into the chart's feet. */
  foot = $state(0);
  /** Whether an edit is for all feet of the leg group. */
  all = $state(false);
  /** The chosen speed key; null for the nearest one to how fast it goes. */
  private picked = $state<number | null>(null);
  /** What a hand on a bar asks for, until it is kept. */
  held = $state.raw<{ index: number; timing: Timing } | null>(null);

  readonly motion = $derived.by<MotionRecord | null>(() => this.going.motion);
  readonly editable = $derived.by(() => this.studio.canEdit && this.motion !== null);
  readonly chosen = $derived.by(() => this.chart?.feet[this.foot] ?? this.chart?.feet[0] ?? null);
  readonly speeds = $derived.by(() => (this.chart ? speedsOf(this.chart.plan, this.chosen?.group ?? 0) : []));
  readonly speed = $derived.by(() => this.picked ?? nearestSpeed(this.speeds, this.chart?.speed ?? 0));
  /** Metres per second of natural speed 1. */
  readonly natural = $derived.by(() => (this.chart ? this.chart.pace / this.chart.speed : 1));
  /** Motions that a gait can be fitted to: those of other characters, and captured ones. */
  readonly walks = $derived.by(() =>
    this.studio.motions.filter((each) => each.character !== null && each.id !== this.motion?.id && each.frames > 1),
  );

  private readonly questions: NewestWins<Question>;
  private drag: Drag | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly creatures: Creatures,
    private readonly going: CreatureGoing,
  ) {
    this.questions = new NewestWins(
      (question) => this.ask(question),
      (error) => this.failed(error),
    );
    $effect(() => {
      const { creature } = creatures;
      const { gait } = going;
      void creature?.blob;
      if (!this.open || !creature || !creatures.active || !studio.canEdit || this.drag) return;
      this.questions.push({ character: creature.id, gait, speed: this.picked });
    });
    $effect(() => {
      void creatures.creature?.id;
      untrack(() => ([this.picked, this.foot, this.chart] = [null, 0, null]));
    });
  }

  private async ask(question: Question): Promise<void> {
    const chart = await answered(this.studio, { type: "RequestGaitChart", ...question }, "GaitCharted");
    if (chart.character !== this.creatures.creature?.id) return;
    [this.chart, this.trouble] = [chart, null];
    if (!this.drag) this.held = null;
  }

  private failed(error: unknown): void {
    [this.chart, this.trouble] = [null, errorText(error)];
  }

  pickSpeed(speed: number): void {
    this.picked = speed;
  }

  /** A hand drags a bar: the creature walks so at once, and one edit is kept when it lets go. */
  hold(index: number, timing: Timing): void {
    const foot = this.chart?.feet[index];
    if (!foot || !this.chart || !this.editable) return;
    this.held = { index, timing };
    this.step(timingEdit(this.chart.plan, foot, this.speed, timing, this.all));
  }

  /** A step of a drag of any control. */
  step(edit: GaitEdit): void {
    const { motion } = this;
    if (!motion) return;
    this.drag ??= new Drag(this.studio);
    this.drag.step({ type: "EditGait", motions: [motion.id], edits: [edit], gesture: this.drag.id });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    const done = await drag.end(kept);
    if (!done || !kept) this.held = null;
    const creature = this.creatures.creature;
    if (creature && this.open)
      this.questions.push({ character: creature.id, gait: this.going.gait, speed: this.picked });
  }

  /** One edit at once. */
  async edit(...edits: GaitEdit[]): Promise<void> {
    const { motion } = this;
    if (motion && this.editable) await this.studio.ask({ type: "EditGait", motions: [motion.id], edits });
  }

  /** Sets a value of the chosen foot, or of its leg group. */
  edits(name: "lift" | "heel" | "toe", value: number): GaitEdit | null {
    const { chosen, speed } = this;
    if (!chosen) return null;
    const at = { group: chosen.group, speed, values: { [name]: value } };
    return this.all ? { type: "SetGroupKey", ...at } : { type: "SetFootTiming", foot: chosen.foot, ...at };
  }

  /** Shapes the flight of the chosen foot, or of its leg group. */
  flight(change: { peak?: number; swing?: number; tip?: number }): GaitEdit | null {
    const { chosen } = this;
    if (!chosen) return null;
    const { group, peak, swing, tip } = chosen;
    return { type: "SetFlight", group, foot: this.all ? null : chosen.foot, peak, swing, tip, ...change };
  }

  addKey(): void {
    const natural = Math.round((100 * Math.abs(this.going.gait.speed)) / this.natural) / 100;
    const group = this.chosen?.group ?? 0;
    if (this.speeds.includes(natural)) return this.pickSpeed(natural);
    void this.edit({ type: "SetGroupKey", group, speed: natural, values: {} }).then(() => this.pickSpeed(natural));
  }

  removeKey(): void {
    const { speed } = this;
    this.picked = null;
    void this.edit({ type: "RemoveGroupKey", group: this.chosen?.group ?? 0, speed });
  }

  setStyle(group: number, style: string): void {
    void this.edit({ type: "SetGroupStyle", group, style });
  }

  resetFoot(): void {
    const { chosen } = this;
    if (chosen) void this.edit({ type: "ResetFoot", group: chosen.group, foot: chosen.foot });
  }

  reset(): void {
    this.picked = null;
    void this.edit({ type: "ReplaceGait", plan: null });
  }

  async fit(source: string): Promise<void> {
    const { motion } = this;
    if (motion) await this.studio.ask({ type: "FitGait", motions: [motion.id], source });
  }

  /** Reads a .kinegait file. */
  async load(file: File): Promise<void> {
    const plan = await file
      .text()
      .then((text) => JSON.parse(text) as GaitFile)
      .catch(() => null);
    if (!plan) return toasts.fail(strings.gaitChart.notAGait(file.name));
    this.picked = null;
    await this.edit({ type: "ReplaceGait", plan });
  }

  /** The gait as a file: its name and its address. */
  get file(): { name: string; address: string } | null {
    const plan = this.chart?.plan;
    if (!plan) return null;
    const text = JSON.stringify(plan, null, 1);
    return {
      name: `${this.creatures.creature?.name ?? plan.name}.kinegait`,
      address: `data:application/json;charset=utf-8,${encodeURIComponent(text)}`,
    };
  }
}
