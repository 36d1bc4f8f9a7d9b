/** A drag that the studio shows as it goes: the newest step wins, and in the end it is one edit or none. */

import { errorText } from "../text/format";
import { NewestWins } from "../protocol/newestWins";
import type { Ask } from "../protocol/socket";
import type { Studio } from "./studio.svelte";
import { toasts } from "./toasts.svelte";

export class Drag {
  readonly id = crypto.randomUUID();
  private readonly steps: NewestWins<readonly Ask[]>;
  private last: readonly Ask[] = [];

  constructor(private readonly studio: Studio) {
    this.steps = new NewestWins(
      async (step) => {
        for (const command of step) await studio.request(command);
      },
      (error) => toasts.fail(errorText(error)),
    );
  }

  /** commands: of each thing that is dragged; with this drag's id as their gesture, told from the drag's start. */
  step(...commands: Ask[]): void {
    this.last = commands;
    this.steps.push(commands);
  }

  /** The last step and the end go out at once, in this order: an undo that follows finds the edit made. */
  async end(kept: boolean): Promise<void> {
    this.steps.drop();
    if (this.last.length === 0) return;
    if (kept) for (const command of this.last) void this.studio.request(command).catch(() => null);
    await this.studio.request({ type: kept ? "EndGesture" : "CancelGesture", gesture: this.id }).catch(() => null);
  }
}
