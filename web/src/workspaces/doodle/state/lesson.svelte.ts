/** The lesson as it goes: which card is open, and what was drawn since. */

import { untrack } from "svelte";
import { answerTo, CARDS, nameOf, type Answer } from "../model/line/lesson";
import type { Doodles } from "./doodles.svelte";

export class DoodleLesson {
  /** The open card, from 0; as many as there are cards once all are done. */
  card = $state(0);
  /** Cards that were done. */
  done = $state.raw<ReadonlySet<number>>(new Set());
  private before = $state.raw<ReadonlySet<string>>(new Set());

  readonly finished = $derived.by(() => this.card >= CARDS.length);
  readonly answer = $derived.by<Answer>(() =>
    this.finished ? { is: "waiting" } : answerTo(CARDS[this.card]!, this.doodles.allPieces, this.before),
  );

  constructor(private readonly doodles: Doodles) {
    let open = false;
    $effect(() => {
      const shown = doodles.panel === "lesson";
      if (shown && !open) untrack(() => this.go(this.finished ? 0 : this.card));
      open = shown;
    });
    $effect(() => {
      if (doodles.panel === "lesson" && this.answer.is === "done")
        untrack(() => (this.done = new Set(this.done).add(this.card)));
    });
  }

  /** Opens a card: what is on the sheet already does not count. */
  go(card: number): void {
    this.before = new Set(this.doodles.allPieces.map(nameOf));
    this.card = Math.max(0, Math.min(card, CARDS.length));
  }
}
