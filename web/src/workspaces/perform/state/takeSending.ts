/** One take on its way to the studio. What is not acknowledged stays here: a connection may be lost at any moment, and nothing is.
 *
 *     start ──► samples, samples, ... ──► end
 *       ▲          │ the connection is lost: goes on from what is on disk
 *       └──────────┘ the studio has given the take up meanwhile: all of it once more
 */

import { TakeSampling } from "../model/samples";
import type { Done } from "../../../protocol/generated";
import { Disconnected, type Ask } from "../../../protocol/socket";

type StartTake = Extract<Ask, { type: "StartTake" }>;

/** What a take needs of the studio. */
export interface TakeDesk {
  request(command: Ask): Promise<Done>;
  /** Whether the studio still has a take. */
  knows(take: string): boolean;
}

/** How it ended. created: ids of new records. */
export type TakeEnd = { ended: "kept" | "thrown away"; created: readonly string[] } | { ended: "refused"; why: string };

export class TakeSending {
  readonly sampling: TakeSampling;
  private take: string | null = null;
  private working = false;
  /** Whether to keep it; null while it goes on. */
  private keeping: boolean | null = null;
  private endSent = false;
  private settled = false;
  private settle!: (end: TakeEnd) => void;
  readonly end = new Promise<TakeEnd>((resolve) => (this.settle = resolve));

  /** began: on the hand's clock [s]. */
  constructor(
    private readonly desk: TakeDesk,
    private readonly start: StartTake,
    began: number,
  ) {
    this.sampling = new TakeSampling(began);
  }

  /** Nothing more comes. */
  finish(keep: boolean): Promise<TakeEnd> {
    this.keeping ??= keep;
    this.push();
    return this.end;
  }

  /** Sends what waits. Call it every so often, and when the connection is back. */
  push(): void {
    if (this.working) return;
    this.working = true;
    void this.work()
      .catch((error: unknown) => {
        if (!(error instanceof Disconnected)) this.tell({ ended: "refused", why: String((error as Error).message) });
      })
      .finally(() => (this.working = false));
  }

  private async work(): Promise<void> {
    if (this.settled || this.endedUnheard()) return;
    this.take ??= (await this.desk.request(this.start)).created[0]!;
    // Thrown away, what is not on disk need not go there.
    while (this.keeping !== false) {
      const batch = this.sampling.unsent();
      if (!batch) break;
      await this.desk.request({ type: "TakeSamples", take: this.take, ...batch });
      this.sampling.acknowledge(batch);
    }
    if (this.keeping === null) return;
    this.endSent = true;
    const { created } = await this.desk.request({ type: "EndTake", take: this.take, keep: this.keeping });
    this.tell({ ended: this.keeping ? "kept" : "thrown away", created });
  }

  /** After a lost connection: whether the studio carried out the end, and only its answer was lost. A take that it gave up is begun
   * once more. */
  private endedUnheard(): boolean {
    if (this.take === null || this.desk.knows(this.take)) return false;
    if (this.endSent) this.tell({ ended: this.keeping ? "kept" : "thrown away", created: [] });
    else {
      this.take = null;
      this.sampling.startOver();
    }
    return this.settled;
  }

  private tell(end: TakeEnd): void {
    this.settled = true;
    this.settle(end);
  }
}
