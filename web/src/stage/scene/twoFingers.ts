/** Two fingers on the stage: what they do together between one moment and the next. */

export interface Finger {
  x: number;
  y: number;
}

/** middle: between the fingers, now [px]. right, down: how far it went [px]. spread: how many times as far apart.
 * twist: how far the fingers turned about each other, counterclockwise as the viewer sees it [rad]. */
export interface Together {
  middle: Finger;
  right: number;
  down: number;
  spread: number;
  twist: number;
}

const middleOf = ([a, b]: readonly [Finger, Finger]): Finger => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
/** Fingers nearer than this to each other have no direction [px]. */
const NEAREST = 12;

export function together(before: readonly [Finger, Finger], now: readonly [Finger, Finger]): Together {
  const [from, middle] = [middleOf(before), middleOf(now)];
  const apart = ([a, b]: readonly [Finger, Finger]) => ({ x: b.x - a.x, y: b.y - a.y });
  const [was, is] = [apart(before), apart(now)];
  const [old, long] = [Math.hypot(was.x, was.y), Math.hypot(is.x, is.y)];
  const clear = old > NEAREST && long > NEAREST;
  const turn = clear ? Math.atan2(was.y, was.x) - Math.atan2(is.y, is.x) : 0;
  return {
    middle,
    right: middle.x - from.x,
    down: middle.y - from.y,
    spread: clear ? long / old : 1,
    twist: turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)),
  };
}
