/** Bodies of the runtime as three.js objects: skinned meshes whose bones follow a creature or a rig. */
import * as THREE from "three";
import type { Creature, Rig, Skeleton, Skin } from "./kinegraph";

/** A body in a three.js scene. Call `follow` after every step. */
export class LiveBody {
  readonly object = new THREE.Group();
  readonly bones: THREE.Bone[];

  constructor(skeleton: Skeleton, skins: readonly Skin[]) {
    this.bones = makeBones(skeleton);
    this.object.add(this.bones[0]!);
    for (const skin of skins) this.object.add(makeMesh(skin, this.bones));
  }

  /** Takes the pose of a creature or a rig. */
  follow(player: Creature | Rig): void {
    const [places, turns] = [player.translations(), player.rotations()];
    this.bones.forEach((bone, n) => {
      bone.position.fromArray(places, 3 * n);
      bone.quaternion.fromArray(turns, 4 * n);
    });
  }

  /** Frees what it has on the graphics card. */
  dispose(): void {
    this.object.traverse((each) => {
      if (!(each instanceof THREE.SkinnedMesh)) return;
      each.geometry.dispose();
      (each.material as THREE.MeshStandardMaterial).map?.dispose();
      (each.material as THREE.Material).dispose();
      each.skeleton.dispose();
    });
  }
}

/** Bones at rest, each in its parent. */
export function makeBones(skeleton: Skeleton): THREE.Bone[] {
  const bones = skeleton.parents.map((parent, n) => {
    const bone = new THREE.Bone();
    bone.name = skeleton.names[n]!;
    bone.position.fromArray(skeleton.translations, 3 * n);
    bone.quaternion.fromArray(skeleton.rotations, 4 * n);
    return { bone, parent };
  });
  for (const { bone, parent } of bones) if (parent >= 0) bones[parent]!.bone.add(bone);
  return bones.map(({ bone }) => bone);
}

/** A mesh that follows bones. */
export function makeMesh(skin: Skin, bones: THREE.Bone[]): THREE.SkinnedMesh {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(skin.vertices, 3));
  geometry.setAttribute("skinIndex", new THREE.BufferAttribute(skin.joints, 4));
  geometry.setAttribute("skinWeight", new THREE.BufferAttribute(skin.weights, 4));
  if (skin.colors) geometry.setAttribute("color", new THREE.BufferAttribute(skin.colors, 4, true));
  if (skin.uvs) geometry.setAttribute("uv", new THREE.BufferAttribute(skin.uvs, 2));
  geometry.setIndex(new THREE.BufferAttribute(skin.triangles, 1));
  if (skin.normals) geometry.setAttribute("normal", new THREE.BufferAttribute(skin.normals, 3));
  else geometry.computeVertexNormals();
  const inverses = bones.map((_, n) => new THREE.Matrix4().fromArray(skin.jointFromMesh, 16 * n).transpose());
  const mesh = new THREE.SkinnedMesh(geometry, makeMaterial(skin));
  mesh.bind(new THREE.Skeleton(bones, inverses), new THREE.Matrix4());
  mesh.frustumCulled = false; // its bounds at rest say nothing about where it walks
  return mesh;
}

function makeMaterial(skin: Skin): THREE.MeshStandardMaterial {
  const [red, green, blue, alpha] = skin.color;
  const material = new THREE.MeshStandardMaterial({
    color: new THREE.Color(red, green, blue),
    opacity: alpha,
    transparent: alpha < 1,
    metalness: skin.metallic,
    roughness: skin.roughness,
    vertexColors: skin.colors !== null,
    side: skin.twoSided ? THREE.DoubleSide : THREE.FrontSide,
  });
  if (skin.texture) readTexture(skin.texture, material);
  return material;
}

/** Decodes an image and puts it on a material as soon as it is there. */
function readTexture(image: Uint8Array, material: THREE.MeshStandardMaterial): void {
  const type = image[0] === 0x89 ? "image/png" : "image/jpeg";
  void createImageBitmap(new Blob([image.slice()], { type })).then((bitmap) => {
    const texture = new THREE.Texture(bitmap);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.flipY = false;
    texture.needsUpdate = true;
    material.map = texture;
    material.needsUpdate = true;
  });
}
