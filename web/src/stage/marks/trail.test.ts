import { Mesh, ShaderMaterial } from "three";
import { describe, expect, it } from "vitest";
import { Trail, trailWindow, windowed } from "./trail";

describe("the trail's window", () => {
  it("is strongest at the playhead and tapers to nothing in the past", () => {
    const { first, stride, strengths } = trailWindow(5, 30, 600);
    expect(first).toBe(Math.ceil(3.8 * 30));
    expect(stride).toBe(1);
    expect(Math.max(...strengths)).toBeCloseTo(1, 6);
    expect(strengths[0]).toBeCloseTo(0, 1);
    expect(strengths.at(-1)).toBeLessThan(0.05);
  });

  it("stays inside the motion", () => {
    expect(trailWindow(0, 30, 600).first).toBe(0);
    const late = trailWindow(19.97, 30, 600);
    expect(late.first + late.strengths.length - 1).toBeLessThanOrEqual(599);
  });

  it("thins out what is captured too densely", () => {
    const { strengths } = trailWindow(5, 1000, 10_000);
    expect(strengths.length).toBeLessThanOrEqual(512);
  });
});

describe("a path in a window", () => {
  const positions = Float32Array.from({ length: 30 }, (_, index) => index);

  it.each([
    [1, [6, 7, 8, 9, 10, 11]],
    [3, [6, 7, 8, 15, 16, 17]],
  ])("holds every %d. point from the first on", (stride, expected) => {
    const window = { first: 2, stride, count: 2, strengths: [1, 1] };
    expect([...windowed({ positions, fps: 30 }, window)]).toEqual(expected);
  });
});

it("frees what it was drawn with", () => {
  const trail = new Trail();
  const ribbons = trail.object.children as Mesh[];
  let freed = 0;
  for (const { material } of ribbons) (material as ShaderMaterial).addEventListener("dispose", () => (freed += 1));
  ribbons[0]!.geometry.addEventListener("dispose", () => (freed += 1));
  trail.dispose();
  expect(freed).toBe(ribbons.length + 1);
});
