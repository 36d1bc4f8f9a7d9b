import { describe, expect, it } from "vitest";
import { distanceText, heatAt, heatScale, hottest } from "./heat";

describe("the scale of a heat map", () => {
  it.each([
    [0.0041, 0.005],
    [0.0051, 0.01],
    [0.012, 0.02],
    [0.02, 0.02],
    [0.021, 0.05],
    [0.3, 0.5],
    [0.7, 1],
  ])("reaches from nothing past %d m to %d m", (largest, top) => {
    expect(heatScale(largest).top).toBeCloseTo(top, 12);
  });

  it("never makes a perfect result look hot", () => {
    expect(heatScale(0).top).toBe(0.005);
    expect(heatScale(1e-9).ticks).toEqual([0, 0.0025, 0.005]);
  });
});

describe("heat at a moment", () => {
  const distances = { values: new Float32Array([0, 0.1, 0.02, 0.05]), joints: 2, fps: 10 };

  it("is a frame's own on the frame, as shares of the scale", () => {
    expect([...heatAt(distances, 0.1, 0.1)].map((value) => +value.toFixed(6))).toEqual([0.2, 0.5]);
  });

  it("lies between two frames between them", () => {
    expect([...heatAt(distances, 0.05, 0.1)].map((value) => +value.toFixed(6))).toEqual([0.1, 0.75]);
  });

  it("never leaves the scale", () => {
    expect(Math.max(...heatAt(distances, 0, 0.05))).toBe(1);
  });

  it("names the joint that is furthest off", () => {
    expect(hottest(heatAt(distances, 0, 0.1))).toBe(1);
    expect(hottest(new Float32Array())).toBe(-1);
  });
});

describe("a distance", () => {
  it.each([
    [0, "0 mm"],
    [0.000001, "0 mm"],
    [0.00002, "0.02 mm"],
    [0.0000999, "0.1 mm"],
    [0.00042, "0.4 mm"],
    [0.0041, "4.1 mm"],
    [0.0125, "13 mm"],
    [1.26, "1.3 m"],
  ])("of %d m reads %s", (metres, text) => {
    expect(distanceText(metres)).toBe(text);
  });
});
