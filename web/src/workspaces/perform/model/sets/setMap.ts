/** A set as a small map of its markers, seen from the front; one that is flat as a table is seen from above. */

import type { KeyMarker } from "../../../../protocol/generated";

/** Flatter than this is seen from above, as a share of how wide or deep it is. */
const FLAT = 0.15;

/** Where markers are in a square of a side, margin included [px]; the largest extent fills it. */
export function setMap(keys: readonly KeyMarker[], side: number, margin: number): { x: number; y: number }[] {
  const extent = (axis: number) => {
    const values = keys.map(({ place }) => place[axis]!);
    return keys.length ? Math.max(...values) - Math.min(...values) : 0;
  };
  const above = extent(1) < FLAT * Math.max(extent(0), extent(2)) && extent(2) > extent(1);
  const flat = keys.map(({ place }) => ({ x: place[0], y: above ? place[2] : -place[1] }));
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [x, y] = [flat.map((point) => point.x), flat.map((point) => point.y)];
  const size = Math.max(extent(0), above ? extent(2) : extent(1));
  const scale = size > 0 ? (side - 2 * margin) / size : 0;
  return flat.map((point) => ({
    x: side / 2 + scale * (point.x - middle(x)),
    y: side / 2 + scale * (point.y - middle(y)),
  }));
}
