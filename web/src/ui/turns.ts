/** A few at a time: later ones wait for a turn. */

export class Turns {
  private running = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** Calls `begin` when there is a turn; returns how to end it, or to wait no longer. */
  take(begin: () => void): () => void {
    let state: "waiting" | "running" | "over" = "waiting";
    const start = () => {
      state = "running";
      this.running += 1;
      begin();
    };
    if (this.running < this.most) start();
    else this.waiting.push(start);
    return () => {
      if (state === "waiting") this.waiting = this.waiting.filter((each) => each !== start);
      if (state === "running") {
        this.running -= 1;
        this.waiting.shift()?.();
      }
      state = "over";
    };
  }
}

/** Turns of pictures. A browser opens six connections to a studio; pictures that are still being rendered must not hold all of them, or
 * bodies and workspaces would wait for them. */
export const pictureTurns = new Turns(3);
