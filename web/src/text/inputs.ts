/** What hands do with mouse, pen, fingers and keys, as the hint line writes it. */

import { inLocale } from "./locale";

export const INPUTS = inLocale({
  en: {
    move: "move",
    hover: "hover",
    click: "click",
    clickAuto: "click “auto”",
    doubleClick: "double-click",
    rightClick: "right click",
    shiftClick: "Shift+click",
    drag: "drag",
    dragBeside: "drag beside it",
    dragEnd: "drag an end",
    dragBall: "drag a ball",
    dragPart: "drag a part from the left",
    rightDrag: "right drag",
    shiftDrag: "Shift+drag",
    ctrlDrag: "Ctrl+drag",
    altDrag: "Alt+drag",
    draw: "draw",
    release: "release",
    holdButton: "hold the button",
    holdStill: "hold still",
    offBody: "off the body",
    wheel: "wheel",
    shiftWheel: "Shift+wheel",
    ctrlWheel: "Ctrl+wheel",
    wheelOrAlt: "wheel or Alt",
    oneFinger: "one finger",
    twoFingers: "two fingers",
    pinch: "pinch",
    secondFinger: "second finger",
    alt: "Alt",
    altR: "Alt+R",
    shift: "Shift",
    space: "Space",
    enter: "Enter",
    delete: "Delete",
    escape: "Esc",
    arrows: "← →",
    allArrows: "← → ↑ ↓",
    shiftArrows: "Shift+← → ↑ ↓",
    plusMinus: "+ −",
    tab: "Tab",
    digits: "1-9",
    E: "E",
    F: "F",
    K: "K",
    R: "R",
    V: "V",
    W: "W",
  },
});

export type Input = keyof typeof INPUTS;

/** What each input does at a place, in the order of the hint line. */
export type Actions = Partial<Record<Input, string>>;

/** The hint line's pieces for a place. */
export const toHints = (actions: Actions): { key: string; does: string }[] =>
  Object.entries(actions).map(([input, does]) => ({ key: INPUTS[input as Input], does }));

/** The same for each place of a table. */
export const toHintTable = <Place extends string>(table: Readonly<Record<Place, Actions>>) =>
  Object.fromEntries(Object.entries<Actions>(table).map(([place, actions]) => [place, toHints(actions)])) as Record<
    Place,
    { key: string; does: string }[]
  >;
