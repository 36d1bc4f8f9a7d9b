import { describe, expect, it } from "vitest";
import type { Rig } from "../../document/bodyParts";
import { channelTree, pathTo, rowsOf } from "./rows";
import { curve } from "./curves.fixture";

const RIG: Rig = {
  joints: ["hips", "spine", "head", "armL", "handL", "armR", "handR"],
  parents: [-1, 0, 1, 1, 3, 1, 5],
  sides: [0, 0, 0, 1, 1, -1, -1],
  caps: [["root"], ["spine"], ["head"], ["limb"], ["grasper"], ["limb"], ["grasper"]],
};
const CHANNELS = [
  curve({ joint: 0, property: "translation", axis: 1 }),
  curve({ joint: 0, axis: 2, letter: "y" }),
  curve({ joint: 4 }),
  curve({ joint: 4, axis: 1, letter: "y" }),
];
const tree = channelTree(RIG, CHANNELS);

describe("channelTree", () => {
  it("starts with a summary of every channel and leaves out what has no curves", () => {
    expect(tree.map((node) => [node.label, [...node.channels]])).toEqual([
      ["All poses", [0, 1, 2, 3]],
      ["Body", [0, 1]],
      ["Left arm", [2, 3]],
    ]);
  });

  it("names joints as people read them and channels by what they do", () => {
    const body = tree[1]!.children[0]!;
    expect(body.label).toBe("hips");
    expect(body.children.map((child) => child.label)).toEqual(["translation x", "rotation y"]);
  });

  it("lists joints at once where there is one part", () => {
    const lamp: Rig = { joints: ["base", "arm"], parents: [-1, 0], sides: [0, 0], caps: [[], []] };
    const nodes = channelTree(lamp, [curve({ joint: 0 }), curve({ joint: 1 })]);
    expect(nodes.map((node) => node.kind)).toEqual(["summary", "joint", "joint"]);
  });
});

describe("rowsOf", () => {
  it("lists what is open, with levels", () => {
    expect(rowsOf(tree, new Set()).map((row) => row.label)).toEqual(["All poses", "Body", "Left arm"]);
    const rows = rowsOf(tree, new Set(["p2", "j4"]));
    expect(rows.map((row) => [row.label, row.level, row.open])).toEqual([
      ["All poses", 1, false],
      ["Body", 1, false],
      ["Left arm", 1, true],
      ["hand l", 2, true],
      ["rotation x", 3, false],
      ["rotation y", 3, false],
    ]);
  });

  it("keeps a row's id when channels before it go", () => {
    const fewer = channelTree(RIG, CHANNELS.slice(2));
    expect(rowsOf(fewer, new Set(["p2"])).map((row) => row.id)).toEqual(["all", "p2", "j4"]);
  });
});

describe("pathTo", () => {
  it("names the rows above", () => {
    expect(pathTo(tree, "c4.rotation.1")).toEqual(["p2", "j4"]);
    expect(pathTo(tree, "p1")).toEqual([]);
    expect(pathTo(tree, "nowhere")).toEqual([]);
  });
});
