import { Ray, Vector3 } from "three";
import { expect, it } from "vitest";
import { Props, type ShownProp } from "./props";

const shape = {
  state: "s",
  positions: new Float32Array([-1, 0, 0, 1, 0, 0, 0, 2, 0]),
  normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
  colors: new Float32Array(9).fill(0.5),
  triangles: new Int32Array([0, 1, 2]),
};
const motion = {
  state: "m",
  fps: 10,
  frames: 2,
  places: new Float32Array([0, 0, 0, 1, 0, 0]),
  rotations: new Float32Array([0, 0, 0, 1, 0, 1, 0, 0]),
};
const prop = (changes: Partial<ShownProp> = {}): ShownProp => ({
  id: "o",
  shape,
  motion,
  time: 0,
  at: null,
  lit: false,
  ...changes,
});

it("a prop is between its frames, and where a hand has it", () => {
  const props = new Props();
  props.lay([prop({ time: 0.05 })], "red");
  expect(props.meshOf("o")!.position.x).toBeCloseTo(0.5);
  expect(props.meshOf("o")!.quaternion.y).toBeCloseTo(Math.SQRT1_2);
  props.lay([prop({ at: { place: [3, 0, 1], turn: 0 } })], "red");
  expect(props.meshOf("o")!.position.toArray()).toEqual([3, 0, 1]);
});

it("a ray meets the nearest prop; those that are gone are met no more", () => {
  const props = new Props();
  props.lay([prop(), prop({ id: "far", at: { place: [0, 0, -3], turn: 0 } })], "red");
  const ray = new Ray(new Vector3(0, 0.5, 5), new Vector3(0, 0, -1));
  expect(props.hit(ray)).toEqual({ id: "o", distance: 5 });
  props.lay([], "red");
  expect(props.hit(ray)).toBeNull();
});
