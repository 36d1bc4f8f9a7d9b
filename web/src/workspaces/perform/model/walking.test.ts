import { describe, expect, it } from "vitest";
import { carry, putBack, STANDING, walkedAt } from "./walking";
import { inWorld, shifted } from "../../../stage/points";

describe("a way in a character's own space", () => {
  it("goes where the character faces: +Z is ahead, a quarter turn makes that +X", () => {
    const [x, y, z] = inWorld([0, 0, 1], Math.PI / 2);
    expect(x).toBeCloseTo(1, 12);
    expect(y).toBe(0);
    expect(z).toBeCloseTo(0, 12);
  });
  it("keeps its length", () => expect(Math.hypot(...inWorld([1, 2, 3], 0.7))).toBeCloseTo(Math.sqrt(14), 12));
  it("is taken off again", () => expect(shifted(shifted([1, 2, 3], [4, 5, 6]), [4, 5, 6], -1)).toEqual([1, 2, 3]));
});

describe("how far a motion has walked", () => {
  const clip = { fps: 10, frames: 3, walked: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 1) };
  it("is between frames what it is between them", () => {
    expect(walkedAt(clip, 0.15).shift[2]).toBeCloseTo(2, 6);
    expect(walkedAt(clip, 0.15).turn).toBeCloseTo(0.5, 6);
    expect(walkedAt(clip, 9).shift[2]).toBe(3);
  });
  it("takes places along and puts them back", () => {
    const carried = { shift: [1, 0, 2] as [number, number, number], turn: Math.PI / 2 };
    const there = carry([0, 1, 1], carried);
    expect(there[0]).toBeCloseTo(2, 12);
    expect(there[2]).toBeCloseTo(2, 12);
    putBack(there, carried).forEach((value, axis) => expect(value).toBeCloseTo([0, 1, 1][axis]!, 12));
  });
  it("is nowhere for a character that stays", () => expect(walkedAt({ fps: 10, frames: 3 }, 0.1)).toEqual(STANDING));
});
