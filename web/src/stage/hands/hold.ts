/** Something in the hand: an object that handles a drag, a click, Escape and the wheel. */

export interface Hold {
  /** The joint whose body it is, if any. */
  readonly joint: number | null;
  /** How far the pointer goes before it is a drag and no click [px]. */
  readonly slack: number;
  pressed?(event: PointerEvent): void;
  started(): void;
  dragged(event: PointerEvent): void;
  /** Nearer to the eye or further from it, as a factor of the distance. time: on the hand's clock [s]. */
  deepened?(factor: number, time: number): void;
  clicked(): void;
  ended(): void;
  cancelled(): void;
}

export const CLICK_DISTANCE = 4;
