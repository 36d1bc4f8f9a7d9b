/** OKLab (Ottosson 2020): colours by perceived lightness and two opponent axes, so that a mix looks like what lies between. */

import { channels, encoded, hexOf, linear } from "./colours";

export type Lab = readonly [lightness: number, a: number, b: number];

/** A colour "#rrggbb" in OKLab; lightness in 0..1. */
export function labOf(hex: string): Lab {
  const [red, green, blue] = channels(hex).map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The nearest colour "#rrggbb" that a screen can show. */
export function colourOf([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const light = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return hexOf(light.map((value) => encoded(Math.max(value, 0))));
}

/** The colour a share of the way through evenly spaced stops. */
export function mixed(stops: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const before = Math.min(Math.floor(place), stops.length - 2);
  const [from, to] = [labOf(stops[before]!), labOf(stops[before + 1]!)];
  const on = place - before;
  return colourOf(from.map((value, axis) => value + on * (to[axis]! - value)) as unknown as Lab);
}
