/** Posing with a pointer: what a drag on a part of the body does, and how far it turns it. */

import type { Cap } from "../../protocol/generated";

/** turn: in the view plane. pull: the joints above follow. move: the whole body goes along. */
export type Posing = "turn" | "pull" | "move";

const HANDS: readonly Cap[] = ["grasper", "foot"];
/** Parts at an end that one wants to turn, not to pull. */
const LOOKS: readonly Cap[] = ["head", "mouth", "eye", "ear", "spike"];

/** What a drag on a joint's body does. other: whether the hand asks for the other of turning and pulling. */
export function posingOf(
  joint: number,
  { parents, caps }: { parents: readonly number[]; caps: readonly (readonly Cap[])[] },
  other = false,
): Posing {
  const parent = parents[joint] ?? -1;
  if (parent < 0) return other ? "turn" : "move";
  const own = caps[joint] ?? [];
  const isEnd = own.some((cap) => HANDS.includes(cap)) || !parents.includes(joint);
  const pulls = isEnd && parents[parent] !== -1 && !own.some((cap) => LOOKS.includes(cap));
  return pulls !== other ? "pull" : "turn";
}

export interface Pixel {
  x: number;
  y: number;
}

/** Nearer to the pivot than this a pointer has no direction [px]. */
const TOO_NEAR = 6;

/** How far a pointer has turned about a pivot, counterclockwise as the viewer sees it, over any number of rounds [rad]. */
export class Turning {
  angle = 0;
  private last: number | null;

  constructor(
    private readonly pivot: Pixel,
    from: Pixel,
  ) {
    this.last = this.direction(from);
  }

  private direction({ x, y }: Pixel): number | null {
    const [right, up] = [x - this.pivot.x, this.pivot.y - y];
    return Math.hypot(right, up) < TOO_NEAR ? null : Math.atan2(up, right);
  }

  to(pointer: Pixel): number {
    const now = this.direction(pointer);
    if (now === null) return this.angle;
    if (this.last !== null) {
      const step = now - this.last;
      this.angle += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
    }
    this.last = now;
    return this.angle;
  }
}

/** A rotation by an angle about an axis of length 1, xyzw. */
export function aboutAxis(
  [x, y, z]: readonly [number, number, number],
  angle: number,
): [number, number, number, number] {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}
