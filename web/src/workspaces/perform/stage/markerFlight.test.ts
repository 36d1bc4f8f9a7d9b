import { describe, expect, it } from "vitest";
import { FLIGHT, flightAt, newestKey } from "./markerFlight";

const set = (id: string, ...names: string[]) => ({ id, keys: names.map((name) => ({ name })) });

describe("a marker's flight", () => {
  it("leaves the ball and lands on its place", () => {
    expect(flightAt([0, 1, 0], [1, 1, 2], 0).place).toEqual([0, 1, 0]);
    expect(flightAt([0, 1, 0], [1, 1, 2], FLIGHT).place).toEqual([1, 1, 2]);
    expect(flightAt([0, 1, 0], [1, 1, 2], 9).share).toBe(1);
  });
  it("takes as long as transitions do", () => {
    expect(FLIGHT).toBeGreaterThanOrEqual(0.12);
    expect(FLIGHT).toBeLessThanOrEqual(0.2);
  });
  it("has no pulse left when it has landed", () => expect(flightAt([0, 0, 0], [0, 0, 0], FLIGHT).pulse).toBe(0));
});

describe("the key that was set", () => {
  it("is the new one at the end", () => expect(newestKey(set("a", "x"), set("a", "x", "y"))).toBe("y"));
  it("is none where another set is looked at, a key is renamed, removed or came back elsewhere", () => {
    expect(newestKey(set("a", "x"), set("b", "x", "y"))).toBeNull();
    expect(newestKey(set("a", "x"), set("a", "y"))).toBeNull();
    expect(newestKey(set("a", "x", "y"), set("a", "x"))).toBeNull();
    expect(newestKey(set("a", "x", "z"), set("a", "x", "y", "z"))).toBeNull();
    expect(newestKey(null, set("a", "x"))).toBeNull();
  });
});
