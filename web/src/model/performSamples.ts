/** What a hand does in a take, on its way to the studio: kept until it is acknowledged, sent in order. */

import type { Place } from "./performSets";

/** When since the take began [s], and where in the world [m]. */
export type Sample = [time: number, x: number, y: number, z: number];

export class TakeSampling {
  private waiting: Sample[] = [];
  private last: Sample | null = null;

  /** began: on the hand's clock [s]. */
  constructor(private readonly began: number) {}

  /** Adds where the hand is; what is not later than what came before is left out. */
  add(place: Place, time: number): void {
    const since = Math.max(time - this.began, 0);
    if (this.last && since <= this.last[0]) return;
    this.last = [since, ...place];
    this.waiting.push(this.last);
  }

  /** The hand rested where it was until it let go. */
  rest(time: number): void {
    if (this.last) this.add([this.last[1], this.last[2], this.last[3]], time);
  }

  /** How long it lasts so far [s]. */
  get length(): number {
    return this.last?.[0] ?? 0;
  }

  /** What waits to be sent; it is the caller's then. */
  taken(): Sample[] {
    const samples = this.waiting;
    this.waiting = [];
    return samples;
  }
}
