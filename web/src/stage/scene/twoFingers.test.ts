import { describe, expect, it } from "vitest";
import { together } from "./twoFingers";

describe("two fingers", () => {
  it("that go side by side move and do nothing else", () => {
    const done = together(
      [
        { x: 100, y: 100 },
        { x: 200, y: 100 },
      ],
      [
        { x: 130, y: 90 },
        { x: 230, y: 90 },
      ],
    );
    expect(done).toEqual({ middle: { x: 180, y: 90 }, right: 30, down: -10, spread: 1, twist: 0 });
  });
  it("that part spread", () => {
    const done = together(
      [
        { x: 100, y: 0 },
        { x: 200, y: 0 },
      ],
      [
        { x: 50, y: 0 },
        { x: 250, y: 0 },
      ],
    );
    expect(done.spread).toBeCloseTo(2, 12);
    expect(done.right).toBe(0);
  });
  it("that turn about each other twist, counterclockwise to the eye, past half a turn too", () => {
    const at = (angle: number) => ({ x: 50 * Math.cos(angle), y: -50 * Math.sin(angle) });
    const [a, b] = [3, 3.3];
    const done = together([at(a + Math.PI), at(a)], [at(b + Math.PI), at(b)]);
    expect(done.twist).toBeCloseTo(0.3, 9);
  });
  it("on one spot turn and spread nothing", () => {
    const done = together(
      [
        { x: 10, y: 10 },
        { x: 10, y: 10 },
      ],
      [
        { x: 10, y: 10 },
        { x: 90, y: 40 },
      ],
    );
    expect([done.spread, done.twist]).toEqual([1, 0]);
  });
});
