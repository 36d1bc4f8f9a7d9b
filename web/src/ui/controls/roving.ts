/** Roving focus: a group of controls is one stop for Tab, and the arrow keys move inside it. */

import type { Attachment } from "svelte/attachments";

/** Which arrows move: a row takes left and right, a column up and down, a radio group all four. */
export type Axis = "row" | "column" | "both";

/** The index to go to for a key; null where the key does not move. Steps wrap around; `index` is -1 where nothing is focused. */
export function nextIndex(key: string, index: number, count: number, axis: Axis = "both"): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const on = (axis !== "column" && key === "ArrowRight") || (axis !== "row" && key === "ArrowDown");
  const back = (axis !== "column" && key === "ArrowLeft") || (axis !== "row" && key === "ArrowUp");
  if (!on && !back) return null;
  if (index < 0) return on ? 0 : count - 1;
  return (index + (on ? 1 : -1) + count) % count;
}

/** The index that Tab stops at: the chosen one, or the first that can be focused. */
export function tabStop(items: readonly { chosen: boolean; disabled: boolean }[]): number {
  const chosen = items.findIndex((item) => item.chosen && !item.disabled);
  return chosen >= 0 ? chosen : items.findIndex((item) => !item.disabled);
}

const ITEMS = "[role=radio], [role=tab]";
const isDisabled = (item: HTMLElement) => item.matches(":disabled, [aria-disabled=true]");
const isChosen = (item: HTMLElement) => item.matches("[aria-checked=true], [aria-selected=true]");

/** Attach to a radiogroup or tablist: arrows move the focus and choose, Tab stops once.
 *
 * The items are the elements with role radio or tab inside; a click on one chooses it.
 */
export function roving(axis: Axis = "both"): Attachment<HTMLElement> {
  return (group) => {
    const all = () => [...group.querySelectorAll<HTMLElement>(ITEMS)];
    const settle = () => {
      const items = all();
      const stop = tabStop(items.map((item) => ({ chosen: isChosen(item), disabled: isDisabled(item) })));
      items.forEach((item, index) => (item.tabIndex = index === stop ? 0 : -1));
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const items = all().filter((item) => !isDisabled(item));
      const at = items.indexOf(event.target as HTMLElement);
      if (at < 0) return;
      const to = nextIndex(event.key, at, items.length, axis);
      if (to === null) return;
      // The shortcuts leave a key alone whose default was prevented.
      event.preventDefault();
      items[to]!.focus();
      items[to]!.click();
    };
    const watch = new MutationObserver(settle);
    watch.observe(group, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-checked", "aria-selected", "disabled", "aria-disabled"],
    });
    group.addEventListener("keydown", pressed);
    settle();
    return () => {
      watch.disconnect();
      group.removeEventListener("keydown", pressed);
    };
  };
}
