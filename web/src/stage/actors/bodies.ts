/** The space that each joint's body takes up, as an ellipsoid in the joint's frame: what the pointer hits, what casts a contact shadow. */

import { Box3, Matrix4, Ray, Vector3, type Mesh, type Object3D, type SkinnedMesh } from "three";

/** centre, half: in the joint's frame [m]. */
export interface Ellipsoid {
  centre: Vector3;
  half: Vector3;
}

/** An ellipsoid per joint from the vertices that it moves most; joints that move none get a small ball. */
export function bodiesOf(root: Object3D, joints: readonly Object3D[]): Ellipsoid[] {
  const boxes = joints.map(() => new Box3());
  const indexOf = new Map(joints.map((joint, index) => [joint, index]));
  root.traverse((object) => {
    if ((object as SkinnedMesh).isSkinnedMesh) growBySkin(object as SkinnedMesh, boxes, indexOf);
    else if ((object as Mesh).isMesh) growByMesh(object as Mesh, boxes, indexOf);
  });
  const whole = new Box3().setFromObject(root);
  const small = Math.max(whole.getSize(new Vector3()).length() * 0.015, 1e-4);
  return boxes.map((box) => {
    if (box.isEmpty()) return { centre: new Vector3(), half: new Vector3(small, small, small) };
    return {
      centre: box.getCenter(new Vector3()),
      half: box.getSize(new Vector3()).multiplyScalar(0.5).clampScalar(small, Infinity),
    };
  });
}

function growBySkin(mesh: SkinnedMesh, boxes: Box3[], indexOf: Map<Object3D, number>): void {
  const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
  if (!position || !skinIndex || !skinWeight) return;
  const toJoint = mesh.skeleton.boneInverses.map((inverse) => new Matrix4().multiplyMatrices(inverse, mesh.bindMatrix));
  const joint = mesh.skeleton.bones.map((bone) => indexOf.get(bone) ?? -1);
  const point = new Vector3();
  for (let vertex = 0; vertex < position.count; vertex++) {
    let most = 0;
    for (let slot = 1; slot < 4; slot++)
      if (skinWeight.getComponent(vertex, slot) > skinWeight.getComponent(vertex, most)) most = slot;
    const bone = skinIndex.getComponent(vertex, most);
    const box = boxes[joint[bone] ?? -1];
    if (box) box.expandByPoint(point.fromBufferAttribute(position, vertex).applyMatrix4(toJoint[bone]!));
  }
}

function growByMesh(mesh: Mesh, boxes: Box3[], indexOf: Map<Object3D, number>): void {
  let owner: Object3D | null = mesh;
  while (owner && !indexOf.has(owner)) owner = owner.parent;
  if (!owner) return;
  const jointFromMesh = owner.matrixWorld.clone().invert().multiply(mesh.matrixWorld);
  mesh.geometry.computeBoundingBox();
  boxes[indexOf.get(owner)!]!.union(mesh.geometry.boundingBox!.clone().applyMatrix4(jointFromMesh));
}

const localRay = new Ray();
const inverse = new Matrix4();
const offset = new Vector3();

/** Where `ray` enters the ellipsoid of a joint, as a distance along it in the world [m]; null where it misses. */
export function hitDistance(ray: Ray, joint: Object3D, body: Ellipsoid): number | null {
  localRay.copy(ray).applyMatrix4(inverse.copy(joint.matrixWorld).invert());
  const origin = offset.subVectors(localRay.origin, body.centre).divide(body.half);
  const direction = localRay.direction.clone().divide(body.half);
  const a = direction.dot(direction);
  const b = origin.dot(direction);
  const c = origin.dot(origin) - 1.21; // a tenth larger: the skin's corners reach past the ellipsoid
  const discriminant = b * b - a * c;
  if (discriminant < 0) return null;
  const along = (-b - Math.sqrt(discriminant)) / a;
  if (along < 0) return null;
  const point = localRay.direction.clone().multiplyScalar(along).add(localRay.origin).applyMatrix4(joint.matrixWorld);
  return point.distanceTo(ray.origin);
}
