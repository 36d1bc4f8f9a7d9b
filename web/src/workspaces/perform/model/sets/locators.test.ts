import { describe, expect, it } from "vitest";
import { freeLocator, locatorsOf, triplesOf } from "./locators";

const part = (kind: "joint" | "locator", target: string, moves: boolean) => ({ kind, target, moves, turns: !moves });

describe("locators of a set", () => {
  it("are its parts of that kind that move, in order", () => {
    const manipulators = [part("locator", "cup", true), part("joint", "hand", true), part("locator", "dial", false)];
    expect(locatorsOf({ manipulators })).toEqual(["cup"]);
    expect(locatorsOf(null)).toEqual([]);
  });

  it("get a name that is free", () => {
    expect(freeLocator([])).toBe("locator 1");
    expect(freeLocator(["locator 1", "locator 3"])).toBe("locator 2");
  });

  it("have three coordinates each", () => {
    expect(triplesOf(Float32Array.of(1, 2, 3, 4, 5, 6))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});
