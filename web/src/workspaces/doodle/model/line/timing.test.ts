import { describe, expect, it } from "vitest";
import { retimed, stretchTo, timeHandles } from "./timing";

const piece = (startTime: number, endTime: number, stroke = "k-1", motion: string | null = "walk") => ({
  stroke,
  motion,
  startTime,
  apexTime: (startTime + endTime) / 2,
  endTime,
});
const LINE = [piece(0, 1), piece(1, 2), piece(2, 4), piece(5, 6, "k-2")];

describe("handles in time", () => {
  it("are at the end of each piece, and at the tops of those that are wide enough", () => {
    const parts = timeHandles([piece(0, 1), piece(1, 1.2)], new Set([0, 1]), 100).map(({ piece, part }) => [
      piece,
      part,
    ]);
    expect(parts).toEqual([
      [0, "top"],
      [0, "end"],
      [1, "end"],
    ]);
  });
  it("are not at what was not understood", () => {
    expect(timeHandles([piece(0, 1, "k-1", null)], new Set([0]), 100)).toEqual([]);
  });
});

describe("a drag in time", () => {
  it("of an end changes how long the piece takes, but never to nothing", () => {
    expect(retimed(LINE, { piece: 1, part: "end" }, 0.5)).toEqual({ piece: 1, endTime: 2.5 });
    expect(retimed(LINE, { piece: 1, part: "end" }, -9)).toEqual({ piece: 1, endTime: 1.06 });
  });
  it("of the highest moment stays inside the piece", () => {
    expect(retimed(LINE, { piece: 2, part: "top" }, 0.5)).toEqual({ piece: 2, apexTime: 3.5 });
    expect(retimed(LINE, { piece: 2, part: "top" }, 9).apexTime).toBeCloseTo(3.88);
  });
  it("of a stretch ends it elsewhere, from its first piece on", () => {
    expect(retimed(LINE, { piece: 2, part: "end" }, 1, 1)).toEqual({ piece: 1, until: 2, endTime: 5 });
  });
  it("stretches the line from its start, or from a moment on, and no other line", () => {
    expect(stretchTo(LINE, 2, 0)).toBe(0);
    expect(stretchTo(LINE, 2, 1)).toBe(1);
    expect(stretchTo(LINE, 3, 0)).toBe(3);
    expect(stretchTo(LINE, 1, 3)).toBe(1); // the loop begins after it
  });
});
