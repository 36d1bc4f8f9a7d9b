/** A body of many rigid pieces as one skin: a ghost of sixty bones is then drawn at once, not bone by bone. */

import {
  BufferAttribute,
  BufferGeometry,
  Matrix4,
  Skeleton,
  SkinnedMesh,
  Vector3,
  type Bone,
  type Material,
  type Mesh,
  type Object3D,
} from "three";

/** A rigid piece. joint: the one that carries it. */
export interface Piece {
  mesh: Mesh;
  joint: number;
  jointFromMesh: Matrix4;
}

/** The pieces' shapes in the frames of their joints, each vertex bound to its joint alone. Colours are left behind. */
export function oneSkin(pieces: readonly Piece[]): BufferGeometry {
  const vertices = pieces.reduce((sum, { mesh }) => sum + mesh.geometry.getAttribute("position").count, 0);
  const position = new BufferAttribute(new Float32Array(3 * vertices), 3);
  const normal = new BufferAttribute(new Float32Array(3 * vertices), 3);
  const skinIndex = new BufferAttribute(new Uint16Array(4 * vertices), 4);
  const skinWeight = new BufferAttribute(new Float32Array(4 * vertices), 4);
  const indices: number[] = [];
  const vector = new Vector3();
  let first = 0;
  for (const { mesh, joint, jointFromMesh } of pieces) {
    const { position: from, normal: facing } = mesh.geometry.attributes;
    const { count } = from!;
    for (let vertex = 0; vertex < count; vertex++) {
      position.setXYZ(
        first + vertex,
        ...vector.fromBufferAttribute(from!, vertex).applyMatrix4(jointFromMesh).toArray(),
      );
      if (facing)
        normal.setXYZ(
          first + vertex,
          ...vector.fromBufferAttribute(facing, vertex).transformDirection(jointFromMesh).toArray(),
        );
      skinIndex.setX(first + vertex, joint);
      skinWeight.setX(first + vertex, 1);
    }
    const { index } = mesh.geometry;
    for (let corner = 0; corner < (index?.count ?? count); corner++)
      indices.push(first + (index?.getX(corner) ?? corner));
    first += count;
  }
  const geometry = new BufferGeometry().setIndex(indices);
  geometry.setAttribute("position", position).setAttribute("normal", normal);
  return geometry.setAttribute("skinIndex", skinIndex).setAttribute("skinWeight", skinWeight);
}

/** The skin on joints; its vertices are in the joints' own frames, so that nothing is taken back before they move. */
export function wornBy(
  joints: readonly Object3D[],
  geometry: BufferGeometry,
  material: Material | Material[],
): SkinnedMesh {
  const skin = new SkinnedMesh(geometry, material);
  const inverses = joints.map(() => new Matrix4());
  skin.bind(new Skeleton(joints as Bone[], inverses), new Matrix4());
  return skin;
}
