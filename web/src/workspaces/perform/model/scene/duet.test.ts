import { expect, it } from "vitest";
import type { SceneRecord } from "../../../../protocol/generated";
import { clipsOf, sceneTime } from "./duet";

it("the scene plays at the time of the performance, from where that begins, and holds at its end", () => {
  expect(sceneTime(2, 1.5, 10)).toBe(3.5);
  expect(sceneTime(2, -1, 10)).toBe(2);
  expect(sceneTime(2, 99, 10)).toBe(10);
  expect(sceneTime(4, 1, 3)).toBe(4);
});

it("clips of layers are clips of the scene too", () => {
  const scene = { tracks: [{ clips: [{ id: "a" }], layers: [{ clips: [{ id: "b" }] }] }] } as unknown as SceneRecord;
  expect(clipsOf(scene).map(({ id }) => id)).toEqual(["a", "b"]);
});
