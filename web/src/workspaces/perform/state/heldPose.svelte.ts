/** The pose that was made by hand. It is shown until it is stored or discarded, wherever the ball goes; with it a place that the engine
 * suggests for it. */

import { untrack } from "svelte";
import { floats } from "../../../protocol/frames";
import type { Studio } from "../../../document/studio.svelte";
import type { Point3 } from "../../../stage/points";
import { isHeld } from "../model/sets/setRecords";
import type { Perform } from "./perform.svelte";

export class HeldPose {
  private found = $state.raw<{ set: string; place: Point3 } | null>(null);
  /** Whether the pointer is over the suggested place, or over its button. */
  pointed = $state(false);

  /** Whether a pose is held that the ball must not change. Balls that were put somewhere wait for the set that moves them. */
  readonly held = $derived.by(() => isHeld(this.perform.designed, this.perform.set));
  /** Where the pose fits best into the set, in the set's space [m]; null while there is nothing to suggest. */
  readonly suggested = $derived.by<Point3 | null>(() => {
    const { found, perform } = this;
    return this.held && perform.showing === "pose" && found?.set === perform.set?.id ? (found?.place ?? null) : null;
  });

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {
    studio.on("PlaceFrame", (frame) => {
      const { set } = frame.header;
      if (set === perform.set?.id) this.found = { set, place: Array.from(floats(frame, "place")) as Point3 };
    });
    $effect(() => {
      const { designed, set, active } = perform;
      const asked =
        active && isHeld(designed, set) && set?.keys.length && studio.connection.state === "open" ? set.id : null;
      untrack(() => {
        this.found = null;
        this.pointed = false;
        if (asked) void studio.request({ type: "RequestPlace", set: asked }).catch(() => null);
      });
    });
  }

  async discard(): Promise<void> {
    const { perform, studio } = this;
    if (!this.held || !perform.character || !studio.canEdit || !perform.active) return;
    await perform.keys.changing(studio.ask({ type: "DiscardPose", character: perform.character.id }));
  }

  /** Stores the pose at the suggested place, and puts the ball there; without a pose in hand, that which the set gives there. */
  async storeThere(): Promise<void> {
    const { perform, suggested } = this;
    if (perform.health.suggested) return perform.health.addThere();
    const at = suggested && perform.set && perform.spaces?.world(perform.set, suggested);
    if (!at) return;
    perform.moveBall(at, performance.now() / 1000, false);
    await perform.keys.set();
  }
}
