import { describe, expect, it } from "vitest";
import type { SceneCameraKey, SceneShot } from "../../../protocol/generated";
import { keyAt, keyedAt } from "./propKeys";
import { cameraKeyed, cutMoved, shotAt, shotBlocks, withCut } from "./shots";

const key = (time = 0): SceneCameraKey => ({ time, eye: [0, 1, 3], target: [0, 1, 0], angle: 35 });
const shot = (id: string, start: number): SceneShot => ({
  id,
  start,
  keys: [key(), key(0.5)],
  follow: null,
  watch: null,
  watchPart: "",
});
const shots = [shot("a", 0.5), shot("b", 2), shot("c", 4)];

describe("shots", () => {
  it("last until the next one, the first from the beginning, the last to the end", () => {
    expect(shotBlocks(shots, 6).map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 4],
      [4, 6],
    ]);
    expect(shotBlocks(shots, 6)[1]!.keys).toEqual([2, 2.5]);
  });
  it("are found by time: before the first cut the first one", () => {
    expect([0, 0.5, 3.9, 9].map((time) => shotAt(shots, time)!.id)).toEqual(["a", "a", "b", "c"]);
    expect(shotAt([], 1)).toBeNull();
  });
  it("a cut takes the place of one at the same time", () => {
    expect(withCut(shots, shot("d", 3)).map(({ id }) => id)).toEqual(["a", "b", "d", "c"]);
    expect(withCut(shots, shot("d", 2)).map(({ id }) => id)).toEqual(["a", "d", "c"]);
  });
  it("a cut does not pass its neighbours", () => {
    expect(cutMoved(shots, "b", 9)[1]!.start).toBeCloseTo(4 - 1 / 30);
    expect(cutMoved(shots, "b", 0)[1]!.start).toBeCloseTo(0.5 + 1 / 30);
    expect(cutMoved(shots, "c", 99)[2]!.start).toBe(99);
  });
});

it("a key of a camera, and of a prop, replaces the one at the same time", () => {
  expect(cameraKeyed([key(), key(1)], { ...key(1), angle: 20 }).map(({ angle }) => angle)).toEqual([35, 20]);
  expect(cameraKeyed([key(1)], key(-2)).map(({ time }) => time)).toEqual([0, 1]);
  const keys = keyedAt([{ time: 1, place: [0, 0, 0], turn: 0 }], { time: 0, place: [1, 0, 0], turn: 0 });
  expect(keys.map(({ time }) => time)).toEqual([0, 1]);
  expect(keyedAt(keys, { time: 1.001, place: [2, 0, 0], turn: 0 })).toHaveLength(2);
  expect(keyAt(keys, 0.5)).toBeNull();
  expect(keyAt(keys, 1)!.place).toEqual([0, 0, 0]);
});
