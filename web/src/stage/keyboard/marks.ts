/** Things on the stage that the keyboard can reach: characters, poses at their places, handles. */

export interface StageMark {
  readonly id: string;
  /** What a screen reader calls it. */
  readonly name: string;
  readonly picked: boolean;
  /** The keyboard is at it, or no longer: it looks as under a pointer. */
  point(on: boolean): void;
  /** What a click on it does. */
  pick(): void;
}

/** The number of the mark that a key leads to; null for keys that lead nowhere. */
export function markAfter(index: number, key: string, count: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (index - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
