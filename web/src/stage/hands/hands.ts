/** The hands on the stage: each has its own business there, and what none of them takes is the camera's. */

/** What the pointer does in one part of the room. Each call returns whether it was this hand's: then no other hears of it. */
export interface StageHand {
  /** Whether something is held. */
  readonly busy: boolean;
  down(event: PointerEvent): boolean;
  move(event: PointerEvent): boolean;
  up(event: PointerEvent): boolean;
  /** Escape, or the system took the pointer away. */
  cancel(): boolean;
  wheel?(event: WheelEvent): boolean;
  twice?(event: MouseEvent): boolean;
}

/** Hands in the order in which they are asked. */
export class Hands {
  /** current: those that are on the stage now. */
  constructor(private readonly current: () => readonly StageHand[]) {}

  private get hands(): readonly StageHand[] {
    return this.current();
  }

  get busy(): boolean {
    return this.hands.some((hand) => hand.busy);
  }

  down(event: PointerEvent): boolean {
    return this.hands.some((hand) => hand.down(event));
  }

  move(event: PointerEvent): boolean {
    return this.hands.some((hand) => hand.move(event));
  }

  up(event: PointerEvent): boolean {
    return this.hands.some((hand) => hand.up(event));
  }

  cancel(): boolean {
    return this.hands.some((hand) => hand.cancel());
  }

  wheel(event: WheelEvent): boolean {
    return this.hands.some((hand) => hand.wheel?.(event) ?? false);
  }

  twice(event: MouseEvent): boolean {
    return this.hands.some((hand) => hand.twice?.(event) ?? false);
  }
}
