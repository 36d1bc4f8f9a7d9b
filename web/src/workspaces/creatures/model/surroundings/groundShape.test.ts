import { expect, it } from "vitest";
import { LEVEL, changeStairs, dabbed, isLevel, painted, removeStairs, stairsBefore, withStairs } from "./groundShape";

const BRUSH = { radius: 1, height: 0.1 };

it("takes up dabs of a brush that are apart, and leaves out those between", () => {
  const ways: [number, number][] = [
    [0, 0],
    [0.1, 0],
    [0.5, 0],
    [0.6, 0],
    [1, 0],
  ];
  const stroke = ways.reduce<ReturnType<typeof dabbed>>((sofar, at) => dabbed(sofar, at, BRUSH), []);
  expect(stroke.map(({ x }) => x)).toEqual([0, 0.5, 1]);
});

it("keeps the newest hills where there are too many", () => {
  const stroke = Array.from({ length: 1200 }, (_, x) => ({ x, z: 0, ...BRUSH }));
  const { hills } = painted(LEVEL, stroke);
  expect([hills.length, hills[0]!.x]).toEqual([1000, 200]);
});

it("puts stairs before a creature, in steps of its size", () => {
  const stairs = stairsBefore(1, 2, Math.PI / 2, 1.5);
  expect(stairs.x).toBeCloseTo(2.2);
  expect(stairs.z).toBeCloseTo(2);
  expect(stairs.rise).toBeCloseTo(0.12);
});

it("changes and removes stairs, and is level again", () => {
  const ground = withStairs(LEVEL, stairsBefore(0, 0, 0, 1));
  expect(isLevel(ground)).toBe(false);
  expect(changeStairs(ground, 0, { count: 8 }).stairs[0]!.count).toBe(8);
  expect(isLevel(removeStairs(ground, 0))).toBe(true);
});
