/** How characters are shaded: their own material, a gentle rim against the room, and what is painted on their joints' bodies. */

import {
  Color,
  DataTexture,
  FloatType,
  LinearFilter,
  MeshLambertMaterial,
  MeshStandardMaterial,
  RGBAFormat,
  SRGBColorSpace,
  type Material,
  type Mesh,
} from "three";
import { channels } from "../../ui/theme/colours";
import { mixed } from "../../ui/theme/oklab";

const RAMP_STEPS = 64;

/** Shared by all clay, so that a theme change repaints everything at once. */
const room = {
  uRim: { value: new Color() },
  uRamp: { value: new DataTexture(new Uint8Array(4 * RAMP_STEPS), RAMP_STEPS, 1) },
};
room.uRamp.value.colorSpace = SRGBColorSpace;
room.uRamp.value.minFilter = room.uRamp.value.magFilter = LinearFilter;

export function paintRim(colour: string, strength: number): void {
  room.uRim.value.set(colour).multiplyScalar(strength);
}

/** Sets the colours of the heat map, from the least to the most. */
export function paintRamp(stops: readonly string[]): void {
  const { image } = room.uRamp.value;
  for (let step = 0; step < RAMP_STEPS; step++) {
    const rgb = channels(mixed(stops, step / (RAMP_STEPS - 1))).map((value) => 255 * value);
    (image.data as Uint8Array).set([...rgb, 255], 4 * step);
  }
  room.uRamp.value.needsUpdate = true;
}

/** What all meshes of one body share. uHeat: 0 for its own colours, 1 for the heat map. uPlain: 1 for plain clay, on which
 * marks stand out whatever its own colours are. */
export interface Coat {
  uGlow: { value: Color };
  uHeat: { value: number };
  uPlain: { value: number };
}

export const newCoat = (): Coat => ({ uGlow: { value: new Color() }, uHeat: { value: 0 }, uPlain: { value: 0 } });

/** What is painted on a mesh, a texel for each of its bones: heat, glow and mark, each 0..1. A rigid mesh has one bone. */
export type Paint = DataTexture;

export function newPaint(bones: number): Paint {
  const paint = new DataTexture(new Float32Array(4 * bones), bones, 1, RGBAFormat, FloatType);
  paint.needsUpdate = true;
  return paint;
}

// The skin's own weights blend what its bones are painted with: nothing but the small texture changes from frame to frame.
const PAINT_VERTEX = /* glsl */ `
  #ifdef USE_SKINNING
    vPaint = vec3(0.0);
    for (int slot = 0; slot < 4; slot++)
      vPaint += skinWeight[slot] * texelFetch(uPaint, ivec2(int(skinIndex[slot] + 0.5), 0), 0).rgb;
  #else
    vPaint = texelFetch(uPaint, ivec2(0), 0).rgb;
  #endif
  #include <begin_vertex>`;

// What is dark stays dark: eyes, nose and mouth are still a face.
const HEAT_FRAGMENT = /* glsl */ `
  #include <color_fragment>
  float own = dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722));
  float features = mix(0.3, 1.0, smoothstep(0.015, 0.06, own));
  vec3 heat = features * texture2D(uRamp, vec2(vPaint.x, 0.5)).rgb;
  diffuseColor.rgb = mix(diffuseColor.rgb, heat, uHeat);
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(features * (0.22 + 0.12 * own)), uPlain);`;

const PAINT_FRAGMENT = /* glsl */ `
  float facing = saturate(dot(normalize(vViewPosition), normal));
  vec3 upward = (viewMatrix * vec4(0.0, 1.0, 0.0, 0.0)).xyz;
  // Colours that are figures must not drown in shade.
  outgoingLight = mix(outgoingLight, 0.42 * outgoingLight + 0.62 * heat, uHeat);
  outgoingLight += (1.0 - 0.7 * uHeat) * uRim * pow(1.0 - facing, 4.0) * (0.35 + 0.65 * saturate(dot(normal, upward) + 0.4));
  // A mark covers; a glow is brighter, and amber at its edges: eyes, nose and mouth stay as dark as they are.
  float light = dot(outgoingLight, vec3(0.2126, 0.7152, 0.0722));
  outgoingLight = mix(outgoingLight, uGlow * (0.3 + 1.3 * light), max(0.9 * vPaint.z, 0.4 * uPlain * vPaint.y));
  outgoingLight += vPaint.y * (0.25 * outgoingLight + uGlow * (0.03 + 0.5 * (1.0 - facing) * (1.0 - facing)));
  #include <opaque_fragment>`;

/** Gives a mesh a material of its own that shows the room's rim, the body's coat and the mesh's paint. */
export function clad(mesh: Mesh, coat: Coat, paint: Paint): void {
  const uniforms = { ...coat, uPaint: { value: paint } };
  const dress = (material: Material): Material => {
    const own = lit(material).clone();
    own.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, room, uniforms);
      shader.vertexShader = `uniform sampler2D uPaint;\nvarying vec3 vPaint;\n${shader.vertexShader.replace("#include <begin_vertex>", PAINT_VERTEX)}`;
      shader.fragmentShader = `uniform vec3 uRim, uGlow;\nuniform float uHeat, uPlain;\nuniform sampler2D uRamp;\nvarying vec3 vPaint;\n${shader.fragmentShader
        .replace("#include <color_fragment>", HEAT_FRAGMENT)
        .replace("#include <opaque_fragment>", PAINT_FRAGMENT)}`;
    };
    own.customProgramCacheKey = () => "clay";
    return own;
  };
  mesh.material = Array.isArray(mesh.material) ? mesh.material.map(dress) : dress(mesh.material);
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

/** Translucent, and more so where the surface faces the viewer. */
const edged = (key: string, alpha: string) => (material: MeshLambertMaterial) => {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <opaque_fragment>",
      `float facing = saturate(abs(dot(normalize(vViewPosition), normal)));
       diffuseColor.a *= ${alpha};
       #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => key;
  return material;
};

/** Light of its own colour, brighter at its edges. */
export const ghostMaterial = (): MeshLambertMaterial =>
  edged(
    "ghost",
    "mix(1.0, 0.3, facing)",
  )(new MeshLambertMaterial({ emissiveIntensity: 0.55, transparent: true, depthWrite: false }));

/** An outline alone. */
export const edgeMaterial = (): MeshLambertMaterial =>
  edged(
    "edge",
    "0.7 * smoothstep(0.62, 0.9, 1.0 - facing)",
  )(new MeshLambertMaterial({ emissiveIntensity: 0.6, transparent: true, depthWrite: false }));
