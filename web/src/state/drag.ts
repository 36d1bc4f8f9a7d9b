/** A drag that the studio shows as it goes: the newest step wins, and in the end it is one edit or none. */

import { NewestWins } from "../model/newestWins";
import type { Ask } from "../protocol/socket";
import type { Studio } from "./studio.svelte";
import { toasts } from "./toasts.svelte";

export class Drag {
  readonly id = crypto.randomUUID();
  private readonly steps: NewestWins<Ask>;
  private last: Ask | null = null;

  constructor(private readonly studio: Studio) {
    this.steps = new NewestWins(
      (step) => studio.request(step),
      (error) => toasts.fail(error instanceof Error ? error.message : String(error)),
    );
  }

  /** command: with this drag's id as its gesture, told from the drag's start. */
  step(command: Ask): void {
    this.last = command;
    this.steps.push(command);
  }

  /** The last step and the end go out at once, in this order: an undo that follows finds the edit made. */
  async end(kept: boolean): Promise<void> {
    this.steps.drop();
    if (!this.last) return;
    if (kept) void this.studio.request(this.last).catch(() => null);
    await this.studio.request({ type: kept ? "EndGesture" : "CancelGesture", gesture: this.id }).catch(() => null);
  }
}
