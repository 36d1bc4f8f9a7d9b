/** Distinguishes the palm of a hand with a pen from a finger: a touch while a pen is at the paper, or just before it comes or after it has left, is the
 * palm. A palm neither draws nor moves the paper, and what it had begun before the pen came is given up. */

/** How long after the last sign of a pen a touch is still the palm's [ms]. */
const LINGER = 500;

type Pointer = Pick<PointerEvent, "pointerId" | "pointerType" | "timeStamp">;

export class Palm {
  private readonly pens = new Set<number>();
  private readonly touches = new Set<number>();
  private readonly palms = new Set<number>();
  private seen = -Infinity;

  /** A pointer comes down. "palm": it is one. "pen over palm": a pen, and touches that were taken for fingers are a palm. */
  down({ pointerId, pointerType, timeStamp }: Pointer): "palm" | "pen over palm" | null {
    if (pointerType === "touch") {
      const palm = this.pens.size > 0 || timeStamp - this.seen < LINGER;
      (palm ? this.palms : this.touches).add(pointerId);
      return palm ? "palm" : null;
    }
    if (pointerType !== "pen") return null;
    this.pens.add(pointerId);
    const lay = this.touches.size > 0;
    for (const touch of this.touches) this.palms.add(touch);
    this.touches.clear();
    return lay ? "pen over palm" : null;
  }

  /** A pointer moves; returns whether it is a palm. A pen that hovers is near, too. */
  move({ pointerId, pointerType, timeStamp }: Pointer): boolean {
    if (pointerType === "pen") this.seen = timeStamp;
    return this.palms.has(pointerId);
  }

  /** A pointer leaves the paper, or is taken away; returns whether it was a palm. */
  up({ pointerId, pointerType, timeStamp }: Pointer): boolean {
    if (pointerType === "pen") this.seen = timeStamp;
    this.pens.delete(pointerId);
    this.touches.delete(pointerId);
    return this.palms.delete(pointerId);
  }
}
