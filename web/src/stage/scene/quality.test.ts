import { describe, expect, it } from "vitest";
import { LEVELS, QualityWatch } from "./quality";

const after = (times: number[]) => {
  const watch = new QualityWatch();
  times.forEach((time) => watch.drew(time));
  return watch.level;
};

describe("quality", () => {
  it("stays full on a machine that keeps up", () => {
    expect(after(Array(500).fill(1 / 60))).toBe(0);
  });

  it("forgives single slow frames and pauses", () => {
    expect(after(Array.from({ length: 300 }, (_, index) => (index % 10 === 0 ? 0.2 : 1 / 60)))).toBe(0);
    expect(after(Array(100).fill(5))).toBe(0);
  });

  it("goes down where most frames are slow, and stops at the lowest level", () => {
    expect(after(Array(20).fill(0.1))).toBe(1);
    expect(after(Array(500).fill(0.1))).toBe(LEVELS.length - 1);
  });
});
