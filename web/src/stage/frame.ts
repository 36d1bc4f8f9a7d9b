/** One frame of the stage, in the order in which its parts need each other. */

export interface FrameParts {
  /** Time goes on. elapsed: [s]. now: on the page's clock [ms]. */
  tick(elapsed: number, now: number): void;
  /** The stage is brought in line with what the tick has changed. */
  direct(): void;
  /** What moves by itself goes on: the camera, markers in flight. */
  advance(elapsed: number): void;
  /** Returns whether anything was drawn. */
  draw(elapsed: number): boolean;
  drawn(): void;
}

export function runFrame(parts: FrameParts, elapsed: number, now: number): void {
  parts.tick(elapsed, now);
  parts.direct(); // not left to effects, which run after the frame: what the tick changed would be drawn one frame late
  parts.advance(elapsed);
  if (parts.draw(elapsed)) parts.drawn();
}

/** Draws between two frames, where the stage has another size: what lies over it, as names do, goes to its new place too. */
export function redraw(parts: Pick<FrameParts, "draw" | "drawn">): void {
  if (parts.draw(0)) parts.drawn();
}

/** Longer pauses are those of a hidden tab [s]. */
const LONGEST = 0.25;

/** Calls back with every frame of the page, until what it returns is called. elapsed: [s]. now: on the page's clock [ms]. */
export function everyFrame(draw: (elapsed: number, now: number) => unknown): () => void {
  let last = performance.now();
  let request = requestAnimationFrame(function next(now) {
    request = requestAnimationFrame(next);
    const elapsed = Math.min((now - last) / 1000, LONGEST);
    last = now;
    draw(elapsed, now);
  });
  return () => cancelAnimationFrame(request);
}
