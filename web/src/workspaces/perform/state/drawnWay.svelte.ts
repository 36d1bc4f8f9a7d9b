/** The way on the ground: drawn with the pointer, and walked in the style of a set's poses.
 *
 * Where a performance is seen, the way becomes its own. Where the ball leads, its set walks along the way by itself, in a new
 * performance.
 */

import type { Playback } from "../../../timeline/playback.svelte";
import { placementOf } from "../../../document/records";
import type { Studio } from "../../../document/studio.svelte";
import { drawnTo, walkable, type GroundPath, type GroundPoint } from "../../../stage/groundPath";
import { inWorld } from "../../../stage/points";
import type { Perform } from "./perform.svelte";

/** Of the character's size: how far apart points of a way are. */
const SPACING = 0.04;

export class DrawnWay {
  /** Whether the pointer draws a way. */
  drawing = $state(false);
  /** The way under the pointer, while it is drawn: x and z on the stage [m]. */
  private drawn = $state.raw<GroundPath | null>(null);

  /** The way that the performance goes, in the world; none while the ball leads. */
  readonly stored = $derived.by<GroundPath>(() => {
    const { character, performance, showing } = this.perform;
    const way = showing === "motion" ? (performance?.recording?.way ?? []) : [];
    if (!character || way.length === 0) return [];
    const { position, heading } = placementOf(this.studio.records, character.id);
    return way.map(([x, z]) => {
      const [east, , south] = inWorld([x, 0, z], heading);
      return [east + position[0], south + position[2]];
    });
  });
  /** The way that is seen. */
  readonly shown = $derived.by<GroundPath>(() => this.drawn ?? (this.perform.active ? this.stored : []));
  readonly held = $derived.by(() => this.drawn !== null);

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly perform: Perform,
  ) {
    $effect(() => {
      const { active, character, takes, desk, contacts } = perform;
      if (!active || !character || takes.busy || desk.picking || contacts.marking) this.drawing = false;
    });
  }

  private get size(): number {
    return this.perform.character?.height ?? 1;
  }

  toggle(): void {
    const { perform } = this;
    if (!perform.active || !perform.set?.keys.length || !this.studio.canEdit || perform.refusesHeld()) return;
    this.drawing = !this.drawing && !perform.takes.busy;
    if (this.drawing) [perform.desk.picking, perform.contacts.marking, perform.following] = [false, false, false];
  }

  begin(at: GroundPoint): void {
    this.drawn = [at];
  }

  to(at: GroundPoint): void {
    if (this.drawn) this.drawn = drawnTo(this.drawn, at, SPACING * this.size);
  }

  /** The line is drawn: the character walks there. */
  async end(kept: boolean): Promise<void> {
    const { drawn } = this;
    if (kept && drawn && walkable(drawn, this.size)) {
      this.drawing = false;
      await this.walk(drawn);
    }
    if (this.drawn === drawn) this.drawn = null;
  }

  private async walk(drawn: GroundPath): Promise<void> {
    const { studio, perform, playback } = this;
    const { character, set, performance, showing } = perform;
    const way = drawn.map(([x, z]): GroundPoint => [x, z]);
    if (showing === "motion" && performance) {
      if (await perform.layers.edit({ type: "SetWay", way })) playback.seek(0);
    } else if (character && set) {
      const made = await studio.ask({ type: "WalkAlong", character: character.id, set: set.id, way });
      if (!made?.created[0]) return;
      if (studio.motion?.id !== made.created[0]) await studio.ask({ type: "SelectMotion", motion: made.created[0] });
      playback.seek(0);
    } else return;
    playback.play();
  }

  /** The character walks straight ahead again. */
  clear(): void {
    void this.perform.layers.edit({ type: "SetWay", way: [] });
  }
}
