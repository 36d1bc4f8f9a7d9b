import { describe, expect, it } from "vitest";
import type { Cap } from "../protocol/generated";
import { bodyParts, type Rig } from "./bodyParts";

/** "name<parent side caps", one joint a line. */
function rigOf(text: string): Rig {
  const rows = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return {
    joints: rows.map((row) => row[0]!),
    parents: rows.map((row) => Number(row[1])),
    sides: rows.map((row) => Number(row[2])),
    caps: rows.map((row) => row.slice(3) as Cap[]),
  };
}

const labels = (rig: Rig) => bodyParts(rig).map((part) => part.label);

const BIPED = rigOf(`
  hips -1 0 root
  spine 0 0 spine
  neck 1 0 spine
  head 2 0 head
  left_eye 3 1 eye
  left_upper_arm 1 1 limb
  right_upper_arm 1 -1 limb
  left_hand 5 1 grasper
  right_hand 6 -1 grasper
  left_thumb 7 1
  left_thigh 0 1 limb
  right_thigh 0 -1 limb
  left_foot 10 1 foot
  right_foot 11 -1 foot
  tail 0 0 tail
  tail_tip 14 0 tail`);

describe("bodyParts", () => {
  it("names the parts of a biped, body first", () => {
    expect(labels(BIPED)).toEqual(["Body", "Head", "Left arm", "Right arm", "Left leg", "Right leg", "Tail"]);
  });

  it("puts every joint into exactly one part", () => {
    const all = bodyParts(BIPED).flatMap((part) => part.joints);
    expect([...all].sort((a, b) => a - b)).toEqual(BIPED.joints.map((_, joint) => joint));
  });

  it("keeps the neck and the eyes with the head, fingers with their arm", () => {
    const parts = new Map(bodyParts(BIPED).map((part) => [part.label, part.joints]));
    expect(parts.get("Head")).toEqual([2, 3, 4]);
    expect(parts.get("Left arm")).toEqual([5, 7, 9]);
  });

  it("distinguishes limbs of one name by what they sit on, or by number", () => {
    const dog = rigOf(`
      hips -1 0 root
      chest 0 0 spine
      left_upper_foreleg 1 1 limb
      right_upper_foreleg 1 -1 limb
      left_paw 2 1 foot
      right_paw 3 -1 foot
      left_thigh 0 1 limb
      right_thigh 0 -1 limb
      left_hindpaw 6 1 foot
      right_hindpaw 7 -1 foot`);
    expect(labels(dog)).toEqual([
      "Body",
      "Left leg · chest",
      "Right leg · chest",
      "Left leg · hips",
      "Right leg · hips",
    ]);
    const bug = rigOf(`
      hips -1 0 root
      coxa1 0 1 limb
      coxa2 0 1 limb
      tarsus1 1 1 foot
      tarsus2 2 1 foot
      coxa3 0 -1 limb
      tarsus3 5 -1 foot`);
    expect(labels(bug)).toEqual(["Body", "Left leg 1", "Left leg 2", "Right leg"]);
  });

  it("uses the words that all joints of a limb share", () => {
    const spider = rigOf(`
      hips -1 0 root
      left_first_hip 0 1 limb
      left_first_foot 1 1 foot grasper
      right_first_hip 0 -1 limb
      right_first_foot 3 -1 foot grasper
      left_front_arm 0 1 limb
      left_front_arm_2 5 1 foot`);
    expect(labels(spider)).toEqual(["Body", "Left first leg", "Right first leg", "Left front arm"]);
  });

  it("leaves a small rig and a single chain in one part", () => {
    expect(labels(rigOf("base -1 0 root\narm 0 0 spine\nshade 1 0 head"))).toEqual(["Body"]);
    const chain = rigOf(Array.from({ length: 9 }, (_, index) => `j${index} ${index - 1} 0`).join("\n"));
    expect(labels(chain)).toEqual(["Body"]);
  });

  it("splits a rig without descriptions where it first branches", () => {
    const unknown = rigOf(`
      root -1 0
      stem 0 0
      a1 1 0
      a2 2 0
      a3 3 0
      b1 1 0
      b2 5 0`);
    expect(bodyParts(unknown)).toEqual([
      { label: "Body", joints: [0, 1] },
      { label: "A1", joints: [2, 3, 4] },
      { label: "B1", joints: [5, 6] },
    ]);
  });
});
