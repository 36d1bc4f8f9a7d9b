import { describe, expect, it } from "vitest";
import { trailWindow } from "./trail";

describe("the trail's window", () => {
  it("is strongest at the playhead and tapers to nothing in the past", () => {
    const { first, stride, strengths } = trailWindow(5, 30, 600);
    expect(first).toBe(Math.ceil(3.8 * 30));
    expect(stride).toBe(1);
    expect(Math.max(...strengths)).toBeCloseTo(1, 6);
    expect(strengths[0]).toBeCloseTo(0, 1);
    expect(strengths.at(-1)).toBeLessThan(0.05);
  });

  it("stays inside the motion", () => {
    expect(trailWindow(0, 30, 600).first).toBe(0);
    const late = trailWindow(19.97, 30, 600);
    expect(late.first + late.strengths.length - 1).toBeLessThanOrEqual(599);
  });

  it("thins out what is captured too densely", () => {
    const { strengths } = trailWindow(5, 1000, 10_000);
    expect(strengths.length).toBeLessThanOrEqual(512);
  });
});
