import { describe, expect, it } from "vitest";
import { lead, wrapped } from "./leading";

const PACE = { speed: 1, turn: 2, length: 0.5 };

describe("lead", () => {
  it("goes straight to what lies ahead", () => {
    expect(lead({ x: 1, z: 1, heading: 0 }, { x: 1, z: 5 }, PACE)).toEqual({ forward: 1, turn: 0 });
  });

  it("turns left to what is at its left, which is +X where it faces +Z", () => {
    expect(lead({ x: 0, z: 0, heading: 0 }, { x: 3, z: 0 }, PACE)!.turn).toBe(2);
    expect(lead({ x: 0, z: 0, heading: 0 }, { x: -3, z: 0 }, PACE)!.turn).toBe(-2);
  });

  it("turns on the spot to what lies behind", () => {
    expect(lead({ x: 0, z: 0, heading: 0 }, { x: 0.1, z: -3 }, PACE)!.forward).toBe(0);
  });

  it("slows down where it arrives, and then has arrived", () => {
    expect(lead({ x: 0, z: 0, heading: 0 }, { x: 0, z: 0.3 }, PACE)!.forward).toBeCloseTo(0.5, 12);
    expect(lead({ x: 0, z: 0, heading: 0 }, { x: 0, z: 0.05 }, PACE)).toBeNull();
  });

  it("arrives from anywhere", () => {
    for (const [x, z] of [
      [4, 0],
      [0, -4],
      [-3, -3],
      [0.2, -0.1],
    ] as const) {
      const at = { x: 0, z: 0, heading: 0 };
      let steps = 0;
      for (; steps < 3000; steps++) {
        const way = lead(at, { x, z }, PACE);
        if (!way) break;
        at.heading += way.turn / 60;
        at.x += (way.forward * Math.sin(at.heading)) / 60;
        at.z += (way.forward * Math.cos(at.heading)) / 60;
      }
      expect(steps).toBeLessThan(3000);
    }
  });
});

describe("wrapped", () => {
  it("is the same angle between -pi and pi", () => {
    expect(wrapped(2 * Math.PI + 0.5)).toBeCloseTo(0.5, 12);
    expect(wrapped(-3)).toBe(-3);
    expect(wrapped(4)).toBeCloseTo(4 - 2 * Math.PI, 12);
  });
});
