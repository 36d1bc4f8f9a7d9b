/** Makes films of what is seen, for the dialog that shares: with progress, and with Cancel. */

import type { Filmed } from "../../document/room.svelte";
import { makeFilm } from "../../stage/film/makeFilm";
import { filmPlan, type FilmKind } from "../../stage/film/plan";

/** What is shared, in the order in which it is offered. */
export const WAYS = ["film", "gif", "page", "file"] as const;
export type Way = (typeof WAYS)[number];

/** A file that was handed out. address: as long as the page is open. */
export interface MadeFilm {
  address: string;
  name: string;
  message: string;
  notes: readonly string[];
}

export class FilmMaker {
  /** How much of a film is made; null while none is. */
  share = $state<number | null>(null);
  private abort: AbortController | null = null;

  constructor(private readonly stage: () => Filmed | null) {}

  /** Makes a film of a span [s] and downloads it; null where it was cancelled. */
  async make(kind: FilmKind, span: { start: number; end: number }, name: string): Promise<MadeFilm | null> {
    const stage = this.stage();
    if (!stage || this.share !== null) return null;
    const { clientWidth: width, clientHeight: height } = stage.canvas;
    const abort = (this.abort = new AbortController());
    this.share = 0;
    try {
      const plan = filmPlan(kind, span, { width, height });
      const { data, ending } = await makeFilm(stage, plan, (share) => (this.share = share), abort.signal);
      const address = URL.createObjectURL(data);
      const file = `${name}${ending}`;
      Object.assign(document.createElement("a"), { href: address, download: file }).click();
      return { address, name: file, message: file, notes: [] };
    } catch (error) {
      if (abort.signal.aborted) return null;
      throw error;
    } finally {
      this.share = null;
    }
  }

  cancel(): void {
    this.abort?.abort();
  }
}
