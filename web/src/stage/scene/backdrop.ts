/** Sky, horizon and ground: the room that the character stands in. */

import {
  BackSide,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  SphereGeometry,
} from "three";
import type { Palette } from "../../ui/theme/tokens";

const SKY_VERTEX = /* glsl */ `
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    vec4 clip = projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0);
    gl_Position = clip.xyww; // always behind everything
  }`;

const SKY_FRAGMENT = /* glsl */ `
  uniform vec3 uTop, uHorizon, uGround;
  varying vec3 vDirection;
  void main() {
    float height = normalize(vDirection).y;
    vec3 sky = mix(uHorizon, uTop, smoothstep(0.0, 0.55, height));
    vec3 color = mix(sky, uGround, smoothstep(0.0, -0.35, height));
    gl_FragColor = vec4(color, 1.0);
    #include <colorspace_fragment>
  }`;

const GROUND_VERTEX = /* glsl */ `
  varying vec2 vPlace;
  varying float vDistance;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vPlace = world.xz;
    vec4 view = viewMatrix * world;
    vDistance = length(view.xyz);
    gl_Position = projectionMatrix * view;
  }`;

/** Lines one pixel wide at any distance, every metre and every ten centimetres when near; all of it fades to the horizon. */
const GROUND_FRAGMENT = /* glsl */ `
  uniform vec3 uGround, uHorizon, uGrid, uStrong;
  uniform vec2 uCentre;
  uniform float uReach, uPool;
  varying vec2 vPlace;
  varying float vDistance;
  float lines(vec2 place, float every) {
    vec2 cell = place / every;
    vec2 width = max(fwidth(cell), vec2(1e-5));
    vec2 away = abs(fract(cell - 0.5) - 0.5) / width;
    float line = 1.0 - min(min(away.x, away.y), 1.0);
    return line * (1.0 - smoothstep(0.25, 0.6, max(width.x, width.y)));
  }
  void main() {
    float out_there = length(vPlace - uCentre);
    float fade = 1.0 - smoothstep(0.15 * uReach, uReach, out_there);
    float haze = smoothstep(0.3 * uReach, 1.7 * uReach, out_there);
    float pool = 1.0 - smoothstep(0.0, 0.42 * uReach, out_there);
    vec3 color = uGround * (1.0 + uPool * pool * pool);
    color = mix(color, uGrid, 0.10 * lines(vPlace, 0.1) * fade * fade * (1.0 - smoothstep(1.5, 5.0, vDistance)));
    color = mix(color, uGrid, 0.34 * lines(vPlace, 1.0) * fade);
    vec2 axisWidth = max(fwidth(vPlace), vec2(1e-5));
    float axes = 1.0 - min(min(abs(vPlace.x) / axisWidth.x, abs(vPlace.y) / axisWidth.y), 1.0);
    color = mix(color, uStrong, 0.30 * axes * fade);
    gl_FragColor = vec4(mix(color, uHorizon, haze), 1.0);
    #include <colorspace_fragment>
  }`;

const uniformColour = () => ({ value: new Color() });

export class Backdrop {
  readonly object = new Group();
  /** Where a drag on the ground lands; also what receives the shadow. */
  readonly shadowCatcher: Mesh<BufferGeometry, ShadowMaterial>;
  private readonly sky: ShaderMaterial;
  private readonly ground: ShaderMaterial;

  constructor() {
    this.sky = new ShaderMaterial({
      vertexShader: SKY_VERTEX,
      fragmentShader: SKY_FRAGMENT,
      side: BackSide,
      depthWrite: false,
      uniforms: { uTop: uniformColour(), uHorizon: uniformColour(), uGround: uniformColour() },
    });
    const dome = new Mesh(new SphereGeometry(1, 24, 16), this.sky);
    dome.frustumCulled = false;
    dome.renderOrder = -2;
    this.ground = new ShaderMaterial({
      vertexShader: GROUND_VERTEX,
      fragmentShader: GROUND_FRAGMENT,
      uniforms: {
        uGround: uniformColour(),
        uHorizon: uniformColour(),
        uGrid: uniformColour(),
        uStrong: uniformColour(),
        uCentre: { value: [0, 0] },
        uReach: { value: 8 },
        uPool: { value: 0 },
      },
    });
    const floor = new Mesh(disc(400), this.ground);
    floor.renderOrder = -1;
    floor.position.y = -0.002; // under the shadow catcher and under feet that rest at zero
    this.shadowCatcher = new Mesh(
      new PlaneGeometry(60, 60).rotateX(-Math.PI / 2),
      new ShadowMaterial({ transparent: true, depthWrite: false }),
    );
    this.shadowCatcher.receiveShadow = true;
    this.object.add(dome, floor, this.shadowCatcher);
  }

  paint(palette: Palette): void {
    this.sky.uniforms.uTop!.value.set(palette.skyTop);
    for (const material of [this.sky, this.ground]) {
      material.uniforms.uHorizon!.value.set(palette.horizon);
      material.uniforms.uGround!.value.set(palette.ground);
    }
    this.ground.uniforms.uGrid!.value.set(palette.grid);
    this.ground.uniforms.uStrong!.value.set(palette.gridStrong);
    this.ground.uniforms.uPool!.value = Number(palette.pool);
    this.shadowCatcher.material.color.set(palette.shadow);
    this.shadowCatcher.material.opacity = Number(palette.shadowStrength);
  }

  /** Keeps grid and shadow around what is looked at. reach: how far the grid is seen [m]. */
  centre(x: number, z: number, reach: number): void {
    this.ground.uniforms.uCentre!.value = [x, z];
    this.ground.uniforms.uReach!.value = Math.min(Math.max(reach, 4), 60);
    this.shadowCatcher.position.set(x, 0, z);
  }
}

/** A flat disc, finely cut near its centre: interpolated distances stay exact where they are looked at. */
function disc(radius: number): BufferGeometry {
  const geometry = new BufferGeometry();
  const positions = [0, 0, 0];
  const indices: number[] = [];
  const segments = 48;
  const rings = [4, 20, 80, radius];
  for (const ring of rings) {
    for (let i = 0; i < segments; i++) {
      const angle = (i / segments) * 2 * Math.PI;
      positions.push(ring * Math.sin(angle), 0, ring * Math.cos(angle));
    }
  }
  for (let i = 0; i < segments; i++) indices.push(0, 1 + i, 1 + ((i + 1) % segments));
  for (let ring = 1; ring < rings.length; ring++) {
    for (let i = 0; i < segments; i++) {
      const inner = 1 + (ring - 1) * segments;
      const [a, b] = [inner + i, inner + ((i + 1) % segments)];
      indices.push(a, a + segments, b, b, a + segments, b + segments);
    }
  }
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  return geometry;
}
