import { Group, Object3D } from "three";
import { expect, it } from "vitest";
import { describeCharacter, packPose, sayGone } from "./frames";

it("packs joints in their parents' frames and the root in the world", () => {
  const [stage, root, arm] = [new Group(), new Object3D(), new Object3D()];
  stage.position.set(1, 0, 0);
  root.position.set(0, 2, 0);
  arm.position.set(0, 0.5, 0);
  arm.quaternion.set(0, 0, Math.SQRT1_2, Math.SQRT1_2);
  stage.add(root);
  root.add(arm);
  stage.updateMatrixWorld(true);
  const frame = packPose(3, 1.5, [root, arm]);
  const view = new DataView(frame);
  expect(frame.byteLength).toBe(16 + 28 * 2);
  expect([view.getUint32(0, true), view.getUint32(4, true), view.getFloat64(8, true)]).toEqual([3, 2, 1.5]);
  const floats = [...new Float32Array(frame, 16)];
  expect(floats.slice(0, 6)).toEqual([1, 2, 0, 0, 0.5, 0]);
  expect(floats.slice(6, 10)).toEqual([0, 0, 0, 1]);
  expect(floats[13]).toBeCloseTo(Math.SQRT1_2, 6);
});

it("describes characters as JSON", () => {
  const rest = { translations: [[0, 1, 0]], rotations: [[0, 0, 0, 1]] };
  expect(JSON.parse(describeCharacter(0, 'a "b"', ["hip"], [-1], rest))).toEqual({
    ...{ type: "character", number: 0, name: 'a "b"', joints: ["hip"], parents: [-1] },
    ...rest,
  });
  expect(JSON.parse(sayGone(2))).toEqual({ type: "gone", number: 2 });
});
