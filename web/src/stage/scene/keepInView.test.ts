import { describe, expect, it } from "vitest";
import { catchingUp, strayed, type Sight } from "./keepInView";

const sight: Sight = { halfWidth: 2, halfHeight: 1, distance: 4, elevation: 0.2 };
const still = { right: 0, away: 0, up: 0 };

describe("strayed", () => {
  it("lets a character move about inside the view", () => {
    const { right, away, up } = strayed({ right: 1.2, away: -0.9, up: 0.4 }, 0.5, sight);
    expect([right, Math.abs(away), up]).toEqual([0, 0, 0]);
  });

  it("brings the body, not only its middle, back to the margin", () => {
    const { right } = strayed({ ...still, right: 3 }, 0.5, sight);
    expect(3 - right + 0.5).toBeCloseTo(0.92 * 2, 12);
    expect(strayed({ ...still, right: -3 }, 0.5, sight).right).toBeCloseTo(-right, 12);
  });

  it("keeps a character that walks towards the camera from passing it", () => {
    const { away } = strayed({ ...still, away: -10 }, 0.5, sight);
    expect(-10 - away).toBeGreaterThan(-0.4 * 4);
  });

  it("shows all of a character that comes towards it, where less is visible", () => {
    const near = 10 + strayed({ ...still, away: -10 }, 0.5, sight).away;
    const halfHeightThere = sight.halfHeight * (1 - (near * Math.cos(0.2)) / sight.distance);
    expect(near * Math.sin(0.2) + 0.5).toBeCloseTo(0.92 * halfHeightThere, 12);
  });

  it("takes away for up on screen when it looks down", () => {
    const above = { ...sight, elevation: Math.PI / 2 };
    expect(2 - strayed({ ...still, away: 2 }, 0.3, above).away).toBeCloseTo(0.92 - 0.3, 12);
  });

  it("still gives a character larger than the view some freedom", () => {
    expect(strayed({ ...still, right: 0.4 }, 50, sight).right).toBe(0);
  });
});

describe("catchingUp", () => {
  it("goes all the way after a jump and none of it in no time", () => {
    expect(catchingUp(0.016, true)).toBe(1);
    expect(catchingUp(0, false)).toBe(0);
  });

  it("comes as far in two halves of a time as in all of it", () => {
    const left = (elapsed: number) => 1 - catchingUp(elapsed, false);
    expect(left(0.1) * left(0.1)).toBeCloseTo(left(0.2), 12);
  });
});
