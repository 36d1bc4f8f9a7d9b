import { describe, expect, it } from "vitest";
import { isKeyed, toggledPart, waysOf } from "./parts";

const set = {
  manipulators: [
    { kind: "joint" as const, target: "arm", moves: false, turns: true },
    { kind: "handle" as const, target: "hand", moves: true, turns: false },
  ],
};

describe("parts that a set keys", () => {
  it("are found by what is keyed of them", () => {
    expect(isKeyed(set, "hand", "place")).toBe(true);
    expect(isKeyed(set, "hand", "rotation")).toBe(false);
    expect(isKeyed(set, "arm", "slide")).toBe(false);
    expect(isKeyed(set, "arm", "pole")).toBe(false);
  });

  it("change in one way and stay in the others", () => {
    expect(toggledPart(set, "hand", "rotation")).toEqual({ kind: "handle", target: "hand", moves: true, turns: true });
    expect(toggledPart(set, "hand", "place")).toEqual({ kind: "handle", target: "hand", moves: false, turns: false });
    expect(toggledPart(set, "arm", "slide")).toEqual({ kind: "joint", target: "arm", moves: true, turns: true });
    expect(toggledPart(set, "arm", "pole")).toEqual({ kind: "pole", target: "arm", moves: true, turns: false });
    expect(set.manipulators[1]!.turns).toBe(false);
  });

  it("have no pole at an end of a limb, and nothing of the root", () => {
    const body = { parents: [-1, 0, 1] };
    expect(waysOf(body, 0)).toEqual([]);
    expect(waysOf(body, 1)).toContain("pole");
    expect(waysOf(body, 2)).not.toContain("pole");
  });
});
