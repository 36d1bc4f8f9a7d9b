/** The keyframes that a performance saves, counted by the studio on request. */

import type { Job } from "../../../document/jobs";
import type { Studio } from "../../../document/studio.svelte";
import type { EffortCounted } from "../../../protocol/generated";
import type { Perform } from "./perform.svelte";

export class Effort {
  /** Of the character's height: what keyframes may miss [%]. */
  accuracy = $state(1);
  trouble = $state<string | null>(null);
  private counted = $state.raw<EffortCounted | null>(null);
  private asked = $state.raw<{ job: string; motion: string } | null>(null);

  /** The figures of the performance as it is; null until they are counted. */
  readonly found = $derived.by(() => {
    const { performance } = this.perform;
    return this.counted?.motion === performance?.id && this.counted?.blob === performance?.blob ? this.counted : null;
  });
  /** The counting that is under way for the performance. */
  readonly job = $derived.by<Job | null>(
    () =>
      (this.asked?.motion === this.perform.performance?.id &&
        this.studio.jobs.find(({ id }) => id === this.asked?.job)) ||
      null,
  );

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {
    studio.on("EffortCounted", (event) => (this.counted = event));
  }

  async count(): Promise<void> {
    const { studio, perform } = this;
    const motion = perform.performance?.id;
    if (!motion) return;
    this.trouble = null;
    const done = await studio.ask({ type: "CountEffort", motion, accuracy: this.accuracy / 100 });
    if (!done?.job) return;
    this.asked = { job: done.job, motion };
    studio.whenJobEnds(done.job, (end) => {
      if (end.type === "JobFailed" && !end.cancelled) this.trouble = end.message;
      if (this.asked?.job === end.job) this.asked = null;
    });
  }
}
