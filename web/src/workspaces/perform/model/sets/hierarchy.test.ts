import { describe, expect, it } from "vitest";
import type { SetRecord } from "../../../../protocol/generated";
import { dropOf, hierarchyOf, inReach, movedBy, movesText, targetsOf } from "./hierarchy";

const made = (id: string, order: number, rank = 1, parent: string | null = null): SetRecord => ({
  kind: "set",
  id,
  character: "lizard",
  name: id,
  order,
  colour: 0,
  manipulators: [],
  function: "hardy",
  degree: 1,
  home: [0, 0, 0],
  keys: [],
  walks: false,
  rank,
  parent,
  carrier: null,
  blob: "",
});
const joint = (target: string) => ({ kind: "joint", target, moves: false, turns: true }) as const;
const controller = (target: string) => ({ kind: "controller", target, moves: true, turns: false }) as const;
const sets = [
  made("spine", 0, 1, "crawl"),
  made("left", 1, 1, "legs"),
  made("right", 2, 1, "legs"),
  made("tail", 3),
  made("legs", 4, 2, "crawl"),
  made("crawl", 5, 3),
];

describe("the forest of sets", () => {
  it("has the highest rank first, and below each set those that it moves", () => {
    expect(hierarchyOf(sets).map(({ set, depth }) => `${depth} ${set.id}`)).toEqual([
      "0 crawl",
      "1 legs",
      "2 left",
      "2 right",
      "1 spine",
      "0 tail",
    ]);
  });

  it("shows a set at the top whose parent is gone", () => {
    expect(hierarchyOf([made("lost", 0, 1, "gone")])).toHaveLength(1);
  });

  it("is ordered from the top: sets that no other set moves come first", () => {
    expect(inReach(sets).map(({ id }) => id)).toEqual(["crawl", "tail", "legs", "spine", "left", "right"]);
  });

  it("knows the sets that a set moves through others", () => {
    expect(movedBy(sets, "crawl").sort()).toEqual(["left", "legs", "right", "spine"]);
    expect(movedBy(sets, "tail")).toEqual([]);
  });
});

describe("a dragged set", () => {
  it("is moved by the one that it is dropped on", () => {
    expect(dropOf(sets, "tail", "legs", 0.5)).toEqual({ into: "legs" });
    expect(dropOf(sets, "spine", "crawl", 0.5)).toBeNull();
  });

  it("is offered even where the engine will refuse: it says why", () => {
    expect(dropOf(sets, "crawl", "left", 0.5)).toEqual({ into: "left" });
  });

  it("is free again below all of them", () => {
    expect(dropOf(sets, "spine", null, null)).toEqual({ into: null });
    expect(dropOf(sets, "tail", null, null)).toBeNull();
  });

  it("goes before or after its siblings, and to the siblings of others", () => {
    expect(dropOf(sets, "right", "left", 0.1)).toEqual({ to: 1 });
    expect(dropOf(sets, "left", "right", 0.9)).toEqual({ to: 2 });
    expect(dropOf(sets, "left", "right", 0.1)).toBeNull();
    expect(dropOf(sets, "tail", "left", 0.1)).toEqual({ into: "legs" });
    expect(dropOf(sets, "tail", "tail", 0.5)).toBeNull();
    expect(dropOf(sets, "nobody", "tail", 0.5)).toBeNull();
  });
});

describe("what a set moves", () => {
  const both = { ...made("both", 0), manipulators: [joint("hips"), controller("tail"), controller("legs")] };
  it("is joints by name and controllers by id", () => {
    expect(targetsOf(both)).toEqual({ joints: ["hips"], controllers: ["tail", "legs"] });
  });

  it("is described in few words", () => {
    const joints = ["hips", "spine", "head"];
    expect(movesText(both, sets, joints)).toBe("tail, legs, and hips");
    expect(movesText({ ...both, manipulators: joints.map(joint) }, sets, joints)).toBe("whole body");
    expect(movesText({ ...both, manipulators: joints.map(joint) }, sets, [...joints, "tail"])).toBe("3 joints");
    expect(movesText({ ...both, manipulators: [controller("x")] }, sets, joints)).toBe("a missing set");
  });
});
