/** The motion library of this machine: what a search finds in it, or what is like one of its motions. */

import type { LibraryAnswer, LibraryMotion } from "../../protocol/generated";

/** What the library needs of the studio. */
export interface LibraryHost {
  address(path: string): string;
}

/** A figure that motions are searched by. most: the largest limit that can be set; there it limits nothing. */
export interface Figure {
  readonly id: "" | "seconds" | "mean_speed" | "peak_speed" | "contacts" | "turns" | "rise" | "height";
  readonly unit: string;
  readonly most: number;
  readonly decimals: number;
}

export const FIGURES: readonly Figure[] = [
  { id: "", unit: "", most: 0, decimals: 0 },
  { id: "seconds", unit: "s", most: 600, decimals: 1 },
  { id: "mean_speed", unit: "m/s", most: 20, decimals: 1 },
  { id: "peak_speed", unit: "m/s", most: 20, decimals: 1 },
  { id: "contacts", unit: "", most: 1000, decimals: 0 },
  { id: "turns", unit: "", most: 100, decimals: 1 },
  { id: "rise", unit: "m", most: 10, decimals: 2 },
  { id: "height", unit: "m", most: 100, decimals: 2 },
];

const NOTHING: LibraryAnswer = { total: 0, size: 0, motions: [] };
/** Milliseconds that typing must rest before a search starts. */
export const REST = 150;

export class MotionLibrary {
  answer = $state.raw(NOTHING);
  /** The motion that others are compared with; null while names are searched. */
  like = $state.raw<LibraryMotion | null>(null);
  figure = $state.raw<Figure>(FIGURES[0]!);
  low = $state(0);
  high = $state(0);
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

  /** Searches by a figure, without limits at first. */
  async by(id: Figure["id"]): Promise<void> {
    this.figure = FIGURES.find((figure) => figure.id === id) ?? FIGURES[0]!;
    await this.limit(0, this.figure.most);
  }

  /** Searches for motions whose figure lies between two values. */
  async limit(low: number, high: number): Promise<void> {
    [this.low, this.high] = [low, high];
    await this.forget();
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
    const path = this.like ? `/api/library/${this.like.id}/like` : `/api/library?${this.question()}`;
    const response = await this.request(this.host.address(path)).catch(() => null);
    if (!response?.ok) return;
    const answer: LibraryAnswer = await response.json();
    if (turn === this.asked) this.answer = answer;
  }

  private question(): string {
    const asked = new URLSearchParams({ words: this.words.trim() });
    if (this.figure.id) {
      asked.set("figure", this.figure.id);
      asked.set("low", String(this.low));
      if (this.high < this.figure.most) asked.set("high", String(this.high));
    }
    return asked.toString();
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
