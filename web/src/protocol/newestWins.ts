/** Steps of a drag on their way to the studio: one at a time, and of those that pile up meanwhile only the newest goes. */

export class NewestWins<Step> {
  private running = false;
  private work: Promise<void> = Promise.resolve();
  private waiting: { step: Step } | null = null;

  /** send: carries a step out; what it rejects with goes to `failed`, and the next step is sent all the same. */
  constructor(
    private readonly send: (step: Step) => Promise<unknown>,
    private readonly failed: (error: unknown) => void,
  ) {}

  push(step: Step): void {
    this.waiting = { step };
    if (!this.running) this.work = this.run();
  }

  /** Forgets the step that waits; the one that is under way goes on. */
  drop(): void {
    this.waiting = null;
  }

  /** Resolves once everything that was pushed is answered. */
  async settled(): Promise<void> {
    while (this.running) await this.work;
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting) {
      const { step } = this.waiting;
      this.waiting = null;
      await this.send(step).catch(this.failed);
    }
    this.running = false;
  }
}
