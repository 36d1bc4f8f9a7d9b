import { describe, expect, it } from "vitest";
import { between, liveliness, type ClipArrays } from "./motion";

describe("between frames", () => {
  it("gives a frame's own time back exactly", () => {
    for (const fps of [24, 29.97, 30, 120]) {
      for (const frame of [0, 1, 7, 299])
        expect(between(frame / fps, fps, 300)).toEqual({ before: frame, after: frame, share: 0 });
    }
  });

  it("splits the time between two frames", () => {
    const at = between(0.25, 10, 100);
    expect(at).toMatchObject({ before: 2, after: 3 });
    expect(at.share).toBeCloseTo(0.5, 9);
  });

  it("holds outside", () => {
    expect(between(-1, 30, 10)).toEqual({ before: 0, after: 0, share: 0 });
    expect(between(99, 30, 10)).toEqual({ before: 9, after: 9, share: 0 });
    expect(between(1, 30, 0)).toEqual({ before: 0, after: 0, share: 0 });
  });
});

/** One joint that rests for the first half and turns about y at a constant rate in the second. */
function halfTurning(frames: number): ClipArrays {
  const rotations = new Float32Array(frames * 4);
  for (let frame = 0; frame < frames; frame++) {
    const half = Math.max(0, frame - frames / 2) * 0.02;
    rotations.set([0, Math.sin(half), 0, Math.cos(half)], frame * 4);
  }
  return {
    kind: "clip",
    blob: "",
    fps: 30,
    frames,
    joints: 1,
    roots: new Float32Array(frames * 3),
    rotations,
    translations: null,
  };
}

describe("liveliness", () => {
  it("is zero where nothing moves and one where most does", () => {
    const strip = liveliness(halfTurning(200), 20);
    expect(Math.max(...strip.slice(0, 9))).toBe(0);
    for (const value of strip.slice(11)) expect(value).toBeCloseTo(1, 3);
  });

  it("fills every bin of a short clip", () => {
    expect(liveliness(halfTurning(5), 40).every(Number.isFinite)).toBe(true);
  });

  it("is zero for a single frame", () => {
    expect([...liveliness(halfTurning(1), 4)]).toEqual([0, 0, 0, 0]);
  });
});
