import { expect, it } from "vitest";
import { MODE_PICTURES } from "./channelPictures";
import { POSITION_QUESTIONS, ROTATION_QUESTIONS, axisNames } from "./movementModes";

const all = [...POSITION_QUESTIONS, ...ROTATION_QUESTIONS];

it("every choice is found again in the mode that it makes", () => {
  for (const question of all)
    question.choices.forEach(({ set }, index) => {
      expect((question.chosen as (mode: object) => number)(set)).toBe(index);
    });
});

it("the mode that is left out is relative to rest, by limb length, and moves with the body", () => {
  expect(
    POSITION_QUESTIONS.filter(({ asked }) => asked({})).map(({ chosen, choices }) => choices[chosen({})]!.word),
  ).toEqual(["relative to rest", "limb length", "up and down freely", "sideways freely", "moving with the body"]);
});

it("every choice has a picture of its own within its question", () => {
  for (const { choices } of all)
    expect(new Set(choices.map(({ picture }) => MODE_PICTURES[picture])).size).toBe(choices.length);
});

it("names coordinates by what they run to", () => {
  expect(axisNames({ ground: true, sagittal: true })).toEqual(["to middle", "to ground", "ahead, limbs"]);
  expect(axisNames({ secondary: "reach" })[0]).toBe("to target");
  expect(axisNames({ secondary: "surface" })).toEqual(["to surface", "up, rad around", "aside, rad around"]);
});
