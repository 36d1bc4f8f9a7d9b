/** A drag that the studio shows as it goes: the newest step wins, and in the end it is one edit or none. */

import { errorText } from "../text/format";
import { NewestWins } from "../protocol/newestWins";
import type { Ask } from "../protocol/socket";
import type { Studio } from "./studio.svelte";
import { toasts } from "./toasts.svelte";

type Step = readonly Ask[];

export class Drag {
  readonly id = crypto.randomUUID();
  private readonly steps: NewestWins<Step>;
  private last: Step | null = null;
  private sent: Step | null = null;
  private begun = false;
  /** Whether the reason why it cannot be is known already. */
  private explained = false;

  /** failed: hears why a step, or the end, was refused; without it a toast shows it. */
  constructor(
    private readonly studio: Pick<Studio, "request">,
    private readonly failed: (error: unknown) => void = (error) => toasts.fail(errorText(error)),
  ) {
    this.steps = new NewestWins((step) => this.send(step), this.explain);
  }

  private readonly explain = (error: unknown) => {
    this.explained = true;
    this.failed(error);
  };

  private send(step: Step): Promise<unknown> {
    this.sent = step;
    this.begun = true;
    return Promise.all(step.map((command) => this.studio.request(command)));
  }

  /** commands: of each thing that is dragged; with this drag's id as their gesture, measured from the drag's start. */
  step(...commands: Ask[]): void {
    this.last = commands;
    this.steps.push(commands);
  }

  /** A command that goes out before any step, whatever follows. */
  open(command: Ask): Promise<unknown> {
    this.begun = true;
    return this.studio.request(command);
  }

  /** Ends it; rejects where the studio refuses. A step that still waits and the end go out at once, in this order: an undo that follows
   * finds the edit made. */
  async finish(kept: boolean): Promise<void> {
    this.steps.drop();
    if (kept && this.last && this.last !== this.sent) void this.send(this.last).catch(this.explain);
    if (this.begun) await this.studio.request({ type: kept ? "EndGesture" : "CancelGesture", gesture: this.id });
  }

  /** The same; returns whether the studio has carried it out. Where it refuses to keep the drag, the reason is shown once. */
  end(kept: boolean): Promise<boolean> {
    return this.finish(kept).then(
      () => true,
      (error: unknown) => {
        if (kept && !this.explained) this.explain(error);
        return false;
      },
    );
  }
}
