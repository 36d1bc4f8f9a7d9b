import { describe, expect, it } from "vitest";
import type { DocumentRecord, MotionRecord, PoseRecord, SetRecord } from "../../../../protocol/generated";
import { areAlternatives, designedPose, hasCastSets, performanceOf, poseArrays, setsOf, isHeld } from "./setRecords";
import { distance } from "../../../../stage/points";

const set = (id: string, character: string, order: number, targets: string[]): SetRecord => ({
  kind: "set",
  id,
  character,
  name: id,
  order,
  colour: 0,
  manipulators: targets.map((target) => ({ kind: "joint", target, moves: false, turns: true })),
  function: "linear",
  degree: 1,
  home: [0, 1, 0],
  keys: [],
  walks: false,
  rank: 1,
  parent: null,
  carrier: null,
  blob: "",
});
const pose: PoseRecord = {
  kind: "pose",
  id: "pose-bear",
  character: "bear",
  root: [0, 1, 0],
  rotations: [
    [0, 0, 0, 1],
    [1, 0, 0, 0],
  ],
  translations: null,
  controllers: {},
  held: "none",
};
const records = new Map<string, DocumentRecord>(
  [set("dance", "bear", 2, ["hips"]), set("wave", "bear", 0, ["arm"]), set("wag", "dog", 1, ["tail"]), pose].map(
    (record) => [record.id, record],
  ),
);

describe("spatial sets", () => {
  it("are listed per character in their order", () => {
    expect(setsOf(records, "bear").map(({ id }) => id)).toEqual(["wave", "dance"]);
    expect(setsOf(records, null)).toEqual([]);
  });

  it("stand in for each other where they key something in common", () => {
    expect(areAlternatives(set("a", "x", 0, ["hips", "arm"]), set("b", "x", 1, ["arm"]))).toBe(true);
    expect(areAlternatives(set("a", "x", 0, ["hips"]), set("b", "x", 1, ["arm"]))).toBe(false);
  });

  it("act together where one moves a joint and the other turns it", () => {
    const turning = set("a", "x", 0, ["hips"]);
    const moving = { ...turning, manipulators: [{ ...turning.manipulators[0]!, moves: true, turns: false }] };
    expect(areAlternatives(turning, moving)).toBe(false);
  });

  it("come with a member of the cast that has some", () => {
    const cast = [
      { name: "bear", sets: ["dance"] },
      { name: "stick", sets: [] },
    ];
    expect(hasCastSets(cast, { cast: "bear" })).toBe(true);
    expect(hasCastSets(cast, { cast: "stick" })).toBe(false);
    expect(hasCastSets(cast, { cast: null })).toBe(false);
  });

  it("are performed in performances of their own character alone", () => {
    const motion = { form: "performance", character: "bear" } as MotionRecord;
    expect(performanceOf(motion, "bear")).toBe(motion);
    expect(performanceOf(motion, "dog")).toBeNull();
    expect(performanceOf({ ...motion, form: "clip" }, "bear")).toBeNull();
  });
});

describe("the pose that is being designed", () => {
  it("is found by its character", () => {
    expect(designedPose(records, "bear")).toBe(pose);
    expect(designedPose(records, "dog")).toBeNull();
  });

  it("is drawn as poses are streamed", () => {
    const { root, rotations, translations } = poseArrays(pose);
    expect([...root]).toEqual([0, 1, 0]);
    expect([...rotations]).toEqual([0, 0, 0, 1, 1, 0, 0, 0]);
    expect(translations).toBeNull();
  });
});

describe("places", () => {
  it("are as far apart as a ruler says", () => {
    expect(distance([0, 1, 2], [3, 1, 6])).toBe(5);
  });
});

describe("a pose that is held", () => {
  const of = (kind: "controller" | "joint", target: string): Pick<SetRecord, "manipulators"> => ({
    manipulators: [{ kind, target, moves: true, turns: false }],
  });
  const [combined, body] = [of("controller", "arms"), of("joint", "head")];

  it("keeps every set's ball from leading where the body was posed", () => {
    for (const set of [combined, body, null]) expect(isHeld({ held: "body", controllers: {} }, set)).toBe(true);
  });

  it("keeps only the set's ball from leading that moves the balls which were placed", () => {
    const placed = { held: "balls", controllers: { arms: [0, 0, 0] } } as const;
    expect(isHeld({ ...placed, controllers: { arms: [0, 0, 0] } }, combined)).toBe(true);
    expect(isHeld({ ...placed, controllers: { legs: [0, 0, 0] } }, combined)).toBe(false);
    expect(isHeld({ ...placed, controllers: { arms: [0, 0, 0] } }, body)).toBe(false);
  });

  it("does not exist where it is stored, or where there is no pose", () => {
    expect(isHeld({ held: "none", controllers: { arms: [0, 0, 0] } }, combined)).toBe(false);
    expect(isHeld(null, body)).toBe(false);
  });
});
