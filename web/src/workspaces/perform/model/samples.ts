/** What a hand does in a take, on its way to the studio: kept until it is acknowledged, sent in order, sent again where it was not. */

import type { LayerRelease, LayerSwitch } from "../../../protocol/generated";
import type { Point3 } from "../../../stage/points";

/** When since the take began [s], and where in the world [m]. */
export type Sample = [time: number, x: number, y: number, z: number];

/** What goes out at once. */
export interface Batch {
  samples: Sample[];
  switches: LayerSwitch[];
  releases: LayerRelease[];
}

/** No message holds more samples: a long time without a connection is sent in several. */
const MOST = 4000;
/** A hand without events for longer rested where it was, as the studio has it live too [s] ... */
const LONGEST_WAY = 0.25;
/** ... until this long before the next event [s]. */
const SETTING_OFF = 1 / 60;

export class TakeSampling {
  private readonly samples: Sample[] = [];
  private readonly switches: LayerSwitch[] = [];
  private readonly releases: LayerRelease[] = [];
  /** Since when the controller is released [s]; null while the set above moves it. */
  private releasedAt: number | null = null;
  /** How many of each the studio has on disk. */
  private acknowledged = { samples: 0, switches: 0, releases: 0 };

  /** began: on the hand's clock [s]. */
  constructor(readonly began: number) {}

  /** Adds where the hand is; what is not later than what came before is left out. */
  add(place: Point3, time: number): void {
    const since = Math.max(time - this.began, 0);
    const last = this.samples.at(-1);
    if (last && since <= last[0]) return;
    if (last && since - last[0] > LONGEST_WAY) this.samples.push([since - SETTING_OFF, last[1], last[2], last[3]]);
    this.samples.push([since, ...place]);
  }

  /** From now on the hand moves another set's controller. */
  switchTo(set: string, time: number): void {
    this.switches.push({ time: Math.max(time - this.began, 0), set });
  }

  /** From now on the set above does not move the controller, or moves it again. */
  release(on: boolean, time: number): void {
    const since = Math.max(time - this.began, 0);
    if (on) this.releasedAt ??= since;
    else if (this.releasedAt !== null) {
      if (since > this.releasedAt) this.releases.push({ start: this.releasedAt, stop: since });
      this.releasedAt = null;
    }
  }

  /** The hand rested where it was until then. */
  rest(time: number): void {
    const last = this.place;
    if (last) this.add(last, time);
  }

  /** Where the hand was last. */
  get place(): Point3 | null {
    const last = this.samples.at(-1);
    return last ? [last[1], last[2], last[3]] : null;
  }

  /** How long it lasts so far [s]. */
  get length(): number {
    return this.samples.at(-1)?.[0] ?? 0;
  }

  /** The set that is in the hand now, where it was changed. */
  get set(): string | null {
    return this.switches.at(-1)?.set ?? null;
  }

  /** What is not yet on disk, oldest first; null where everything is. */
  unsent(): Batch | null {
    const { samples, switches, releases } = this.acknowledged;
    const batch = {
      samples: this.samples.slice(samples, samples + MOST),
      switches: this.switches.slice(switches),
      releases: this.releases.slice(releases),
    };
    return batch.samples.length || batch.switches.length || batch.releases.length ? batch : null;
  }

  /** A batch is on disk. */
  acknowledge(batch: Batch): void {
    this.acknowledged.samples += batch.samples.length;
    this.acknowledged.switches += batch.switches.length;
    this.acknowledged.releases += batch.releases.length;
  }

  /** The studio has forgotten all of it. */
  startOver(): void {
    this.acknowledged = { samples: 0, switches: 0, releases: 0 };
  }
}
