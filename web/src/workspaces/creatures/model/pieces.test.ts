import { describe, expect, it } from "vitest";
import type { CreaturePlan, PartInfo } from "../../../protocol/generated";
import {
  drawersOf,
  jointsOfPiece,
  newPiece,
  nextInRow,
  pieceOfJoint,
  seatedFor,
  sitsOn,
  stillPicked,
  titleOf,
} from "./pieces";

const seat = (on: string) => ({ on, at: 0.5, toward: [0, 1, 0] as [number, number, number] });
const limb = (name: string, on = "spine", end = "paw") => ({
  name,
  seat: seat(on),
  joints: [
    [0, -0.2, 0],
    [0, -0.4, 0],
  ] as [number, number, number][],
  radii: [0.1, 0.1, 0.1],
  end,
  end_size: 0.1,
  mirrored: true,
});
const part = (name: string, kind: string, on = "spine") => ({ name, kind, seat: seat(on), size: 0.1, mirrored: true });

const PLAN: CreaturePlan = {
  name: "Test",
  spine: [0, 1, 2].map((z) => ({ place: [0, 1, z] as [number, number, number], radius: 0.2, width: 1 })),
  bones: 5,
  limbs: [limb("leg"), limb("leg_2"), limb("neck", "spine", "none")],
  parts: [part("head", "round head", "neck"), part("eye", "round eye", "head"), part("eye_2", "button eye", "head")],
  coat: {} as CreaturePlan["coat"],
};

describe("which piece a joint belongs to", () => {
  it.each([
    ["spine_3", "spine"],
    ["left_leg_1", "leg"],
    ["right_leg_2", "leg"], // the second bone of "leg", not the limb "leg_2"
    ["left_leg_2_1", "leg_2"],
    ["left_leg_foot", "leg"],
    ["head", "head"],
    ["left_eye_lid", "eye"],
    ["left_eye_2", "eye_2"],
    ["left_eye_2_lid", "eye_2"],
    ["left_eye_twin", "eye"],
    ["somebody_else", null],
  ])("%s: %s", (joint, piece) => expect(pieceOfJoint(PLAN, joint)).toBe(piece));

  it("what sits on a piece comes along, whichever side", () => {
    const joints = ["spine_1", "neck_1", "head", "left_eye", "right_eye", "left_leg_1"];
    expect(jointsOfPiece(PLAN, joints, "neck")).toEqual([1, 2, 3, 4]);
    expect(sitsOn(PLAN, "eye", "neck")).toBe(true);
    expect(sitsOn(PLAN, "leg", "neck")).toBe(false);
  });
});

describe("what is picked", () => {
  it("stays while it is there, and is let go with it", () => {
    expect(stillPicked(PLAN, { kind: "part", name: "eye" })).toEqual({ kind: "part", name: "eye" });
    expect(stillPicked(PLAN, { kind: "part", name: "horn" })).toBeNull();
    expect(stillPicked(PLAN, { kind: "spine", point: 3 })).toBeNull();
    expect(stillPicked(PLAN, { kind: "limb", name: "leg", joint: 9 })).toEqual({
      kind: "limb",
      name: "leg",
      joint: null,
    });
    expect(stillPicked(null, { kind: "spine", point: 0 })).toBeNull();
  });

  it("is what came new", () => {
    const more = { ...PLAN, parts: [...PLAN.parts, part("horn", "horn")] };
    expect(newPiece(PLAN, more)).toEqual({ kind: "part", name: "horn" });
    expect(newPiece(PLAN, { ...PLAN, limbs: [...PLAN.limbs, limb("arm")] })).toEqual({
      kind: "limb",
      name: "arm",
      joint: null,
    });
    expect(newPiece(PLAN, PLAN)).toBeNull();
  });

  it("is called as people would", () => {
    expect(titleOf(PLAN, { kind: "limb", name: "leg_2", joint: null })).toBe("Leg 2 · paw");
    expect(titleOf(PLAN, { kind: "limb", name: "neck", joint: 1 })).toBe("Neck");
    expect(titleOf(PLAN, { kind: "spine", point: 1 })).toBe("Spine, point 2 of 3");
  });
});

describe("the palette and the row", () => {
  it("drawers come in the order in which one builds; new groups come last", () => {
    const card = (name: string, group: string): PartInfo => ({ name, group, description: "", onLimbs: false });
    const drawers = drawersOf([
      card("smile", "mouth"),
      card("paw", "foot"),
      card("lamp", "lamp"),
      card("hoof", "foot"),
    ]);
    expect(drawers.map(({ title, cards }) => [title, cards.length])).toEqual([
      ["Legs", 2],
      ["Mouths", 1],
      ["lamp", 1],
    ]);
  });

  it("the next creature stands beside the others, and the row stays about the middle", () => {
    expect(nextInRow([])).toEqual([0, 0, 0]);
    const [first] = nextInRow([{ x: 0, width: 1 }]);
    expect(first).toBeGreaterThan(0.5);
    const [second] = nextInRow([
      { x: 0, width: 1 },
      { x: first, width: 0.8 },
    ]);
    expect(second).toBeLessThan(-0.5);
  });
});

describe("seatedFor", () => {
  it("puts one head in the middle where it comes near, and a pair of anything where the hand is", () => {
    expect(seatedFor("head", [0.05, 0.5, 0.3], 0.15)).toEqual([0, 0.5, 0.3]);
    expect(seatedFor("head", [0.12, 0.5, 0.3], 0.15)).toEqual([0.12, 0.5, 0.3]);
    expect(seatedFor("foot", [0.05, 0.3, 0.1], 0.15)).toEqual([0.05, 0.3, 0.1]);
  });
});
