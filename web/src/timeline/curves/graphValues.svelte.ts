/** The values that a graph shows, for each unit its own stretch: fitted to the curves, zoomed and panned. */

import { UNITS, type Curves, type Unit } from "./curves";
import { extents } from "./graph";
import * as axis from "./valueAxis";

type Windows = Readonly<Record<Unit, axis.ValueWindow>>;

const FLAT: axis.ValueWindow = { bottom: -1, scale: 50, height: 120 };

/** What a graph shows. name: changes where other curves are shown. height: of the panel [px]. */
export interface Graphed {
  name: string;
  curves: Curves;
  channels: readonly number[];
  height: number;
}

export class GraphValues {
  windows = $state.raw<Windows>({ angle: FLAT, length: FLAT, ratio: FLAT });
  /** Whether they were zoomed or panned by hand: then they stay as they are. */
  private byHand = false;
  private fittedFor = "";

  private change(next: (window: axis.ValueWindow, unit: Unit) => axis.ValueWindow): void {
    this.windows = Object.fromEntries(UNITS.map((unit) => [unit, next(this.windows[unit], unit)])) as Windows;
  }

  /** Shows curves whole, or a stretch of them: from, to: [s]. */
  fit({ curves, channels, height }: Omit<Graphed, "name">, from?: number, to?: number): void {
    const found = extents(curves, channels, from, to);
    this.change((window, unit) => {
      const own = found[unit];
      return own ? axis.fittedValues(own.low, own.high, height, unit) : axis.resizedValues(window, height);
    });
  }

  /** Fits them by itself: other curves are shown whole, the same ones only where they have left the panel. Under the hand, or locked,
   * nothing moves. */
  attend(
    { name, curves, channels, height }: Graphed,
    { dragging, locked }: { dragging: boolean; locked: boolean },
  ): void {
    if (this.windows.angle.height !== height) this.change((window) => axis.resizedValues(window, height));
    if (dragging || !channels.length || (locked && this.fittedFor)) return;
    const other = name !== this.fittedFor;
    if (other || (!this.byHand && this.loses(curves, channels))) this.fit({ curves, channels, height });
    if (other) this.byHand = false;
    this.fittedFor = name;
  }

  private loses(curves: Curves, channels: readonly number[]): boolean {
    const found = extents(curves, channels);
    return UNITS.some((unit) => {
      const [own, window] = [found[unit], this.windows[unit]];
      return own && (own.low < window.bottom || own.high > axis.toValue(window, 0));
    });
  }

  /** Shows curves whole again, or keeps to a stretch of them that was asked for. */
  frame(shown: Omit<Graphed, "name">, stretch: readonly [number, number] | null): void {
    this.byHand = stretch !== null;
    this.fit(shown, ...(stretch ?? []));
  }

  zoom(y: number, factor: number): void {
    this.byHand = true;
    this.change((window) => axis.zoomedValues(window, y, factor));
  }

  pan(down: number): void {
    this.byHand = true;
    this.change((window) => axis.pannedValues(window, down));
  }

  /** What a way of `up` pixels means in values. */
  rise(up: number): axis.Rise {
    return Object.fromEntries(UNITS.map((unit) => [unit, up / this.windows[unit].scale])) as axis.Rise;
  }
}
