import { BoxGeometry, Group, Mesh, Object3D, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { bodiesOf, hitDistance } from "./bodies";

/** A hand (a box of 0.2 x 0.4 x 0.2 m) on an arm that was moved and turned. */
function arm(): { root: Group; joints: Object3D[] } {
  const root = new Group();
  const [shoulder, hand] = [new Object3D(), new Object3D()];
  shoulder.position.set(0, 1, 0);
  shoulder.rotation.z = Math.PI / 2;
  hand.position.set(0, -1, 0);
  const mesh = new Mesh(new BoxGeometry(0.2, 0.4, 0.2));
  mesh.position.y = -0.2;
  root.add(shoulder.add(hand.add(mesh)));
  root.updateMatrixWorld(true);
  return { root, joints: [shoulder, hand] };
}

describe("bodies", () => {
  it("take their size from what hangs on the joint, in its own frame", () => {
    const { root, joints } = arm();
    const hand = bodiesOf(root, joints)[1]!;
    expect(hand.centre.y).toBeCloseTo(-0.2, 9);
    expect(hand.half.toArray().map((value) => +value.toFixed(6))).toEqual([0.1, 0.2, 0.1]);
  });

  it("are small balls where nothing hangs", () => {
    const { root, joints } = arm();
    const shoulder = bodiesOf(root, joints)[0]!;
    expect(shoulder.half.x).toBeGreaterThan(0);
    expect(shoulder.half.x).toBeLessThan(0.05);
  });

  it("are hit in the world, wherever the joint has moved to", () => {
    const { root, joints } = arm();
    const hand = bodiesOf(root, joints)[1]!;
    // The turned arm reaches along +x: the hand's centre is at (1.2, 1, 0), 0.1 m thick towards the viewer (0.11 with the margin).
    const distance = hitDistance(new Ray(new Vector3(1.2, 1, 3), new Vector3(0, 0, -1)), joints[1]!, hand);
    expect(distance).toBeCloseTo(3 - 0.11, 6);
  });

  it("are missed beside and behind", () => {
    const { root, joints } = arm();
    const hand = bodiesOf(root, joints)[1]!;
    expect(hitDistance(new Ray(new Vector3(1.2, 1.2, 3), new Vector3(0, 0, -1)), joints[1]!, hand)).toBeNull();
    expect(hitDistance(new Ray(new Vector3(1.2, 1, 3), new Vector3(0, 0, 1)), joints[1]!, hand)).toBeNull();
  });
});
