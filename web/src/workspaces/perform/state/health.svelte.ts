/** The health of the set in hand: a heat map on the plane of its markers, and a place where a further pose would help most. */

import { untrack } from "svelte";
import type { Studio } from "../../../document/studio.svelte";
import { healthMapOf, type HealthMap } from "../model/healthMap";
import type { Perform } from "./perform.svelte";

export class Health {
  shown = $state(false);
  private found = $state.raw<HealthMap | null>(null);

  /** The map of the set in hand; null while none is shown. */
  readonly map = $derived.by(() => {
    const { found, perform } = this;
    return this.shown && perform.showing !== "motion" && found?.set === perform.set?.id ? found : null;
  });
  /** Where a further pose would help most, in the set's space [m]; a pose that is held has its own suggestion. */
  readonly suggested = $derived.by(() => (this.perform.made.held ? null : (this.map?.suggested ?? null)));

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {
    studio.on("HealthFrame", (frame) => {
      const { set } = frame.header;
      if (set === perform.set?.id) this.found = healthMapOf(set, frame);
    });
    $effect(() => {
      const { set, sets, active } = perform;
      const wanted = this.shown && active && set?.keys.length && studio.connection.state === "open" ? set.id : null;
      void sets; // a set that this one moves counts, too
      untrack(() => {
        if (wanted) void studio.request({ type: "RequestHealth", set: wanted }).catch(() => null);
      });
    });
  }

  toggle(): void {
    if (this.perform.active && this.perform.set?.keys.length) this.shown = !this.shown;
  }

  /** Adds the pose that the set gives at the suggested place, with the ball there: a start for a pose of one's own. */
  async addThere(): Promise<void> {
    const { studio, perform, suggested: place } = this;
    const { set } = perform;
    const at = set && place && perform.spaces?.world(set, place);
    if (!set || !at || !studio.canEdit || perform.takes.busy) return;
    perform.moveBall(at, performance.now() / 1000, false);
    const done = await perform.keys.changing(studio.ask({ type: "SetKey", set: set.id, place, controller: place }));
    if (done) perform.selected = perform.set?.keys.at(-1)?.name ?? null;
  }
}
