import { describe, expect, it } from "vitest";
import { keysOnTrail } from "./trailKeys";

describe("keyframes on a trail", () => {
  it("are those whose frames the trail shows", () => {
    const times = [0, 0.5, 1, 1.5, 2, 4];
    const shown = keysOnTrail(times, 1, 30, 200);
    expect(shown).toContain(1);
    expect(shown).not.toContain(4);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
  });

  it("are found at the ends of the motion, also between frames", () => {
    expect(keysOnTrail([0, 0.01], 0, 30, 10)).toEqual([0, 0.01]);
    expect(keysOnTrail([9 / 30], 9 / 30, 30, 10)).toEqual([9 / 30]);
    expect(keysOnTrail([], 0, 30, 10)).toEqual([]);
  });
});
