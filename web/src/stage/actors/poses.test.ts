import { Object3D, Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { ClipArrays } from "../../document/motion";
import { showClip, showPose } from "./poses";

const about = (axis: Vector3, angle: number) => new Quaternion().setFromAxisAngle(axis, angle).toArray();
const UP = new Vector3(0, 1, 0);

/** Two joints, two frames: the root walks 1 m along z, the second joint turns a quarter about y. */
const clip: ClipArrays = {
  kind: "clip",
  blob: "",
  fps: 10,
  frames: 2,
  joints: 2,
  translations: null,
  roots: new Float32Array([0, 1, 0, 0, 1, 1]),
  rotations: new Float32Array([...about(UP, 0), ...about(UP, 0), ...about(UP, 0), ...about(UP, Math.PI / 2)]),
};
const joints = () => [new Object3D(), new Object3D()] as const;
const REST = [new Vector3(), new Vector3(0, 0.5, 0)];

describe("showing a clip", () => {
  it("is exact on a frame", () => {
    const [root, second] = joints();
    showClip([root, second], clip, 0.1, REST);
    expect(root.position.toArray()).toEqual([0, 1, 1]);
    expect(second.quaternion.angleTo(new Quaternion(...about(UP, Math.PI / 2)))).toBeLessThan(1e-3);
  });

  it("turns at a constant rate between frames", () => {
    const [root, second] = joints();
    showClip([root, second], clip, 0.025, REST);
    expect(second.quaternion.angleTo(new Quaternion(...about(UP, Math.PI / 8)))).toBeLessThan(1e-3);
    expect(root.position.z).toBeCloseTo(0.25, 6);
  });

  it("puts joints that slid in another motion back where they rest", () => {
    const [root, second] = joints();
    const slid = { ...clip, translations: new Float32Array([0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 9, 0]) };
    showClip([root, second], slid, 0.05, REST);
    expect(second.position.y).toBe(9);
    showClip([root, second], clip, 0.05, REST);
    expect(second.position.y).toBe(0.5);
  });
});

describe("showing a pose", () => {
  it("places root and joints, sliding ones too", () => {
    const [root, second] = joints();
    showPose(
      [root, second],
      {
        root: new Float32Array([1, 2, 3]),
        rotations: new Float32Array([0, 0, 0, 1, ...about(UP, 1)]),
        translations: new Float32Array([1, 2, 3, 0, 0.25, 0]),
      },
      REST,
    );
    expect(root.position.toArray()).toEqual([1, 2, 3]);
    expect(second.position.y).toBe(0.25);
    expect(second.quaternion.angleTo(new Quaternion(...about(UP, 1)))).toBeLessThan(1e-3);
  });
});
