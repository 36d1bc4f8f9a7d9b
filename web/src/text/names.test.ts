import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { displayName, displayNames, wordsOf } from "./names";

/** Every source file that can show text. */
const FOLDER = resolve(import.meta.dirname, "..");
const SOURCES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.(svelte|ts)$/.test(path) && !path.endsWith(".test.ts"),
);

describe("display names", () => {
  it.each([
    ["left_ball", "left ball"],
    ["left_back_side_arm_5", "left back side arm 5"],
    ["mixamorig:LeftUpLeg", "left up leg"],
    ["RHand", "r hand"],
    ["Bip01 L Thigh", "bip01 l thigh"],
    ["left_eye.lid", "left eye lid"],
    ["腕_左", "腕 左"],
    ["дуга_Ё", "дуга ё"],
    ["___", "___"],
    ["", ""],
  ])("%s reads %s", (name, shown) => expect(displayName(name)).toBe(shown));

  it("keep two joints apart whose words are the same", () => {
    expect(displayNames(["hips", "hand_l", "Hand.L"])).toEqual(["hips", "hand_l", "Hand.L"]);
    expect(displayNames(["hips", "left_hand"])).toEqual(["hips", "left hand"]);
  });

  it("are made in one place", () => {
    const made = /replace(All)?\(("_"|\/_\/g), ?" "\)/;
    const others = SOURCES.filter((path) => made.test(readFileSync(resolve(FOLDER, path), "utf8")));
    expect(SOURCES.length).toBeGreaterThan(100);
    expect(others).toEqual([]);
  });
});

it("a name's words leave out the namespace", () => expect(wordsOf("rig:LeftArm")).toEqual(["left", "arm"]));
