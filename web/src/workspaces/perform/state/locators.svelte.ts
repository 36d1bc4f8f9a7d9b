/** The locators of the set in hand: points of the user's own. They go where the ball goes, until poses put them elsewhere. */

import { floats } from "../../../protocol/frames";
import type { Studio } from "../../../document/studio.svelte";
import type { Point3 } from "../../../stage/points";
import { freeLocator, locatorsOf, triplesOf } from "../model/sets/locators";
import type { Perform } from "./perform.svelte";

export class Locators {
  private seen = $state.raw<{ set: string; places: readonly Point3[] }>({ set: "", places: [] });

  readonly names = $derived.by(() => locatorsOf(this.perform.set));
  /** Where they are while the ball leads, in the space of the set in hand [m]. */
  readonly places = $derived.by<readonly Point3[]>(() => {
    const { perform, seen } = this;
    return perform.showing === "cursor" && seen.set === perform.set?.id ? seen.places : [];
  });
  /** Whether there is a pose to put a locator in, and a ball to put it at. */
  readonly placeable = $derived.by(() => this.perform.key !== null && this.perform.ball !== null);

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {
    studio.on("PerformFrame", (frame) => {
      if (frame.header.character !== perform.character?.id) return;
      const places = frame.arrays.has("locators") ? triplesOf(floats(frame, "locators")) : [];
      if (places.length || this.seen.places.length) this.seen = { set: frame.header.set, places };
    });
  }

  async add(): Promise<void> {
    const { set } = this.perform;
    if (set) await this.key(freeLocator(this.names), true);
  }

  async remove(name: string): Promise<void> {
    await this.key(name, false);
  }

  private async key(target: string, moves: boolean): Promise<void> {
    const { set } = this.perform;
    const part = { kind: "locator", target, moves, turns: false } as const;
    if (set) await this.studio.ask({ type: "KeyPart", set: set.id, part });
  }

  /** In the selected pose, the locator is where the ball is now. */
  async putAtBall(target: string): Promise<void> {
    const { set, key, ball, spaces } = this.perform;
    const place = set && ball && spaces?.local(set, ball);
    if (set && key && place) await this.studio.ask({ type: "PlaceLocator", set: set.id, key: key.name, target, place });
  }
}
