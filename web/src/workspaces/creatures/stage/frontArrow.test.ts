import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { arrowPlace } from "./frontArrow";

describe("the arrow that marks the front", () => {
  test("lies on the ground before the body, along the way it faces", () => {
    const { at, heading } = arrowPlace(new Vector3(1, 0.5, 2), new Vector3(0.2, 0.5, 0.4), new Vector3(0, 0, 1));
    expect(heading).toBeCloseTo(0);
    expect(at.x).toBeCloseTo(1);
    expect(at.y).toBeLessThan(0.01);
    expect(at.z).toBeGreaterThan(2.4);
  });

  test("turns with the body, and ignores how far it leans", () => {
    const { at, heading } = arrowPlace(new Vector3(), new Vector3(0.3, 0.5, 0.4), new Vector3(1, -2, 0));
    expect(heading).toBeCloseTo(Math.PI / 2);
    expect(at.x).toBeGreaterThan(0.3);
    expect(at.z).toBeCloseTo(0);
  });

  test("a body that looks straight up still has a front", () => {
    const { at, heading } = arrowPlace(new Vector3(), new Vector3(1, 1, 1), new Vector3(0, 1, 0));
    expect(heading).toBe(0);
    expect(at.z).toBeGreaterThan(1);
  });
});
