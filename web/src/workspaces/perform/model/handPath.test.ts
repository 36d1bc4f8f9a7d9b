import { describe, expect, it } from "vitest";
import { alongPath, beadsOf, bent, goesAlong, nearestEvent, placeAt, tapered, type HandPath } from "./handPath";

/** Along x at 1 m/s, an event every tenth of a second. */
const straight = (events: number): HandPath => ({
  times: Float64Array.from({ length: events }, (_, event) => event / 10),
  places: Float32Array.from({ length: 3 * events }, (_, i) => (i % 3 === 0 ? i / 30 : 0)),
});

describe("a place on a hand's path", () => {
  it("is between two events", () => expect(alongPath(straight(11), 0.34)[0]).toBeCloseTo(0.34, 6));
  it("stays at the ends outside", () => {
    expect(alongPath(straight(11), -1)[0]).toBe(0);
    expect(alongPath(straight(11), 9)[0]).toBeCloseTo(1, 6);
  });
  it("is the only one where there is one", () => expect(alongPath(straight(1), 0.5)).toEqual([0, 0, 0]));
  it("belongs to the nearest event", () => {
    expect(nearestEvent(straight(11).times, 0.26)).toBe(3);
    expect(nearestEvent(straight(11).times, 99)).toBe(10);
  });
});

describe("beads", () => {
  it("are a gap apart, the ends among them", () => {
    const beads = beadsOf(straight(101), 1);
    expect(beads[0]).toBe(0);
    expect(beads.at(-1)).toBe(100);
    for (let i = 1; i < beads.length; i++) expect(beads[i]! - beads[i - 1]!).toBeGreaterThanOrEqual(5);
    expect(beads).toHaveLength(11);
  });
  it("are never more than asked for, by much", () =>
    expect(beadsOf(straight(2001), 0.001, 60).length).toBeLessThan(64));
  it("are two where the hand rested, and one for one event", () => {
    expect(beadsOf({ times: Float64Array.of(0, 1, 2), places: new Float32Array(9) }, 0.1)).toEqual([0, 2]);
    expect(beadsOf(straight(1), 0.1)).toEqual([0]);
  });
});

describe("bending", () => {
  it("moves the held event all the way and the others ever less", () => {
    const after = bent(straight(21), 1, [0, 1, 0], 0.5);
    const height = (event: number) => placeAt(after, event)[1];
    expect(height(10)).toBeCloseTo(1, 6);
    expect(height(12)).toBeLessThan(height(11));
    expect(height(8)).toBeCloseTo(height(12), 6);
    expect(height(15)).toBeCloseTo(0, 6);
    expect(height(20)).toBe(0);
  });
  it("leaves the path that it is given alone", () => {
    const path = straight(5);
    bent(path, 0.2, [1, 1, 1], 1);
    expect(placeAt(path, 2)).toEqual(placeAt(straight(5), 2));
  });
  it("is the engine's bell: 1 at the hand, half way 1/2, 0 beyond", () => {
    expect(goesAlong(0, 0.4)).toBe(1);
    expect(goesAlong(0.2, 0.4)).toBeCloseTo(0.5, 12);
    expect(goesAlong(-0.4, 0.4)).toBe(0);
  });
});

describe("the trail", () => {
  it("is strongest at the playhead and faint far off, never gone", () => {
    const { events, strengths } = tapered(straight(101).times, 5, 500);
    expect(events).toHaveLength(101);
    expect(strengths[50]).toBeCloseTo(1, 12);
    expect(strengths[45]!).toBeLessThan(strengths[50]!);
    expect(Math.min(...strengths)).toBeGreaterThan(0.1);
  });
  it("keeps within what can be drawn, the last event with it", () => {
    const { events } = tapered(straight(5000).times, 0, 500);
    expect(events.length).toBeLessThanOrEqual(500);
    expect(events.at(-1)).toBe(4999);
  });
});
