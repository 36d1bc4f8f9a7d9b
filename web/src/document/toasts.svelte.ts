/** Toasts: what happened, in a sentence, with a way back. Errors stay until they are closed. */

export interface Toast {
  id: number;
  tone: "said" | "failed";
  text: string;
  /** Second line, smaller: what a reader repaired or guessed. */
  detail: string;
  action: { label: string; run: () => void } | null;
}

const LASTING = 6000;
const MOST = 4;

class Toasts {
  list = $state.raw<Toast[]>([]);
  private next = 1;
  private lastStep: number | null = null;
  private readonly timers = new Map<number, number>();

  say(text: string, extra: { detail?: string; action?: Toast["action"]; tone?: Toast["tone"] } = {}): void {
    const same = this.list.find((toast) => toast.text === text);
    if (same) this.close(same.id);
    const toast: Toast = {
      id: this.next++,
      text,
      tone: extra.tone ?? "said",
      detail: extra.detail ?? "",
      action: extra.action ?? null,
    };
    this.list = [...this.list, toast].slice(-MOST);
    if (toast.tone === "said") this.hold(toast.id, false);
  }

  /** A step through history: the next one takes its place, so that many steps are one toast. */
  step(text: string, action: Toast["action"]): void {
    if (this.lastStep !== null) this.close(this.lastStep);
    this.say(text, { action });
    this.lastStep = this.list.at(-1)!.id;
  }

  fail(text: string, action: Toast["action"] = null): void {
    this.say(text, { tone: "failed", action });
  }

  /** The document has moved on: what an older toast offers would now undo something else. */
  retire(): void {
    this.list = this.list.map((toast) => (toast.action ? { ...toast, action: null } : toast));
  }

  /** The last edit was taken back: what was said of it is not so any more. */
  takeBack(): void {
    for (const { id, action, tone } of this.list) if (action && tone === "said") this.close(id);
  }

  /** While the pointer rests on a toast it does not go away. */
  hold(id: number, held: boolean): void {
    clearTimeout(this.timers.get(id));
    const toast = this.list.find((candidate) => candidate.id === id);
    if (!held && toast?.tone === "said")
      this.timers.set(
        id,
        window.setTimeout(() => this.close(id), LASTING),
      );
  }

  close(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
