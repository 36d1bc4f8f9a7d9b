/** The uneven ground of the stage: painted with a brush, and with stairs. A stroke is one edit. */

import { untrack } from "svelte";
import type { GroundHill, GroundStairs, StageGround } from "../../../protocol/generated";
import { Drag } from "../../../document/drag";
import { placementOf } from "../../../document/records";
import type { Studio } from "../../../document/studio.svelte";
import {
  LEVEL,
  changeStairs,
  dabbed,
  isLevel,
  painted,
  removeStairs,
  stairsBefore,
  withStairs,
} from "../model/surroundings/groundShape";
import type { Creatures } from "./creatures.svelte";

/** Heights of the uneven part, row by row along z. */
export interface GroundHeights {
  x: number;
  z: number;
  spacing: number;
  shape: readonly [number, number];
  heights: Float32Array;
}

export class CreatureGround {
  /** Whether the pointer paints. */
  painting = $state(false);
  digs = $state(false);
  /** Radius of the brush, and height of one dab, as shares of the creature's size. */
  readonly brush = $state({ radius: 0.5, height: 0.06 });
  heights = $state.raw<GroundHeights | null>(null);
  private stroke: readonly GroundHill[] = [];
  private held = $state.raw<StageGround | null>(null);
  private drag: Drag | null = null;
  private asked = 0;

  readonly kept = $derived.by<StageGround>(() => {
    const stage = this.studio.records.get("stage");
    return stage?.kind === "stage" ? stage.ground : LEVEL;
  });
  readonly ground = $derived.by(() => this.held ?? this.kept);

  constructor(
    private readonly studio: Studio,
    private readonly creatures: Creatures,
  ) {
    $effect(() => {
      const { ground } = this;
      if (creatures.active && studio.ready) untrack(() => void this.measure(ground));
    });
  }

  private async measure(ground: StageGround): Promise<void> {
    const asked = ++this.asked;
    if (isLevel(ground)) return void (this.heights = null);
    let found: GroundHeights | null = null;
    const stop = this.studio.on("GroundFrame", ({ header: { x, z, spacing }, arrays }) => {
      const heights = arrays.get("heights");
      if (heights?.data instanceof Float32Array)
        found = { x, z, spacing, shape: [heights.shape[0]!, heights.shape[1]!], heights: heights.data };
    });
    try {
      await this.studio.request({ type: "RequestGround", ground });
      if (asked === this.asked && found) this.heights = found;
    } catch {
      // The ground stays as it was drawn; the edit itself reports what is wrong.
    } finally {
      stop();
    }
  }

  private get size(): number {
    return this.creatures.creature?.height ?? 1;
  }

  private async set(ground: StageGround): Promise<void> {
    await this.studio.ask({ type: "SetGround", ground });
  }

  start(at: readonly [number, number]): void {
    this.stroke = [];
    this.drag = new Drag(this.studio);
    this.paintTo(at);
  }

  paintTo(at: readonly [number, number]): void {
    const { drag, brush, size } = this;
    if (!drag) return;
    const height = (this.digs ? -1 : 1) * brush.height * size;
    const longer = dabbed(this.stroke, at, { radius: brush.radius * size, height });
    if (longer === this.stroke) return;
    this.stroke = longer;
    this.held = painted(this.kept, longer);
    drag.step({ type: "SetGround", ground: this.held, gesture: drag.id });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
    if (!this.drag) this.held = null;
  }

  addStairs(): void {
    const { creature } = this.creatures;
    const { position, heading } = placementOf(this.studio.records, creature?.id ?? "");
    void this.set(withStairs(this.kept, stairsBefore(position[0], position[2], heading, this.size)));
  }

  changeStairs(at: number, change: Partial<GroundStairs>): void {
    void this.set(changeStairs(this.kept, at, change));
  }

  removeStairs(at: number): void {
    void this.set(removeStairs(this.kept, at));
  }

  flatten(): void {
    void this.set(LEVEL);
  }
}
