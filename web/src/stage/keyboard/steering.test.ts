import { describe, expect, it } from "vitest";
import { steerOf, type Steerable } from "./steering";

const PRESS = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

/** What a key does with a camera. */
function steered(key: string, shiftKey = false): [string, ...number[]] | null {
  let done: [string, ...number[]] | null = null;
  const camera: Steerable = {
    orbit: (angle, lift) => (done = ["orbit", Math.sign(angle), Math.sign(lift)]),
    pan: (right, down) => (done = ["pan", Math.sign(right), Math.sign(down)]),
    zoom: (factor) => (done = ["zoom", Math.sign(factor - 1)]),
  };
  steerOf({ ...PRESS, key, shiftKey })?.(camera);
  return done;
}

describe("the camera by keyboard", () => {
  it("orbits with the arrows, and goes up with the upper one", () => {
    expect(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => steered(key))).toEqual([
      ["orbit", -1, 0],
      ["orbit", 1, 0],
      ["orbit", 0, 1],
      ["orbit", 0, -1],
    ]);
  });

  it("pans with Shift: the view goes where the arrow points", () => {
    expect(steered("ArrowRight", true)).toEqual(["pan", -1, 0]);
    expect(steered("ArrowUp", true)).toEqual(["pan", 0, 1]);
  });

  it("goes nearer with plus, on keyboards with and without Shift for it, and further with minus", () => {
    expect([steered("+"), steered("+", true), steered("="), steered("-")]).toEqual([
      ["zoom", -1],
      ["zoom", -1],
      ["zoom", -1],
      ["zoom", 1],
    ]);
  });

  it("leaves other keys to the page", () => {
    expect([steered("k"), steered("Tab"), steered("Enter")]).toEqual([null, null, null]);
  });
});
