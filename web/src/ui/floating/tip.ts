/** Tooltips: one quiet bubble for the whole page, with the key that does the same. Also gives its control an accessible name. */

import type { Attachment } from "svelte/attachments";
import { keyOf, type Command } from "../keyboard";

const DELAY = 450;
export const onMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

let bubble: HTMLElement | null = null;
let timer = 0;

function made(): HTMLElement {
  bubble = document.createElement("div");
  bubble.className = "tip";
  bubble.setAttribute("role", "tooltip");
  document.body.append(bubble);
  return bubble;
}

/** Takes the bubble away. */
export function hide(): void {
  clearTimeout(timer);
  bubble?.classList.remove("shown");
}

/** A place in a canvas has a tooltip too: `at` is what it is about, on the screen. */
export function tellAt(at: DOMRect, text: string): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => show(at, text, ""), DELAY);
}

function show(at: DOMRect, text: string, key: string): void {
  const tip = bubble ?? made();
  tip.replaceChildren(text);
  if (key) tip.append(Object.assign(document.createElement("kbd"), { textContent: key }));
  const size = tip.getBoundingClientRect();
  const below = at.bottom + 8 + size.height < innerHeight;
  const x = Math.min(Math.max(at.left + at.width / 2 - size.width / 2, 8), innerWidth - size.width - 8);
  tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(below ? at.bottom + 6 : at.top - size.height - 6)}px)`;
  tip.classList.add("shown");
}

/** Attach to a control: `{@attach tip("Undo", "undo")}`. */
export function tip(text: string, command?: Command): Attachment<HTMLElement> {
  return (control) => {
    const key = command ? keyOf(command, onMac) : "";
    // A control that has words, or a name of its own, keeps it.
    const nameless = !control.textContent?.trim() && !control.hasAttribute("aria-label");
    if (nameless) control.setAttribute("aria-label", text);
    if (key) control.setAttribute("aria-keyshortcuts", keyOf(command!, false));
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => show(control.getBoundingClientRect(), text, key), DELAY);
    };
    const focused = () => control.matches(":focus-visible") && soon();
    control.addEventListener("pointerenter", soon);
    control.addEventListener("pointerleave", hide);
    control.addEventListener("pointerdown", hide);
    control.addEventListener("focus", focused);
    control.addEventListener("blur", hide);
    return () => {
      hide();
      if (nameless) control.removeAttribute("aria-label");
      control.removeEventListener("pointerenter", soon);
      control.removeEventListener("pointerleave", hide);
      control.removeEventListener("pointerdown", hide);
      control.removeEventListener("focus", focused);
      control.removeEventListener("blur", hide);
    };
  };
}
