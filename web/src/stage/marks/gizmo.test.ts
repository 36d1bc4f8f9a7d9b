import { Quaternion, Ray, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { aboutRing, alongAxis, axisOf } from "./gizmo";

const up = new Vector3(0, 1, 0);
const along = (x: number, y: number) => new Ray(new Vector3(x, y, 5), new Vector3(0, 0, -1));

describe("an arrow", () => {
  it("follows the pointer along its axis alone", () => {
    expect(alongAxis(along(0.7, 2), new Vector3(0, 1, 0), up)).toBeCloseTo(1, 12);
    expect(alongAxis(along(-3, 2), new Vector3(0, 1, 0), up)).toBeCloseTo(1, 12);
  });
  it("gives nothing where one looks along it", () => {
    expect(alongAxis(along(0, 0), new Vector3(), new Vector3(0, 0, 1))).toBeNull();
  });
});

describe("a ring", () => {
  const facing = new Vector3(0, 0, 1);
  const turned = (axis: Vector3, from: Ray, to: Ray) => {
    const by = aboutRing(to, new Vector3(), axis)! - aboutRing(from, new Vector3(), axis)!;
    return by - 2 * Math.PI * Math.round(by / (2 * Math.PI));
  };
  it("turns as the right hand turns about its axis", () => {
    const by = turned(facing, along(1, 0), along(0, 1));
    const q = new Quaternion().setFromAxisAngle(facing, by);
    expect(new Vector3(1, 0, 0).applyQuaternion(q).distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-9);
  });
  it("turns a point of it to the next one about any axis that faces the eye", () => {
    for (const axis of [new Vector3(0.3, 0.5, 0.9), new Vector3(-0.4, 0.1, -0.8), new Vector3(0, 0.95, 0.4)]) {
      axis.normalize();
      const meet = (ray: Ray) => {
        const far = -ray.origin.dot(axis) / ray.direction.dot(axis);
        return ray.at(far, new Vector3()).normalize();
      };
      const [a, b] = [along(0.6, 0.2), along(0.1, 0.7)];
      const q = new Quaternion().setFromAxisAngle(axis, turned(axis, a, b));
      expect(meet(a).applyQuaternion(q).distanceTo(meet(b))).toBeLessThan(1e-9);
    }
  });
  it("gives nothing seen from the side", () => expect(aboutRing(along(1, 0), new Vector3(), up)).toBeNull());
});

describe("an axis", () => {
  it("is the joint's own", () => {
    const axes = new Quaternion().setFromAxisAngle(up, Math.PI / 2);
    expect(axisOf({ axes }, 2).distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-12);
  });
});
