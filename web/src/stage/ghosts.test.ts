import { describe, expect, it } from "vitest";
import { ghostTimes } from "./ghosts";

const settings = { before: 2, after: 2, step: 0.25 };

describe("ghosts", () => {
  it("stand at even steps around the playhead, nearest first", () => {
    expect(ghostTimes(1, 4, settings)).toEqual([
      { time: 0.75, offset: -1 },
      { time: 0.5, offset: -2 },
      { time: 1.25, offset: 1 },
      { time: 1.5, offset: 2 },
    ]);
  });

  it("stay inside the motion", () => {
    expect(ghostTimes(0.25, 4, settings).map((ghost) => ghost.time)).toEqual([0, 0.5, 0.75]);
    expect(ghostTimes(4, 4, settings).map((ghost) => ghost.time)).toEqual([3.75, 3.5]);
  });
});
