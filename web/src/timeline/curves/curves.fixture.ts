/** Small curves for tests. */

import type { ChannelCurve, Curves, Tag } from "./curves";

/** A channel with keys at `times`; handles at the thirds of straight lines unless given. */
export function curve(
  given: Partial<Omit<ChannelCurve, "times" | "values">> & { times?: number[]; values?: number[] } = {},
): ChannelCurve {
  const times = Float64Array.from(given.times ?? [0, 1]);
  const values = Float64Array.from(given.values ?? [...times].map(() => 0));
  const [inHandles, outHandles] = [new Float64Array(2 * times.length), new Float64Array(2 * times.length)];
  times.forEach((time, key) => {
    const next = (other: number, share: number) => [
      time + ((times[other] ?? time) - time) * share,
      values[key]! + ((values[other] ?? values[key]!) - values[key]!) * share,
    ];
    inHandles.set(next(key - 1, 1 / 3), 2 * key);
    outHandles.set(next(key + 1, 1 / 3), 2 * key);
  });
  return {
    joint: 0,
    property: "rotation",
    axis: 0,
    letter: "x",
    unit: "angle",
    inHandles,
    outHandles,
    holds: new Uint8Array(times.length),
    ...given,
    times,
    values,
  };
}

/** Curves over channels, with columns "time: tag". */
export function curvesWith(
  channels: ChannelCurve[],
  columns: readonly (readonly [number, Tag, number?])[] = [],
): Curves {
  return {
    motion: "motion",
    blob: "blob",
    preview: false,
    channels,
    columns: {
      times: Float64Array.from(columns, ([time]) => time),
      tags: columns.map(([, tag]) => tag),
      importance: Float32Array.from(columns, ([, , importance]) => importance ?? 1),
    },
  };
}
