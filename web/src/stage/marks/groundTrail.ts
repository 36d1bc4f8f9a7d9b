/** A path on the ground as a ribbon that grows stronger along the way, to show where it leads. */

import type { GroundPath } from "../groundPath";
import { Trail } from "./trail";

/** The most points that are drawn, and how high above the ground [m]. */
const [MOST_POINTS, ABOVE] = [500, 0.006];
const ORDER = 1.6;

export class GroundTrail {
  private readonly trail = new Trail(ORDER);
  readonly object = this.trail.object;

  hide(): void {
    this.trail.hide();
  }

  /** size: of the element [px]. */
  show(path: GroundPath, colour: string, size: { width: number; height: number }): void {
    if (path.length < 2) return this.hide();
    const step = Math.max(1, Math.ceil(path.length / MOST_POINTS));
    const kept = path.filter((_, index) => index % step === 0 || index === path.length - 1);
    const points = Float32Array.from(kept.flatMap(([x, z]) => [x, ABOVE, z]));
    const strengths = kept.map((_, index) => 0.25 + (0.55 * index) / (kept.length - 1));
    this.trail.show(points, strengths, colour, size.width, size.height);
  }

  dispose(): void {
    this.trail.dispose();
  }
}
