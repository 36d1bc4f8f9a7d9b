/** Places what floats beside a control or a point, inside the window. */

import { autoUpdate, computePosition, flip, offset, shift, size, type Placement } from "@floating-ui/dom";

/** What a floating element stands beside: an element, or a place on the screen. */
export type Anchor = Element | { getBoundingClientRect(): DOMRect };

/** Pixels that stay free at the window's edges. */
const MARGIN = 8;

/** A point on the screen as an anchor. */
export const pointAnchor = (point: { x: number; y: number }): Anchor => ({
  getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, 0),
});

/** Keeps `floating` beside `anchor`; returns how to stop. It is hidden until its place is known. */
export function placeBeside(
  anchor: Anchor,
  floating: HTMLElement,
  placement: Placement = "bottom-start",
  gap = 4,
): () => void {
  const padding = MARGIN;
  let stopped = false;
  floating.style.visibility = "hidden";
  const place = async () => {
    const { x, y } = await computePosition(anchor, floating, {
      placement,
      strategy: "fixed",
      middleware: [
        offset(gap),
        flip({ padding }),
        shift({ padding }),
        size({
          padding,
          apply: ({ availableHeight }) => void (floating.style.maxHeight = `${Math.max(availableHeight, 96)}px`),
        }),
      ],
    });
    if (stopped) return;
    Object.assign(floating.style, { left: `${Math.round(x)}px`, top: `${Math.round(y)}px`, visibility: "" });
  };
  const stop = anchor instanceof Element ? autoUpdate(anchor, floating, () => void place()) : void place();
  return () => {
    stopped = true;
    stop?.();
  };
}
