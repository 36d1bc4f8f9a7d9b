import { expect, it } from "vitest";
import type { SceneHandshake, SceneProp } from "../../../protocol/generated";
import { deedsOf, newHandshake, newHeld, newTarget } from "./deeds";

const held = { by: "a", limb: "", start: 1, stop: 2 };
const prop = { id: "o", name: "ball", held: [{ ...held, by: "b" }, held] } as SceneProp;
const shake: SceneHandshake = {
  id: "h",
  first: "b",
  second: "a",
  firstLimb: "left arm",
  secondLimb: "",
  start: 0,
  stop: 2,
};

it("a character's deeds are its targets, what it holds and with whom it shakes hands", () => {
  const target = newTarget("look", null, [0, 1, 0], 4);
  const deeds = deedsOf("a", [target], [prop], [shake]);
  expect(deeds.map(({ kind }) => kind)).toEqual(["target", "hold", "shake"]);
  expect(deeds[1]).toMatchObject({ index: 1, prop: { id: "o" } });
  expect(deeds[2]).toMatchObject({ other: "b", limb: "" });
  expect(deedsOf("b", [], [], [shake])[0]).toMatchObject({ other: "a", limb: "left arm" });
  expect(deedsOf("c", [], [prop], [shake])).toEqual([]);
});

it("a prop is held by one character at a time", () => {
  expect(newHeld([], "a", 8)).toMatchObject([{ by: "a", start: 1, stop: 3 }]);
  expect(newHeld([held], "b", 8)[1]).toMatchObject({ by: "b", start: 2, stop: 4 });
  const [first, second] = newHeld([{ ...held, stop: 3600 }], "b", 8);
  expect(first!.stop).toBe(4.5);
  expect(second!.start).toBe(4.5);
});

it("hands shake in the middle, also of a short scene", () => {
  expect(newHandshake("a", "b", 6.5)).toMatchObject({ start: 2, stop: 4.5 });
  expect(newHandshake("a", "b", 1)).toMatchObject({ start: 0, stop: 2.5 });
});
