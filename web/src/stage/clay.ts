/** How characters are shaded: their own material, a gentle rim against the room, and a glow on the part under the pointer. */

import { Color, MeshLambertMaterial, MeshStandardMaterial, type Material, type Mesh, type SkinnedMesh } from "three";

/** Shared by all clay, so that a theme change repaints everything at once. */
const rim = { uRim: { value: new Color() } };

export function paintRim(colour: string, strength: number): void {
  rim.uRim.value.set(colour).multiplyScalar(strength);
}

/** The glow of one mesh: for a skin the index of the bone that glows, for a rigid mesh 0 or 1; -1 and 0 mean none. */
export interface Glow {
  uGlowBone: { value: number };
  uGlow: { value: Color };
}

const GLOW_VERTEX = /* glsl */ `
  #ifdef USE_SKINNING
    vGlow = dot(skinWeight, vec4(lessThan(abs(skinIndex - vec4(uGlowBone)), vec4(0.5))));
  #else
    vGlow = max(uGlowBone, 0.0);
  #endif
  #include <begin_vertex>`;

const GLOW_FRAGMENT = /* glsl */ `
  float facing = saturate(dot(normalize(vViewPosition), normal));
  vec3 upward = (viewMatrix * vec4(0.0, 1.0, 0.0, 0.0)).xyz;
  outgoingLight += uRim * pow(1.0 - facing, 4.0) * (0.35 + 0.65 * saturate(dot(normal, upward) + 0.4));
  // Brighter, and amber at its edges: eyes, nose and mouth stay as dark as they are.
  outgoingLight += vGlow * (0.25 * outgoingLight + uGlow * (0.03 + 0.5 * (1.0 - facing) * (1.0 - facing)));
  #include <opaque_fragment>`;

/** Gives a mesh a material of its own with rim and glow; returns the glow to set. */
export function clad(mesh: Mesh | SkinnedMesh, glowColour: Color): Glow {
  const glow: Glow = { uGlowBone: { value: "skeleton" in mesh ? -1 : 0 }, uGlow: { value: glowColour } };
  const dress = (material: Material): Material => {
    const own = material.clone();
    own.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, rim, glow);
      shader.vertexShader = `uniform float uGlowBone;\nvarying float vGlow;\n${shader.vertexShader.replace("#include <begin_vertex>", GLOW_VERTEX)}`;
      shader.fragmentShader = `uniform vec3 uRim, uGlow;\nvarying float vGlow;\n${shader.fragmentShader.replace("#include <opaque_fragment>", GLOW_FRAGMENT)}`;
    };
    own.customProgramCacheKey = () => "clay";
    return own;
  };
  mesh.material = Array.isArray(mesh.material) ? mesh.material.map(dress) : dress(lit(mesh.material));
  return glow;
}

/** The rim needs a normal and a view direction, which unlit materials do not have. */
function lit(material: Material): Material {
  if (material instanceof MeshStandardMaterial) return material;
  const plain = material as Partial<MeshStandardMaterial>;
  return new MeshStandardMaterial({
    color: plain.color ?? 0xffffff,
    map: plain.map ?? null,
    roughness: 0.85,
    metalness: 0,
    vertexColors: material.vertexColors,
  });
}

const GHOST_FRAGMENT = /* glsl */ `
  float facing = saturate(abs(dot(normalize(vViewPosition), normal)));
  diffuseColor.a *= mix(1.0, 0.22, facing);
  #include <opaque_fragment>`;

/** Translucent, brighter at its edges: one material per tint and strength. */
export function ghostMaterial(colour: string, opacity: number): MeshLambertMaterial {
  const material = new MeshLambertMaterial({
    color: colour,
    emissive: colour,
    emissiveIntensity: 0.55,
    transparent: true,
    opacity,
    depthWrite: false,
  });
  // A ghost that stands where the body does lies just behind it, not in a tie with it.
  material.polygonOffset = true;
  [material.polygonOffsetFactor, material.polygonOffsetUnits] = [2, 16];
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace("#include <opaque_fragment>", GHOST_FRAGMENT);
  };
  material.customProgramCacheKey = () => "ghost";
  return material;
}
