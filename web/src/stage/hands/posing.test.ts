import { describe, expect, it } from "vitest";
import type { Cap } from "../../protocol/generated";
import { Turning, aboutAxis, posingOf } from "./posing";

/** hips - chest - (head, arm - hand, tail - tip), and an ear on the head. */
const body = {
  parents: [-1, 0, 1, 1, 3, 0, 5, 2],
  caps: [["root"], [], ["head"], [], ["grasper"], [], [], ["ear"]] as Cap[][],
};

describe("a drag on a part of the body", () => {
  it("moves the body by its root", () => expect(posingOf(0, body)).toBe("move"));
  it("turns what is in the middle", () => {
    expect(posingOf(1, body)).toBe("turn");
    expect(posingOf(3, body)).toBe("turn");
  });
  it("pulls hands and other ends", () => {
    expect(posingOf(4, body)).toBe("pull");
    expect(posingOf(6, body)).toBe("pull");
  });
  it("turns heads and ears, though they are ends", () => {
    expect(posingOf(2, body)).toBe("turn");
    expect(posingOf(7, body)).toBe("turn");
  });
  it("turns an end on the root, which no joint could follow", () => {
    expect(posingOf(1, { parents: [-1, 0], caps: [[], []] })).toBe("turn");
  });
  it("does the other thing when asked to", () => {
    expect(posingOf(0, body, true)).toBe("turn");
    expect(posingOf(4, body, true)).toBe("turn");
    expect(posingOf(3, body, true)).toBe("pull");
  });
});

describe("turning about a pivot", () => {
  const pivot = { x: 100, y: 100 };
  it("is counterclockwise on a screen whose y points down", () => {
    expect(new Turning(pivot, { x: 200, y: 100 }).to({ x: 100, y: 0 })).toBeCloseTo(Math.PI / 2, 12);
  });
  it("counts rounds", () => {
    const turning = new Turning(pivot, { x: 200, y: 100 });
    for (let step = 1; step <= 36; step++) {
      const angle = (step * Math.PI) / 9;
      turning.to({ x: 100 + 80 * Math.cos(angle), y: 100 - 80 * Math.sin(angle) });
    }
    expect(turning.angle).toBeCloseTo(4 * Math.PI, 9);
  });
  it("begins where the pointer leaves the pivot, and waits while it is on it", () => {
    const turning = new Turning(pivot, { x: 101, y: 100 });
    expect(turning.to({ x: 160, y: 100 })).toBe(0);
    expect(turning.to({ x: 102, y: 102 })).toBe(0);
    expect(turning.to({ x: 100, y: 40 })).toBeCloseTo(Math.PI / 2, 12);
  });
});

describe("a rotation about an axis", () => {
  it("is a unit quaternion", () => {
    const q = aboutAxis([0, 0, 1], Math.PI / 2);
    expect(q[2]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(Math.hypot(...q)).toBeCloseTo(1, 12);
  });
});
