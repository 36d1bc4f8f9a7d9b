import { beforeEach, describe, expect, it } from "vitest";
import { curve, curvesWith } from "./curves.fixture";
import { GraphValues } from "./graphValues.svelte";
import { toY } from "./valueAxis";

const curves = (...values: number[]) => curvesWith([curve({ times: values.map((_, time) => time), values })], []);
const FREE = { dragging: false, locked: false };
const shown = (name: string, ...values: number[]) => ({ name, curves: curves(...values), channels: [0], height: 100 });

describe("values of a graph", () => {
  let graph: GraphValues;
  const y = (value: number) => toY(graph.windows.angle, value);
  beforeEach(() => {
    graph = new GraphValues();
    graph.attend(shown("a", 0, 2), FREE);
  });

  it("show other curves whole", () => {
    expect([y(2), y(0)]).toEqual([expect.closeTo(20), expect.closeTo(80)]);
    graph.attend(shown("b", 0, 20), FREE);
    expect(y(20)).toBeCloseTo(20);
  });

  it("stay for the same curves, until those leave the panel", () => {
    graph.attend(shown("a", 0, 1), FREE);
    expect(y(2)).toBeCloseTo(20);
    graph.attend(shown("a", 0, 9), FREE);
    expect(y(9)).toBeCloseTo(20);
  });

  it("stay under the hand, when locked, and after a zoom", () => {
    graph.attend(shown("b", 0, 9), { dragging: true, locked: false });
    graph.attend(shown("b", 0, 9), { dragging: false, locked: true });
    expect(y(2)).toBeCloseTo(20);
    graph.zoom(50, 2);
    const zoomed = y(2);
    graph.attend(shown("a", 0, 9), FREE);
    expect(y(2)).toBe(zoomed);
    graph.frame(shown("a", 0, 9), null);
    expect(y(9)).toBeCloseTo(20);
  });

  it("keep their middle on a panel of another height", () => {
    graph.attend({ ...shown("a", 0, 2), height: 200 }, FREE);
    expect([y(2), y(0)]).toEqual([expect.closeTo(40), expect.closeTo(160)]);
  });

  it("pan with the hand, and turn pixels into values", () => {
    graph.pan(10);
    expect(y(2)).toBeCloseTo(30);
    expect(graph.rise(30).angle).toBeCloseTo(1);
  });
});
