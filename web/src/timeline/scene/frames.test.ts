import { expect, it } from "vitest";
import { viewAt, type SceneCamera } from "./frames";

const camera: SceneCamera = {
  state: "",
  fps: 10,
  frames: 3,
  eyes: new Float32Array([0, 0, 0, 2, 0, 0, 9, 9, 9]),
  ways: new Float32Array([0, 0, 1, 1, 0, 0, 0, 0, -1]),
  angles: new Float32Array([20, 40, 60]),
  cuts: new Set([2]),
};

it("a camera moves from frame to frame, and its way stays of unit length", () => {
  const { eye, way, angle } = viewAt(camera, 0.05);
  expect(eye[0]).toBeCloseTo(1);
  expect(Math.hypot(...way)).toBeCloseTo(1);
  expect(way[0]).toBeCloseTo(way[2]);
  expect(angle).toBeCloseTo(30);
});

it("a cut is not smoothed: until its frame the camera before it holds", () => {
  expect(viewAt(camera, 0.19).eye).toEqual([2, 0, 0]);
  expect(viewAt(camera, 0.2).eye).toEqual([9, 9, 9]);
});

it("after the end it holds", () => {
  expect(viewAt(camera, 9).angle).toBe(60);
});
