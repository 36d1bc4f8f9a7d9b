/** Creatures: who is on stage, who of them is active, and the animation that all of them play. */

import type { CharacterRecord } from "../protocol/generated";
import type { Room } from "./room.svelte";
import type { Studio } from "./studio.svelte";

export class Creatures {
  /** The channel of the animation that is looked at, by name. */
  channel = $state<string | null>(null);
  /** The joints that glow on each creature, by the creatures' ids. */
  glow = $state.raw<ReadonlyMap<string, readonly number[]>>(new Map());

  /** Whether the workspace is open. */
  readonly active = $derived.by(() => this.room.workspace === "creatures");
  /** Everybody on stage: any character is a creature. */
  readonly creatures = $derived.by<readonly CharacterRecord[]>(() => this.studio.characters);
  /** The one that is edited, and that an animation is edited on. */
  readonly creature = $derived.by(() => this.studio.character ?? this.creatures[0] ?? null);

  constructor(
    private readonly studio: Studio,
    private readonly room: Room,
  ) {}

  choose(creature: string): void {
    this.room.selectCharacter(creature);
  }
}
