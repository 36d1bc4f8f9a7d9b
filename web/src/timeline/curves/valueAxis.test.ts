import { describe, expect, it } from "vitest";
import {
  fittedValues,
  pannedValues,
  resizedValues,
  toValue,
  toY,
  valueText,
  valueTicks,
  zoomedValues,
} from "./valueAxis";

const window = { bottom: -1, scale: 50, height: 200 };

describe("value windows", () => {
  it("goes from values to pixels and back, up being less y", () => {
    expect(toY(window, -1)).toBe(200);
    expect(toY(window, 3)).toBe(0);
    expect(toValue(window, toY(window, 0.7))).toBeCloseTo(0.7, 12);
  });

  it("fits with a margin on both sides", () => {
    const fitted = fittedValues(-2, 4, 240, "length", 20);
    expect([toY(fitted, -2), toY(fitted, 4)]).toEqual([220, 20]);
  });

  it("shows a still channel in the middle", () => {
    const fitted = fittedValues(1, 1, 100, "angle");
    expect(toY(fitted, 1)).toBeCloseTo(50, 9);
    expect(Number.isFinite(fitted.scale)).toBe(true);
  });

  it("zooms around the pointer and pans by pixels", () => {
    const zoomed = zoomedValues(window, 60, 2);
    expect(toValue(zoomed, 60)).toBeCloseTo(toValue(window, 60), 12);
    expect(zoomed.scale).toBe(100);
    expect(toY(pannedValues(window, 30), 0)).toBeCloseTo(toY(window, 0) + 30, 9);
  });

  it("keeps what is seen when the panel's height changes", () => {
    const resized = resizedValues(window, 100);
    expect([toValue(resized, 100), toValue(resized, 0)]).toEqual([-1, 3]);
    expect(resizedValues(window, 200)).toBe(window);
  });
});

describe("valueTicks", () => {
  it("marks angles in degrees that people use", () => {
    const half = { bottom: -Math.PI / 2, scale: 200 / Math.PI, height: 200 };
    expect(valueTicks(half, "angle").map((tick) => tick.label)).toEqual([
      "−90°",
      "−60°",
      "−30°",
      "0°",
      "30°",
      "60°",
      "90°",
    ]);
  });

  it("marks lengths in round parts of metres, with room between", () => {
    const marks = valueTicks({ bottom: 0.013, scale: 1000, height: 120 }, "length");
    expect(marks.map((tick) => tick.label)).toEqual(["0.05 m", "0.10 m"]);
    expect(marks[0]!.y - marks[1]!.y).toBeGreaterThanOrEqual(26);
  });

  it("copes with windows of any size", () => {
    for (const scale of [1e-3, 1, 1e7])
      expect(valueTicks({ bottom: -0.3 / scale, scale, height: 300 }, "ratio").length).toBeLessThan(14);
  });
});

describe("valueText", () => {
  it("says values in people's units", () => {
    expect(valueText(-Math.PI / 4, "angle")).toBe("−45.0°");
    expect(valueText(0.1042, "length")).toBe("0.104 m");
    expect(valueText(-1e-9, "ratio")).toBe("0.000");
  });
});
