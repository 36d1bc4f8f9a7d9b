import { describe, expect, it } from "vitest";
import {
  around,
  boxOf,
  emptyView,
  fitted,
  keptInView,
  panned,
  stepsTo,
  toScreen,
  toSheet,
  wider,
  zoomed,
} from "./sheet";

const size = { width: 800, height: 500 };
const insets = { left: 80, right: 20, top: 20, bottom: 60 };
const view = { x: 1, y: 0.7, scale: 150 };

describe("the sheet", () => {
  it("has y up, the screen has y down, and the way there and back ends where it began", () => {
    expect(toScreen(view, size, [1, 0.7])).toEqual([400, 250]);
    expect(toScreen(view, size, [2, 1.7])).toEqual([550, 100]);
    const [x, y] = toSheet(view, size, toScreen(view, size, [-3.2, 0.11]));
    expect(x).toBeCloseTo(-3.2, 12);
    expect(y).toBeCloseTo(0.11, 12);
  });

  it("goes along with a hand that drags it", () => {
    const before = toSheet(view, size, [300, 200]);
    const after = toSheet(panned(view, 40, -25), size, [340, 175]);
    expect(after[0]).toBeCloseTo(before[0], 12);
    expect(after[1]).toBeCloseTo(before[1], 12);
  });

  it("is zoomed about the pointer, which stays over the same point, within limits", () => {
    const at = [120, 400] as const;
    const before = toSheet(view, size, at);
    for (const factor of [2, 0.3, 1e9, 1e-9]) {
      const after = toSheet(zoomed(view, size, at, factor), size, at);
      if (factor > 0.1 && factor < 10) expect(after[0]).toBeCloseTo(before[0], 9);
      const { scale } = zoomed(view, size, at, factor);
      expect(scale).toBeGreaterThanOrEqual(12);
      expect(scale).toBeLessThanOrEqual(3000);
    }
  });

  it("shows all of a box beside what lies over the edges", () => {
    const box = { left: -4, right: 3, bottom: 0, top: 2 };
    const seen = fitted(box, size, insets);
    const [left, top] = toScreen(seen, size, [box.left, box.top]);
    const [right, bottom] = toScreen(seen, size, [box.right, box.bottom]);
    expect(left).toBeGreaterThanOrEqual(insets.left - 1e-9);
    expect(right).toBeLessThanOrEqual(size.width - insets.right + 1e-9);
    expect(top).toBeGreaterThanOrEqual(insets.top - 1e-9);
    expect(bottom).toBeLessThanOrEqual(size.height - insets.bottom + 1e-9);
  });

  it("is empty with the ground in sight and room for a character of 1.6 m", () => {
    const seen = emptyView(size, insets);
    const ground = toScreen(seen, size, [0, 0])[1];
    expect(ground).toBeLessThanOrEqual(size.height - insets.bottom + 1e-9);
    expect(toScreen(seen, size, [0, 1.6])[1]).toBeGreaterThan(insets.top);
  });
});

describe("a character that is kept in view", () => {
  const [low, high] = [80 + 0.16 * 800, 800 - 20 - 0.16 * 800];

  it("moves the view no farther than needed, and not at all where it is inside", () => {
    expect(keptInView(view, size, insets, 1.2)).toBe(view);
    expect(toScreen(keptInView(view, size, insets, -7), size, [-7, 0])[0]).toBeCloseTo(low, 6);
    expect(toScreen(keptInView(view, size, insets, 9), size, [9, 0])[0]).toBeCloseTo(high, 6);
    expect(keptInView(view, size, insets, 9)).toMatchObject({ y: view.y, scale: view.scale });
  });

  it("stays where one step has put it, whatever the rounding and however narrow the window", () => {
    for (const width of [0, 1, 90, 140, 151, 400, 801, 1024])
      for (let x = -9; x < 9; x += 0.0371) {
        const once = keptInView({ ...view, scale: 150 / 1.1 }, { ...size, width }, insets, x);
        expect(keptInView(once, { ...size, width }, insets, x)).toBe(once);
      }
  });

  it("does not move before the sheet has a size", () => {
    expect(keptInView(view, { width: 0, height: 0 }, insets, 40)).toBe(view);
  });
});

describe("boxes", () => {
  it("are as small as possible, and null around no points", () => {
    expect(boxOf([])).toBeNull();
    expect(boxOf([[1, 2]])).toEqual({ left: 1, right: 1, bottom: 2, top: 2 });
    const box = boxOf([
      [1, 2],
      [-1, 5],
    ])!;
    expect(box).toEqual({ left: -1, right: 1, bottom: 2, top: 5 });
    expect(around(box, null)).toBe(box);
    expect(around(box, { left: 0, right: 9, bottom: 3, top: 4 })!.right).toBe(9);
    expect(wider(box, 1).top).toBe(6);
  });
});

describe("steps from one point to another", () => {
  it("leave no gap wider than asked for, however far a hand moves at once", () => {
    const way = [[10, 20], ...stepsTo([10, 20], [130, -70], 12)] as const;
    for (const [index, [x, y]] of way.slice(1).entries())
      expect(Math.hypot(x - way[index]![0], y - way[index]![1])).toBeLessThanOrEqual(12);
    expect(way.at(-1)).toEqual([130, -70]);
  });

  it("are one point where the hand rests", () => {
    expect(stepsTo([3, 4], [3, 4], 12)).toEqual([[3, 4]]);
  });
});
