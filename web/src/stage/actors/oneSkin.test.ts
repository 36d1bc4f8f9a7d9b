import { Bone, BoxGeometry, Group, Mesh, SphereGeometry, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { oneSkin, wornBy, type Piece } from "./oneSkin";

/** Three turned joints in a chain, with a piece on each that is turned itself. */
function pieces(): { root: Group; joints: Bone[]; list: Piece[] } {
  const root = new Group();
  const joints = [new Bone(), new Bone(), new Bone()];
  root.add(joints[0]!.add(joints[1]!.add(joints[2]!)));
  joints.forEach((joint, index) => {
    joint.position.set(0.1, 0.5, -0.2 * index);
    joint.rotation.set(0.3 * index, 0.2, -0.4);
  });
  const list = joints.map((joint, index) => {
    const shape = index === 1 ? new SphereGeometry(0.1, 6, 4).toNonIndexed() : new BoxGeometry(0.1, 0.3, 0.2);
    const mesh = new Mesh(shape);
    mesh.position.set(0, 0.1, 0.02 * index);
    mesh.rotation.x = 0.5;
    joint.add(mesh);
    mesh.updateMatrix();
    return { mesh, joint: index, jointFromMesh: mesh.matrix.clone() };
  });
  return { root, joints, list };
}

describe("pieces as one skin", () => {
  it("are drawn where the pieces are, however the joints move", () => {
    const { root, joints, list } = pieces();
    const skin = wornBy(joints, oneSkin(list), []);
    root.add(skin);
    joints[1]!.rotation.y = 1.1;
    joints[0]!.position.x = 2;
    root.position.set(3, 0, 1);
    root.rotation.y = 0.7;
    root.updateMatrixWorld(true);
    let vertex = 0;
    for (const { mesh } of list)
      for (let own = 0; own < mesh.geometry.getAttribute("position").count; own++, vertex++) {
        const drawn = skin.localToWorld(skin.getVertexPosition(vertex, new Vector3()));
        const piece = mesh.localToWorld(mesh.getVertexPosition(own, new Vector3()));
        expect(drawn.distanceTo(piece)).toBeLessThan(1e-5);
      }
    expect(vertex).toBe(skin.geometry.getAttribute("position").count);
  });

  it("have all triangles of all pieces", () => {
    const { list } = pieces();
    const corners = list.reduce(
      (sum, { mesh: { geometry } }) => sum + (geometry.index ?? geometry.getAttribute("position")).count,
      0,
    );
    expect(oneSkin(list).getIndex()!.count).toBe(corners);
  });
});
