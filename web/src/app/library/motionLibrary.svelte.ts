/** The motion library of this machine: what a search finds in it, or what is like one of its motions. */

import type { LibraryAnswer, LibraryMotion } from "../../protocol/generated";

/** What the library needs of the studio. */
export interface LibraryHost {
  address(path: string): string;
}

const NOTHING: LibraryAnswer = { total: 0, size: 0, motions: [] };
/** Milliseconds that typing must rest before a search starts. */
export const REST = 150;

export class MotionLibrary {
  answer = $state.raw(NOTHING);
  /** The motion that others are compared with; null while names are searched. */
  like = $state.raw<LibraryMotion | null>(null);
  private words = "";
  private asked = 0;
  private timer = 0;

  constructor(
    private readonly host: LibraryHost,
    private readonly request: typeof fetch = (...of) => fetch(...of),
  ) {}

  /** Searches names, a moment after the last change of the words. */
  search(words: string): void {
    this.words = words;
    this.like = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), REST) as unknown as number;
  }

  /** Looks for motions that are like one. */
  async findSimilar(motion: LibraryMotion): Promise<void> {
    this.like = motion;
    await this.refresh();
  }

  /** Returns from similar motions to the search. */
  async forget(): Promise<void> {
    this.like = null;
    await this.refresh();
  }

  /** Asks again. An answer that a newer question has overtaken is dropped; without an answer the list stays. */
  async refresh(): Promise<void> {
    const turn = ++this.asked;
    const path = this.like
      ? `/api/library/${this.like.id}/like`
      : `/api/library?words=${encodeURIComponent(this.words.trim())}`;
    const response = await this.request(this.host.address(path)).catch(() => null);
    if (!response?.ok) return;
    const answer: LibraryAnswer = await response.json();
    if (turn === this.asked) this.answer = answer;
  }

  /** Adds the motion's file to the document; returns a sentence where that fails. */
  async add(motion: LibraryMotion): Promise<string | null> {
    const response = await this.request(this.host.address(`/api/library/${motion.id}/add`), { method: "POST" }).catch(
      () => null,
    );
    if (response?.ok) return null;
    const answer: { message?: string } = (await response?.json().catch(() => ({}))) ?? {};
    return answer.message ?? "";
  }

  /** Where a motion's picture is. */
  picture(motion: LibraryMotion): string {
    return this.host.address(`/api/library/${motion.id}.png`);
  }
}
