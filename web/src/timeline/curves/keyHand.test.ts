import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Joining, KeysSelected } from "./selection";
import { LEVEL, type Rise } from "./valueAxis";
import { KeyHand, type EditableKeys, type Grip, type KeyDrag, type KeySurface } from "./keyHand.svelte";

const PRESS = { button: 0, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const at = (x: number, y = 0) => ({ x, y });

/** Keys that note what a hand does with them. */
class Noted implements EditableKeys {
  fps = 10;
  selected: KeysSelected = { columns: [], keys: [] };
  shifts: number[] = [];
  rises: Rise[] = [];
  retimed: unknown[] = [];
  bends: { time: number; value: number; free: boolean }[] = [];
  ends: boolean[] = [];
  joins: Joining[] = [];
  get empty() {
    return !this.selected.columns.length && !this.selected.keys.length;
  }
  select(caught: KeysSelected, how: Joining = "replace") {
    this.joins.push(how);
    this.selected = caught;
  }
  begin(): KeyDrag {
    return {
      targets: [],
      span: [1, 2],
      carry: (dt, rise) => (this.shifts.push(dt), this.rises.push(rise)),
      retime: (pivot, factor) => this.retimed.push([pivot, factor]),
      bend: (_, time, value, free) => this.bends.push({ time, value, free }),
    };
  }
  end(kept: boolean) {
    this.ends.push(kept);
  }
}

let editing: Noted;
let grip: Grip | null;
let surface: KeySurface;
let hand: KeyHand;
const column = (time: number): KeysSelected => ({ columns: [time], keys: [] });

beforeEach(() => {
  editing = new Noted();
  grip = null;
  surface = {
    grip: () => grip,
    window: () => ({ start: 0, scale: 100, width: 300 }),
    rise: () => LEVEL,
    riseOf: (_, up) => up / 50,
    boxed: () => column(2),
    panned: vi.fn(),
    menu: vi.fn(),
  };
  hand = new KeyHand(editing, surface);
});

describe("a hand on a key", () => {
  beforeEach(() => (grip = { on: "key", caught: column(1), time: 1, held: false }));

  it("selects on pressing, and is no drag before it moves", () => {
    hand.down(PRESS, at(100));
    expect(editing.selected).toEqual(column(1));
    hand.move(PRESS, at(102));
    hand.up(at(102));
    expect([editing.shifts, editing.ends]).toEqual([[], []]);
  });

  it("moves by whole frames from where the drag began, and ends as one edit", () => {
    hand.down(PRESS, at(103));
    hand.move(PRESS, at(130));
    hand.move(PRESS, at(147));
    hand.up(at(147));
    expect(editing.shifts).toEqual([expect.closeTo(0.3), expect.closeTo(0.4)]);
    expect(editing.ends).toEqual([true]);
  });

  it("moves between frames with Alt", () => {
    hand.down(PRESS, at(100));
    hand.move({ ...PRESS, altKey: true }, at(137));
    expect(editing.shifts[0]).toBeCloseTo(0.37);
  });

  it("gives a drag up on Escape, once", () => {
    hand.down(PRESS, at(100));
    hand.move(PRESS, at(137));
    expect(hand.cancel()).toBe(true);
    hand.up(at(137));
    expect(editing.ends).toEqual([false]);
    expect([hand.cancel(), hand.busy]).toEqual([false, false]);
  });

  it("keeps a selection under the hand for a drag, and narrows it on a plain click", () => {
    grip = { on: "key", caught: column(1), time: 1, held: true };
    editing.selected = { columns: [0, 1], keys: [] };
    hand.down(PRESS, at(100));
    expect(editing.selected.columns).toEqual([0, 1]);
    hand.up(at(100));
    expect(editing.selected).toEqual(column(1));
  });

  it("adds and takes away with Shift", () => {
    hand.down({ ...PRESS, shiftKey: true }, at(100));
    hand.up(at(100));
    expect(editing.joins).toEqual(["toggle"]);
  });
});

describe("a hand with Ctrl", () => {
  beforeEach(() => (grip = { on: "key", caught: column(1), time: 1, held: false }));

  it("toggles a key with a click, and draws a box from it with a drag", () => {
    hand.down({ ...PRESS, ctrlKey: true }, at(100));
    hand.up(at(100));
    expect(editing.joins).toEqual(["toggle"]);
    hand.down({ ...PRESS, ctrlKey: true }, at(100));
    hand.move({ ...PRESS, ctrlKey: true }, at(130, 20));
    expect([hand.doing, editing.shifts]).toEqual(["boxKeys", []]);
  });
});

describe("a hand elsewhere", () => {
  it("draws a box, and Escape brings back what was selected", () => {
    editing.selected = column(0);
    hand.down(PRESS, at(10, 10));
    hand.move(PRESS, at(60, 40));
    expect(hand.box).toEqual({ left: 10, right: 60, top: 10, bottom: 40 });
    expect(editing.selected).toEqual(column(2));
    hand.cancel();
    expect(editing.selected).toEqual(column(0));
    expect(hand.box).toBeNull();
  });

  it("lets go with a click on nothing, unless that means something there", () => {
    editing.selected = column(0);
    hand.down(PRESS, at(10));
    hand.up(at(10));
    expect(editing.empty).toBe(true);
    editing.selected = column(0);
    surface.clicked = () => true;
    hand.down(PRESS, at(10));
    hand.up(at(10));
    expect(editing.selected).toEqual(column(0));
  });

  it("retimes about the other edge", () => {
    grip = { on: "edge", edge: "end" };
    editing.selected = { columns: [1, 2], keys: [] };
    hand.down(PRESS, at(210));
    hand.move(PRESS, at(260));
    expect(editing.retimed).toEqual([[1, 1.5]]);
  });

  it("bends a handle, alone with Alt, along one axis with Shift", () => {
    grip = { on: "handle", channel: 0, key: 1, side: "out", time: 1.3, value: 0.7, free: false };
    hand.down(PRESS, at(130, 50));
    hand.move(PRESS, at(140, 25));
    hand.move({ ...PRESS, altKey: true, shiftKey: true }, at(140, 20));
    const [both, upright] = editing.bends;
    expect(both).toEqual({ time: expect.closeTo(1.4), value: expect.closeTo(1.2), free: false });
    expect(upright).toEqual({ time: 1.3, value: expect.closeTo(1.3), free: true });
  });

  it("pans with the left button where nothing is selected by boxes, and still drags a key with Ctrl", () => {
    surface.boxed = undefined;
    hand.down(PRESS, at(10, 10));
    hand.move(PRESS, at(30, 15));
    hand.up(at(30, 15));
    expect(surface.panned).toHaveBeenCalledWith(20, 5);
    grip = { on: "key", caught: column(1), time: 1, held: true };
    editing.selected = column(1);
    hand.down({ ...PRESS, ctrlKey: true }, at(100));
    hand.move({ ...PRESS, ctrlKey: true }, at(150));
    expect(editing.shifts).toEqual([expect.closeTo(0.5)]);
  });

  it("pans with another button, and opens the menu where the right one does not move", () => {
    hand.down({ ...PRESS, button: 1 }, at(10, 10));
    hand.move({ ...PRESS, button: 1 }, at(30, 15));
    hand.up(at(30, 15));
    expect(surface.panned).toHaveBeenCalledWith(20, 5);
    hand.down({ ...PRESS, button: 2 }, at(10, 10));
    hand.up(at(10, 10));
    expect(surface.menu).toHaveBeenCalledTimes(1);
  });
});
