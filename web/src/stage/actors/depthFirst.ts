/** Translucent bodies around an opaque one: of each the nearest surface alone is seen, and none covers the body that they are about. */

import { MeshBasicMaterial, type Material, type Mesh } from "three";

/** How far behind where it is a surface is taken to be when it is asked what hides what [m]; the picture itself stays. */
export interface Setback {
  value: number;
}

const SET_BACK = /* glsl */ `
  #include <project_vertex>
  vec4 behind = projectionMatrix * (mvPosition - vec4(0.0, 0.0, uSetback, 0.0));
  gl_Position.z = behind.z / behind.w * gl_Position.w;`;

/** Takes a material's surfaces to be further away than they are: what is about as near is seen instead of them. */
export function setBack(material: Material, setback: Setback): void {
  const before = material.onBeforeCompile.bind(material);
  const key = material.customProgramCacheKey();
  material.onBeforeCompile = (shader, renderer) => {
    before(shader, renderer);
    shader.uniforms.uSetback = setback;
    shader.vertexShader = `uniform float uSetback;\n${shader.vertexShader.replace("#include <project_vertex>", SET_BACK)}`;
  };
  material.customProgramCacheKey = () => `${key} set back`;
}

/** What lays depth down and draws nothing. A little further back than the colour after it, however differently the two shaders round. */
export function depthMaterial(setback: Setback): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ colorWrite: false, transparent: true });
  [material.polygonOffset, material.polygonOffsetFactor, material.polygonOffsetUnits] = [true, 0.2, 4];
  setBack(material, setback);
  return material;
}

/** The same mesh once more, in another material, in the same place of the scene. */
export function again(mesh: Mesh, material: Material): Mesh {
  const copy = mesh.clone(false);
  copy.material = material;
  copy.castShadow = copy.receiveShadow = false;
  mesh.parent!.add(copy);
  return copy;
}

/** Draws a mesh, after its depth, at a place in the order. The order of the stage:
 *
 *     0 opaque bodies · 1 contact shadows · 2 ring · 2.1 ghosts · 2.5 the original, 2.8 its trail · 3 the trail · 5 bones
 */
export function ordered(mesh: Mesh, depth: Mesh, place: number): void {
  depth.renderOrder = place;
  mesh.renderOrder = place + 0.001;
}
