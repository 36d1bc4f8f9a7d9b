/** What the engine makes of a scene, as the page holds it: motions of props, their shapes, and the way of the camera. */

import { between } from "../../document/motion";
import { floats, type Frame } from "../../protocol/frames";
import type { SceneCameraFrame, ScenePropFrame, ScenePropShape } from "../../protocol/generated";

/** Where a prop is: the middle of its underside (F, 3) [m], and how it is turned (F, 4); one frame where it stands still. */
export interface PropMotion {
  state: string;
  fps: number;
  frames: number;
  places: Float32Array;
  rotations: Float32Array;
}

/** The mesh of a prop in its own frame: positions and normals (V, 3), linear colours (V, 3), triangles (T, 3). */
export interface PropShape {
  state: string;
  positions: Float32Array;
  normals: Float32Array;
  colors: Float32Array;
  triangles: Int32Array;
}

/** The camera of the scene: eyes and ways (F, 3), angles (F,) [degrees], and frames at which it cuts. */
export interface SceneCamera {
  state: string;
  fps: number;
  frames: number;
  eyes: Float32Array;
  ways: Float32Array;
  angles: Float32Array;
  cuts: ReadonlySet<number>;
}

/** A camera at a moment. way: of unit length. angle: its vertical field of view [degrees]. */
export interface SceneView {
  eye: [number, number, number];
  way: [number, number, number];
  angle: number;
}

const framesOf = (frame: Frame, name: string) => frame.arrays.get(name)?.shape[0] ?? 0;

export function propMotionOf(frame: Frame<ScenePropFrame>): PropMotion {
  const { state, fps } = frame.header;
  const [places, rotations] = [floats(frame, "places"), floats(frame, "rotations")];
  return { state, fps, frames: framesOf(frame, "places"), places, rotations };
}

export function propShapeOf(frame: Frame<ScenePropShape>): PropShape {
  const triangles = frame.arrays.get("triangles")?.data;
  return {
    state: frame.header.state,
    positions: floats(frame, "positions"),
    normals: floats(frame, "normals"),
    colors: floats(frame, "colors"),
    triangles: triangles instanceof Int32Array ? triangles : new Int32Array(),
  };
}

export function sceneCameraOf(frame: Frame<SceneCameraFrame>): SceneCamera {
  const { state, fps } = frame.header;
  return {
    state,
    fps,
    frames: framesOf(frame, "eyes"),
    eyes: floats(frame, "eyes"),
    ways: floats(frame, "ways"),
    angles: floats(frame, "angles"),
    cuts: new Set(floats(frame, "cuts")),
  };
}

const mixed = (rows: Float32Array, a: number, b: number, share: number): [number, number, number] => {
  const at = (axis: number) => rows[3 * a + axis]! * (1 - share) + rows[3 * b + axis]! * share;
  return [at(0), at(1), at(2)];
};

/** The camera at a time of the scene [s]; between the frames around a cut it holds still. */
export function viewAt(camera: SceneCamera, time: number): SceneView {
  const found = between(time, camera.fps, camera.frames);
  const { before, after } = found;
  const share = camera.cuts.has(after) ? 0 : found.share;
  const [x, y, z] = mixed(camera.ways, before, after, share);
  const length = Math.hypot(x, y, z) || 1;
  return {
    eye: mixed(camera.eyes, before, after, share),
    way: [x / length, y / length, z / length],
    angle: camera.angles[before]! * (1 - share) + camera.angles[after]! * share,
  };
}
