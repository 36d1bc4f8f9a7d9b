/** The chart of a gait: when each foot stands over the cycle, what a drag of a bar means, and the curves of a foot. */

import type { GaitEdit, GaitFile, GaitFootInfo } from "../../../protocol/generated";

/** Smallest and largest share of the cycle that a foot stands. */
export const DUTY = [0.1, 0.96] as const;

/** Part of a bar: its start (the foot lands), its end (the foot lifts), or the bar as a whole. */
export type BarPart = "land" | "lift" | "move";

/** When a foot stands: shares of the cycle. */
export interface Timing {
  duty: number;
  trigger: number;
}

/** A share of the cycle, from 0 to below 1. */
export const wrapped = (share: number): number => ((share % 1) + 1) % 1;

const flightOf = (duty: number) => 1 - Math.min(Math.max(duty, DUTY[0]), DUTY[1]);

/** When a foot lands. */
export const landing = ({ duty, trigger }: Timing): number => wrapped(trigger + 1 - duty);

/** The pieces of the bar of a foot: from and to, from 0 to 1. A bar over the end of the cycle has two. */
export function bars(timing: Timing): { from: number; to: number }[] {
  const from = landing(timing);
  const to = from + timing.duty;
  return to <= 1 + 1e-9
    ? [{ from, to: Math.min(to, 1) }]
    : [
        { from, to: 1 },
        { from: 0, to: to - 1 },
      ];
}

/** The part of a bar at a place; null beside it. near: how far off an end still counts, as a share of the cycle. */
export function partAt(timing: Timing, place: number, near: number): BarPart | null {
  const away = (share: number) => Math.abs(wrapped(place - share + 0.5) - 0.5);
  const [land, lift] = [away(landing(timing)), away(wrapped(timing.trigger))];
  if (Math.min(land, lift) <= near) return land < lift ? "land" : "lift";
  return bars(timing).some(({ from, to }) => place >= from && place <= to) ? "move" : null;
}

/** The timing after a drag of a part of the bar from one place to another. */
export function dragged(timing: Timing, part: BarPart, from: number, to: number): Timing {
  const { duty, trigger } = timing;
  if (part === "move") return { duty, trigger: wrapped(trigger + to - from) };
  if (part === "land") {
    const flight = nearest(1 - duty + to - from);
    return { duty: 1 - flight, trigger };
  }
  const flight = nearest(1 - duty - (to - from));
  return { duty: 1 - flight, trigger: wrapped(landing(timing) - flight) };
}

/** A flight within the limits of the duty factor. */
const nearest = (flight: number) => flightOf(1 - flight);

/** The edit that gives a foot, or all feet of its leg group, another timing at a speed key. */
export function timingEdit(plan: GaitFile, foot: GaitFootInfo, speed: number, timing: Timing, all: boolean): GaitEdit {
  const key = plan.groups[foot.group]?.keys?.find((each) => each.speed === speed);
  const moved = Math.abs(wrapped(timing.trigger - foot.trigger + 0.5) - 0.5) > 1e-6;
  if (all && key && !moved) {
    const duty = Math.min(Math.max(key.duty + timing.duty - foot.duty, DUTY[0]), DUTY[1]);
    return { type: "SetGroupKey", group: foot.group, speed, values: { duty } };
  }
  const values: Record<string, number> = { duty: timing.duty };
  if (moved) values.trigger = timing.trigger;
  return { type: "SetFootTiming", group: foot.group, foot: foot.foot, speed, values };
}

/** A curve over the cycle as points of an SVG polyline, `width` by `height`. low, high: the range of values. */
export function curvePoints(
  values: readonly number[],
  width: number,
  height: number,
  [low, high]: readonly [number, number],
): string {
  const span = Math.max(high - low, 1e-9);
  return [...values, values[0] ?? 0]
    .map((value, index) => {
      const x = (width * index) / values.length;
      return `${x.toFixed(1)},${(height * (1 - (value - low) / span)).toFixed(1)}`;
    })
    .join(" ");
}

/** The speeds of a leg group's keys. */
export const speedsOf = (plan: GaitFile, group: number): number[] =>
  (plan.groups[Math.min(group, plan.groups.length - 1)]?.keys ?? []).map(({ speed }) => speed);

/** The speed key nearest to a speed. */
export const nearestSpeed = (speeds: readonly number[], speed: number): number =>
  speeds.reduce((best, each) => (Math.abs(each - speed) < Math.abs(best - speed) ? each : best), speeds[0] ?? speed);
