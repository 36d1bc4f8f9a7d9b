/** Loads a character's GLB and finds its joints: the server names nodes after joints, three renames what it dislikes. */

import { type Group, type Object3D } from "three";
import { GLTFLoader, type GLTF } from "three/addons/loaders/GLTFLoader.js";

export interface LoadedCharacter {
  scene: Group;
  /** In joint order. */
  joints: Object3D[];
}

const loader = new GLTFLoader();

/** Fetches and parses; rejects with a sentence for people. */
export async function loadCharacter(address: string, jointNames: readonly string[]): Promise<LoadedCharacter> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The character could not be fetched (${response.status}).`);
  return parseCharacter(await response.arrayBuffer(), jointNames);
}

/** A character from binary glTF; rejects with a sentence for people. */
export async function parseCharacter(glb: ArrayBuffer, jointNames: readonly string[]): Promise<LoadedCharacter> {
  const gltf = await loader.parseAsync(glb, "");
  return { scene: gltf.scene, joints: jointsOf(gltf, jointNames) };
}

/** Nodes by the names that the file gives them, before three made identifiers of them. */
function jointsOf(gltf: GLTF, names: readonly string[]): Object3D[] {
  const nodes: { name?: string }[] = gltf.parser.json.nodes ?? [];
  const byName = new Map<string, Object3D>();
  gltf.scene.traverse((object) => {
    const index = gltf.parser.associations.get(object)?.nodes;
    const name = index === undefined ? undefined : nodes[index]?.name;
    if (name !== undefined && !byName.has(name)) byName.set(name, object);
  });
  return names.map((name) => {
    const joint = byName.get(name);
    if (!joint) throw new Error(`The character's file lacks its joint “${name}”.`);
    return joint;
  });
}
