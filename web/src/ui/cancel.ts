/** One stack of cancel actions for Escape. The newest action that has something to give up takes the key. */

import type { Attachment } from "svelte/attachments";

/** Gives up what is under way; returns false where there is nothing to give up. */
export type Cancel = () => boolean;

export class CancelStack {
  private entries: Cancel[] = [];

  /** Puts an action on top; returns how to remove it. */
  push(action: Cancel): () => void {
    const entry = () => action();
    this.entries.push(entry);
    return () => (this.entries = this.entries.filter((each) => each !== entry));
  }

  /** Runs actions from the newest down until one gives something up; returns whether one did. */
  run(): boolean {
    return [...this.entries].reverse().some((action) => action());
  }
}

/** The page's stack. */
export const cancels = new CancelStack();

/** Attach to an element that can be cancelled as long as it is on the page: `{@attach cancelWith(() => …)}`. */
export const cancelWith =
  (action: Cancel): Attachment =>
  () =>
    cancels.push(action);

/** What the listener needs of a KeyboardEvent; tests need no browser. */
type Press = Pick<KeyboardEvent, "key" | "preventDefault" | "stopPropagation">;

/** Takes Escape for the stack; a press that finds nothing to cancel goes on to the shortcuts. Returns whether it was taken. */
export function takeEscape(event: Press, stack = cancels): boolean {
  if (event.key !== "Escape" || !stack.run()) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Listens for Escape on the whole page, before any control does; returns how to stop. */
export function listenForEscape(): () => void {
  const pressed = (event: KeyboardEvent) => void takeEscape(event);
  addEventListener("keydown", pressed, true);
  return () => removeEventListener("keydown", pressed, true);
}
