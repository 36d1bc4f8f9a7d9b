/** A handle on the sheet that is dragged: what it does at each step, and in the end. */

import type { Attachment } from "svelte/attachments";

export interface Grip {
  /** It is taken hold of. */
  begin(event: PointerEvent): void;
  move(event: PointerEvent): void;
  /** moved: whether it was more than a click. */
  end(kept: boolean, moved: boolean): void;
  /** Arrow keys, as steps to the right and up. */
  nudge?(right: number, up: number, event: KeyboardEvent): void;
}

const CLICK = 3;

/** Attach to a handle. grip: asked for when it is taken hold of; a handle that moves meanwhile is still the same. */
export function gripped(grip: () => Grip): Attachment<HTMLElement> {
  return (handle) => {
    let press: { pointer: number; x: number; y: number; moved: boolean; grip: Grip } | null = null;
    const end = (kept: boolean) => {
      const held = press;
      press = null;
      held?.grip.end(kept && held.moved, held.moved);
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || press) return;
      event.stopPropagation();
      handle.setPointerCapture(event.pointerId);
      press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false, grip: grip() };
      press.grip.begin(event);
    };
    const move = (event: PointerEvent) => {
      if (!press || event.pointerId !== press.pointer) return;
      press.moved ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > CLICK;
      if (press.moved) press.grip.move(event);
    };
    const up = (event: PointerEvent) => void (event.pointerId === press?.pointer && end(true));
    const cancel = () => end(false);
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && press) {
        event.preventDefault();
        event.stopPropagation();
        return end(false);
      }
      const way = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as const)[event.key];
      const { nudge } = grip();
      if (!way || !nudge) return;
      event.preventDefault();
      event.stopPropagation();
      nudge(way[0], way[1], event);
    };
    const escape = (event: KeyboardEvent) => void (event.key === "Escape" && press && key(event));
    handle.addEventListener("pointerdown", down);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", up);
    handle.addEventListener("pointercancel", cancel);
    handle.addEventListener("keydown", key);
    addEventListener("keydown", escape, true);
    return () => {
      handle.removeEventListener("pointerdown", down);
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", up);
      handle.removeEventListener("pointercancel", cancel);
      handle.removeEventListener("keydown", key);
      removeEventListener("keydown", escape, true);
      if (press) end(false);
    };
  };
}
