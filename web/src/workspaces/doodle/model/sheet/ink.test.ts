import { describe, expect, it } from "vitest";
import { drawnUntil, nearest, shapeOf, smoothed, trace, widthsOf, type Ink, type Nib } from "./ink";

const line = (count: number, pace = 0.01, step = 0.01): Ink => ({
  points: Array.from({ length: 2 * count }, (_, at) => (at % 2 ? 0 : (at / 2) * pace)),
  times: Array.from({ length: count }, (_, at) => at * step),
  pressure: null,
});

/** A nib that adds up the signed areas of the shapes that it draws. */
function listening() {
  const areas: number[] = [];
  let path: [number, number][] = [];
  let disc: number | null = null;
  const nib: Nib = {
    moveTo: (x, y) => void (path = [[x, y]]),
    lineTo: (x, y) => void path.push([x, y]),
    arc: (_x, _y, radius) => void (disc = Math.PI * radius ** 2), // from 0 to a full turn with y as it is: counterclockwise
    closePath: () => {
      const area = path.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = path[(at + 1) % path.length]!;
        return sum + 0.5 * (x * nextY - nextX * y);
      }, 0);
      areas.push(disc ?? area);
      disc = null;
    },
  };
  return { nib, areas };
}

describe("ink", () => {
  it("is smoothed without moving its ends or its corners", () => {
    const zigzag = [0, 0, 1, 0.2, 2, -0.2, 3, 0.2, 4, 0];
    const even = smoothed(zigzag);
    expect([...even.slice(0, 2), ...even.slice(-2)]).toEqual([0, 0, 4, 0]);
    expect(Math.abs(even[3]!)).toBeLessThan(0.2);
    const corner = [0, 0, 1, 0, 2, 0, 3, 0, 3, 1, 3, 2, 3, 3];
    expect([...smoothed(corner).slice(6, 8)]).toEqual([3, 0]);
  });

  it("keeps what the hand did: what came in is not written to", () => {
    const points = Float64Array.from([0, 0, 1, 1, 2, 0]);
    smoothed(points);
    expect([...points]).toEqual([0, 0, 1, 1, 2, 0]);
  });

  it("is broader where the pen is pressed harder", () => {
    const soft = widthsOf({ ...line(40), pressure: new Array<number>(40).fill(0.1) });
    const hard = widthsOf({ ...line(40), pressure: new Array<number>(40).fill(0.9) });
    expect(hard.at(-1)! / soft.at(-1)!).toBeGreaterThan(1.5);
  });

  it("is broader where a hand without pressure is slow", () => {
    expect(widthsOf(line(60, 0.002)).at(-1)!).toBeGreaterThan(1.3 * widthsOf(line(60, 0.08)).at(-1)!);
  });

  it("draws discs and bars that all turn the same way, so that they fill as one", () => {
    const { nib, areas } = listening();
    const loop: Ink = {
      points: Array.from({ length: 60 }, (_, at) => (at % 2 ? Math.sin : Math.cos)(Math.floor(at / 2) * 0.4)),
      times: Array.from({ length: 30 }, (_, at) => at * 0.02),
      pressure: null,
    };
    trace(nib, shapeOf(loop, 0.05));
    expect(areas.length).toBe(59);
    expect(Math.min(...areas)).toBeGreaterThan(0);
  });

  it("draws only a part of itself where that is asked for", () => {
    const { nib, areas } = listening();
    trace(nib, shapeOf(line(50), 0.02), 10, 14);
    expect(areas.length).toBe(9);
  });

  it("of a single touch is a dot", () => {
    const { nib, areas } = listening();
    trace(nib, shapeOf(line(1), 0.02));
    expect(areas.length).toBe(1);
  });

  it("is near to what lies between its points", () => {
    const ink = line(3, 1);
    expect(nearest(ink, [0.4, 0.3])).toEqual({ distance: 0.3, index: 0 });
    expect(nearest(ink, [1.9, 0.5])).toEqual({ distance: 0.5, index: 2 });
    expect(nearest(line(1), [3, 4]).distance).toBe(5);
  });

  it("draws itself along with time", () => {
    const { times } = line(5, 1, 0.1);
    expect([-1, 0, 0.1, 0.25, 9].map((time) => drawnUntil(times, time))).toEqual([-1, 0, 1, 2, 4]);
  });
});
