/** Tooltips: one bubble for the whole page, with the shortcut that does the same. Also gives its control an accessible name. */

import type { Attachment } from "svelte/attachments";
import { keyOf, type Command } from "../keyboard";

const DELAY = 450;
const MARGIN = 8;
export const onMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

let bubble: HTMLElement | null = null;
let timer = 0;

function makeBubble(): HTMLElement {
  bubble = document.createElement("div");
  bubble.className = "tip";
  bubble.setAttribute("role", "tooltip");
  // In the top layer, so that it lies over popovers and menus.
  bubble.popover = "manual";
  document.body.append(bubble);
  return bubble;
}

/** Hides the tooltip. */
export function hide(): void {
  clearTimeout(timer);
  if (!bubble?.classList.contains("shown")) return;
  bubble.classList.remove("shown");
  bubble.hidePopover();
}

/** Shows a tooltip for a place in a canvas. at: the box that it is about, on the screen. */
export function tellAt(at: DOMRect, text: string): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => show(at, text, ""), DELAY);
}

function show(at: DOMRect, text: string, key: string): void {
  const tip = bubble ?? makeBubble();
  tip.replaceChildren(text);
  if (key) tip.append(Object.assign(document.createElement("kbd"), { textContent: key }));
  // Shown anew, it comes in front of what was opened since.
  tip.hidePopover();
  tip.showPopover();
  const size = tip.getBoundingClientRect();
  const below = at.bottom + MARGIN + size.height < innerHeight;
  const x = Math.min(Math.max(at.left + at.width / 2 - size.width / 2, MARGIN), innerWidth - size.width - MARGIN);
  tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(below ? at.bottom + 6 : at.top - size.height - 6)}px)`;
  tip.classList.add("shown");
}

/** Attach to a control: `{@attach tip("Undo", "undo")}`. An empty text attaches nothing. */
export function tip(text: string, command?: Command): Attachment<HTMLElement> {
  return (control) => {
    if (!text) return;
    const key = command ? keyOf(command, onMac) : "";
    if (command) control.dataset.command = command;
    // A control that has words, or a name of its own, keeps it.
    const nameless = !control.textContent?.trim() && !control.hasAttribute("aria-label");
    if (nameless) control.setAttribute("aria-label", text);
    if (key) control.setAttribute("aria-keyshortcuts", keyOf(command!, false));
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => control.isConnected && show(control.getBoundingClientRect(), text, key), DELAY);
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
