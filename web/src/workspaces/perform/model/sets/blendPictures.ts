/** Small pictures of how poses blend: how a pose's influence changes with the distance from its marker, and what is under it. */

import type { RadialFunction } from "../../../../protocol/generated";

/** The influence at a distance, in units of the distance to the nearest other marker. */
const INFLUENCE: Record<RadialFunction, (r: number) => number> = {
  linear: (r) => r,
  gaussian: (r) => 1 - Math.exp(-r * r),
  hardy: (r) => Math.sqrt(r * r + 1) - 1,
  "thin-plate": (r) => (r === 0 ? 0 : r * r * Math.log(r)),
};
const REACH = 2;
const STEPS = 24;

/** What there is under the poses: a polynomial, by its degree. */
export const UNDER = [
  { degree: 1, name: "slope" },
  { degree: 0, name: "level" },
  { degree: -1, name: "none" },
] as const;

/** A curve in a box of the given size, with a margin [px]: the path of an SVG. */
export function blendPath(name: RadialFunction, width: number, height: number, margin = 3): string {
  const values = Array.from({ length: 2 * STEPS + 1 }, (_, i) => INFLUENCE[name](Math.abs((i / STEPS - 1) * REACH)));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => {
    const x = margin + (i / (2 * STEPS)) * (width - 2 * margin);
    const y = margin + ((high - value) / (high - low)) * (height - 2 * margin);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

/** The same for what is under the poses: a slope, a level, or nothing. */
export function underPath(degree: number, width: number, height: number, margin = 3): string {
  const [left, right] = [margin, width - margin];
  if (degree === 1) return `M${left} ${height - margin}L${right} ${margin}`;
  if (degree === 0) return `M${left} ${height / 2}L${right} ${height / 2}`;
  return `M${left} ${height - margin}h0.01M${width / 2} ${height - margin}h0.01M${right} ${height - margin}h0.01`;
}
