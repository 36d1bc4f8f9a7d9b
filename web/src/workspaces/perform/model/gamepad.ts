/** A gamepad as a hand: sticks that move the ball in three dimensions, and buttons that do things once when they are pressed. */

import type { Point3 } from "../../../stage/points";

/** What of a Gamepad decides; tests need none. */
export interface PadLike {
  index: number;
  id: string;
  connected: boolean;
  axes: readonly number[];
  buttons: readonly { pressed: boolean; value: number }[];
}

export type PadAction = "setKey" | "record" | "previousSet" | "nextSet" | "cancel" | "play";

/** The standard mapping's buttons: A, B, X, the shoulders, start. */
const BUTTONS: Readonly<Record<number, PadAction>> = {
  0: "record",
  1: "cancel",
  2: "setKey",
  4: "previousSet",
  5: "nextSet",
  9: "play",
};
/** The triggers: nearer, further. */
const [LEFT_TRIGGER, RIGHT_TRIGGER] = [6, 7];
/** A stick at rest is never quite at rest. */
export const DEAD_ZONE = 0.14;

/** A stick's two axes without the dead zone, round at every angle, slow at first: small moves are fine ones. */
export function stick(x: number, y: number): [number, number] {
  const size = Math.hypot(x, y);
  if (!(size > DEAD_ZONE)) return [0, 0];
  const pushed = Math.min((size - DEAD_ZONE) / (1 - DEAD_ZONE), 1);
  const gain = pushed ** 1.7 / size;
  return [x * gain, y * gain];
}

/** Where sticks and triggers push, each -1 to 1: to the right, up, and away from the eye. */
export function pushOf({ axes, buttons }: Pick<PadLike, "axes" | "buttons">): Point3 {
  const [right, down] = stick(axes[0] ?? 0, axes[1] ?? 0);
  const [, back] = stick(axes[2] ?? 0, axes[3] ?? 0);
  const trigger = (button: number) => stick(buttons[button]?.value ?? 0, 0)[0];
  const away = -back + trigger(RIGHT_TRIGGER) - trigger(LEFT_TRIGGER);
  const plain = (value: number) => (Math.abs(value) > 0 ? value : 0); // no negative zero
  return [plain(right), plain(-down), plain(Math.min(Math.max(away, -1), 1))];
}

/** Watches the first gamepad that there is. */
export class GamepadWatch {
  private pressed = new Set<number>();
  private index: number | null = null;
  /** What it calls itself; null while there is none. */
  name: string | null = null;

  /** pads: as `navigator.getGamepads` gives them. */
  constructor(private readonly pads: () => readonly (PadLike | null)[]) {}

  /** Looks at it once: where it pushes, and what was pressed since the last look. */
  look(): { push: Point3; actions: PadAction[] } {
    const pad = this.pads().find((each) => each?.connected && each.axes.length >= 2) ?? null;
    const fresh = pad?.index !== this.index;
    this.index = pad?.index ?? null;
    this.name = pad && nameOf(pad.id);
    if (!pad) return { push: [0, 0, 0], actions: [] };
    const down = new Set(pad.buttons.flatMap((button, index) => (button.pressed ? [index] : [])));
    // The press that wakes a gamepad up means nothing else.
    const actions = fresh
      ? []
      : [...down].filter((index) => !this.pressed.has(index)).flatMap((index) => BUTTONS[index] ?? []);
    this.pressed = down;
    return { push: pushOf(pad), actions };
  }
}

/** A gamepad's name without what only drivers care for: "Xbox Controller (STANDARD GAMEPAD Vendor: 045e …)". */
export const nameOf = (id: string): string =>
  id.replace(/\s*\((?=[^)]*(?:vendor|standard)).*\)\s*$/i, "").trim() || "Gamepad";
