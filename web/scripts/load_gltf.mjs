// Loads a .glb file with three.js and plays it: node scripts/load_gltf.mjs FILE SHARE. Prints JSON: the triangles, and per animation its
// length, its extras, and where all bones are at a share of it.
import { readFileSync } from "node:fs";
import { AnimationMixer, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

globalThis.self ??= globalThis; // the loader asks for it, in a page and in a worker alike
const [file, share] = [process.argv[2], Number(process.argv[3])];
const bytes = readFileSync(file);
const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const { scene, animations, parser } = await new GLTFLoader().parseAsync(data, "");
const mixer = new AnimationMixer(scene);
let triangles = 0;
const bones = new Map();
scene.traverse((object) => {
  if (object.isMesh) triangles += object.geometry.index.count / 3;
  const node = parser.associations.get(object)?.nodes;
  if (node !== undefined && !object.isSkinnedMesh) bones.set(parser.json.nodes[node].name, object);
});
const played = animations.map((clip, number) => {
  const action = mixer.clipAction(clip).play();
  action.time = share * clip.duration;
  mixer.update(0);
  scene.updateMatrixWorld(true);
  const places = [...bones].map(([name, bone]) => [name, bone.getWorldPosition(new Vector3()).toArray()]);
  action.stop();
  return {
    name: clip.name,
    seconds: clip.duration,
    extras: parser.json.animations[number].extras,
    places: Object.fromEntries(places),
  };
});
console.log(JSON.stringify({ triangles, played }));
