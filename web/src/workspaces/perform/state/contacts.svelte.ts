/** The contact points of the character, on which it stands and walks: while they are marked, a click on a part adds or removes them. */

import { untrack } from "svelte";
import type { Studio } from "../../../document/studio.svelte";
import type { Perform } from "./perform.svelte";

export class Contacts {
  /** Whether clicks on the body mark contact points. */
  marking = $state(false);
  private found = $state.raw<{ character: string; joints: readonly number[] } | null>(null);

  /** The joints that have contact points, while they are being marked. */
  readonly marked = $derived.by<readonly number[] | null>(() => {
    const { found, perform } = this;
    if (!this.marking || !perform.character) return null;
    return found?.character === perform.character.id ? found.joints : [];
  });

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {
    studio.on("ContactFrame", (frame) => {
      const joints = frame.arrays.get("joints")?.data ?? [];
      this.found = { character: frame.header.character, joints: Array.from(joints, Number) };
    });
    $effect(() => {
      if (this.marking && (!perform.active || !perform.character)) this.marking = false;
    });
    $effect(() => {
      const { character } = perform; // also after every edit of it
      const asked = this.marking && character && studio.connection.state === "open" ? character.id : null;
      untrack(() => {
        if (asked) void studio.request({ type: "RequestContacts", character: asked }).catch(() => null);
      });
    });
  }

  start(): void {
    const { perform } = this;
    if (!perform.active || !perform.character || !this.studio.canEdit) return;
    this.marking = !this.marking;
    if (this.marking) [perform.desk.picking, perform.following] = [false, false];
  }

  async toggle(joint: number): Promise<void> {
    const { character } = this.perform;
    if (character) await this.studio.ask({ type: "ToggleContact", character: character.id, joint });
  }
}
