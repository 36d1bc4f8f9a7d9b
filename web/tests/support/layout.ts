/** What of a page lies over something else, is cut off, or is outside the window. */

import type { Page } from "@playwright/test";

/** Handles on a ruler, a curve or the paper: they are where their times and places are, also over each other. */
const PLACED = [
  "[data-sheet] ~ *",
  "[role=slider][aria-label*=Loop]",
  "[role=slider][aria-label=Playhead]",
  "[role=separator]",
  "[role=slider] ~ button",
  "[data-edge]",
];

/** One sentence for each fault; none where everything has its own place. */
export const faultsOfLayout = (page: Page): Promise<string[]> =>
  page.evaluate((placed) => {
    const CONTROLS =
      "button, a[href], input, select, textarea, summary, .hints, [role=slider], [role=tab], [role=radio], [role=option], [role=status]";
    const SLIVER = 8; // a splitter takes the pointer this far beside its line [px]
    type Box = { left: number; top: number; right: number; bottom: number };
    const common = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const [across, down] = [(box: Box) => box.right - box.left, (box: Box) => box.bottom - box.top];
    /** What is seen of an element: panels that scroll hide the rest. scrolls: whether one of them does. */
    const seenOf = (element: Element): { box: Box; scrolls: boolean } => {
      let box: Box = element.getBoundingClientRect();
      let scrolls = false;
      for (let each = element.parentElement; each; each = each.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(each);
        if (overflowX === "visible" && overflowY === "visible") continue;
        scrolls ||= [overflowX, overflowY].some((flow) => flow === "auto" || flow === "scroll");
        box = common(box, each.getBoundingClientRect());
      }
      return { box: common(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }), scrolls };
    };
    const name = (element: Element) =>
      `“${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}” (${element.tagName.toLowerCase()}.${element.classList[0] ?? ""})`;
    const all = [...document.querySelectorAll<HTMLElement>(CONTROLS)]
      .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((each) => !each.closest("[aria-hidden=true], [inert]") && !placed.some((kind) => each.closest(kind)))
      .map((element) => ({ element, ...seenOf(element) }))
      .filter(({ box }) => across(box) > 3 && down(box) > 3);
    const faults: string[] = [];
    for (const { element, box, scrolls } of all) {
      const whole = element.getBoundingClientRect();
      if (!scrolls && (across(whole) - across(box) > 1 || down(whole) - down(box) > 1))
        faults.push(`${name(element)} is cut off`);
      const style = getComputedStyle(element);
      if (
        style.textOverflow !== "ellipsis" &&
        style.overflowX !== "visible" &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.tagName !== "INPUT"
      )
        faults.push(`the words of ${name(element)} are cut off`);
      const front = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const edge = scrolls && (down(box) < SLIVER || across(box) < SLIVER); // what is left of it when it scrolls out of sight
      if (front && !edge && style.pointerEvents !== "none" && !element.contains(front) && !front.contains(element))
        faults.push(`${name(element)} is behind ${name(front)}`);
    }
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1)) {
        const [a, b] = [one.element, other.element];
        if (a.contains(b) || b.contains(a) || a.closest("label")?.contains(b) || b.closest("label")?.contains(a))
          continue;
        const over = common(one.box, other.box);
        if (across(over) > 1 && down(over) > 1)
          faults.push(`${name(a)} and ${name(b)} overlap by ${Math.round(across(over))} × ${Math.round(down(over))}`);
      }
    return faults;
  }, PLACED);
