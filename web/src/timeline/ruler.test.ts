import { describe, expect, it } from "vitest";
import { ticks } from "./ruler";
import { type TimeWindow } from "./timeSpaces";

const window = (scale: number, start = 0, width = 800): TimeWindow => ({ start, scale, width });

describe("ruler ticks", () => {
  it("start at zero even where the window starts before it", () => {
    expect(ticks(window(100, -3), "seconds", 30)[0]!.time).toBe(0);
  });

  it.each([0.5, 3, 20, 99, 400, 3000])("leave room for labels at %d px/s", (scale) => {
    for (const unit of ["seconds", "frames"] as const) {
      const labelled = ticks(window(scale), unit, 30).filter((tick) => tick.label);
      expect(labelled.length).toBeGreaterThan(0);
      for (let i = 1; i < labelled.length; i++)
        expect(labelled[i]!.x - labelled[i - 1]!.x).toBeGreaterThanOrEqual(68 - 1e-6);
    }
  });

  it("cut no label off at the end", () => {
    const last = ticks(window(100), "seconds", 30).at(-1)!;
    expect([last.x, last.label]).toEqual([800, ""]);
  });

  it("count whole frames in frame mode", () => {
    for (const tick of ticks(window(2000, 1.234), "frames", 24))
      expect(Math.abs(tick.time * 24 - Math.round(tick.time * 24))).toBeLessThan(1e-6);
  });

  it("label seconds with as many digits as the step needs", () => {
    expect(ticks(window(100), "seconds", 30).filter((t) => t.label)[1]!.label).toBe("1 s");
    expect(ticks(window(700), "seconds", 30).filter((t) => t.label)[1]!.label).toBe("0.1 s");
    expect(ticks(window(1, 0), "seconds", 30).filter((t) => t.label)[1]!.label).toBe("02:00");
  });

  it("never number in the hundreds on one screen", () => {
    for (const scale of [0.11, 1, 17, 333, 6000])
      expect(ticks(window(scale, 0, 2400), "seconds", 120).length).toBeLessThan(400);
  });
});
