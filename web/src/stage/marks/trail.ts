/** The motion trail of a joint: a ribbon that faces the viewer, bright and wide at the playhead, tapering into the past and the future. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  ShaderMaterial,
  Vector2,
} from "three";
import type { TrailPath } from "../../document/motion";

/** How much of the motion the trail shows on either side of the playhead [s]. */
const PAST = 1.2;
const FUTURE = 0.6;
const MOST_POINTS = 512;

const VERTEX = /* glsl */ `
  attribute vec3 previous, next;
  attribute float side, strength;
  uniform vec2 uSize;
  uniform float uWidth;
  varying float vStrength, vSide;
  void main() {
    vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    vec4 a = projectionMatrix * modelViewMatrix * vec4(previous, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(next, 1.0);
    vec2 along = (b.xy / b.w - a.xy / a.w) * uSize;
    along = length(along) > 1e-4 ? normalize(along) : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x) / uSize;
    here.xy += across * side * uWidth * strength * here.w;
    vStrength = strength;
    vSide = side;
    gl_Position = here;
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec3 uColor;
  varying float vStrength, vSide;
  void main() {
    float edge = 1.0 - smoothstep(0.6, 1.0, abs(vSide));
    gl_FragColor = vec4(uColor, edge * (0.15 + 0.85 * vStrength));
    #include <colorspace_fragment>
  }`;

/** The frames of a trail, and how strong each is. */
export interface TrailWindow {
  first: number;
  stride: number;
  count: number;
  strengths: number[];
}

/** The frames to draw around a time, and how strong each is: 1 at the playhead, 0 at the ends. */
export function trailWindow(time: number, fps: number, frames: number): TrailWindow {
  const lowest = Math.max(0, Math.ceil((time - PAST) * fps));
  const highest = Math.min(frames - 1, Math.floor((time + FUTURE) * fps));
  const count = Math.max(highest - lowest + 1, 0);
  const stride = Math.max(1, Math.ceil(count / MOST_POINTS));
  const strengths: number[] = [];
  for (let frame = lowest; frame <= highest; frame += stride) {
    const away = frame / fps - time;
    strengths.push(away <= 0 ? 1 + away / PAST : 0.55 * (1 - away / FUTURE));
  }
  return { first: lowest, stride, count: strengths.length, strengths };
}

/** The points (count, 3) of a path in a window. */
export function windowed({ positions }: TrailPath, { first, stride, count }: TrailWindow): Float32Array {
  if (stride === 1) return positions.subarray(3 * first, 3 * (first + count));
  return Float32Array.from(
    { length: 3 * count },
    (_, i) => positions[3 * (first + Math.floor(i / 3) * stride) + (i % 3)]!,
  );
}

export class Trail {
  readonly object = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: { uSize: { value: new Vector2(1, 1) }, uWidth: { value: 7 }, uColor: { value: new Color() } },
  });

  /** order: when it is drawn, among what is translucent. */
  constructor(order = 3) {
    const most = MOST_POINTS * 2;
    for (const [name, width] of [
      ["position", 3],
      ["previous", 3],
      ["next", 3],
      ["side", 1],
      ["strength", 1],
    ] as const) {
      this.geometry.setAttribute(
        name,
        new BufferAttribute(new Float32Array(most * width), width).setUsage(DynamicDrawUsage),
      );
    }
    const sides = this.geometry.getAttribute("side");
    for (let vertex = 0; vertex < most; vertex++) sides.setX(vertex, vertex % 2 ? 1 : -1);
    const indices = Array.from({ length: MOST_POINTS - 1 }, (_, i) => [
      2 * i,
      2 * i + 1,
      2 * i + 2,
      2 * i + 2,
      2 * i + 1,
      2 * i + 3,
    ]).flat();
    this.geometry.setIndex(indices);
    const ribbon = new Mesh(this.geometry, this.material);
    ribbon.frustumCulled = false;
    ribbon.renderOrder = order;
    // Drawn a second time, faint, through whatever stands before it: a trail behind the body stays readable.
    const through = new Mesh(this.geometry, this.material.clone());
    through.material.depthTest = false;
    through.material.uniforms = { ...this.material.uniforms };
    through.material.fragmentShader = FRAGMENT.replace("edge *", "0.28 * edge *");
    through.frustumCulled = false;
    through.renderOrder = order + 0.1;
    this.object.add(ribbon, through);
    this.object.visible = false;
  }

  /** Lays it through points (P, 3) [m]. width, height: of the element [px]. */
  show(points: Float32Array, strengths: readonly number[], colour: string, width: number, height: number): void {
    this.object.visible = strengths.length > 1;
    this.geometry.setDrawRange(0, Math.max(strengths.length - 1, 0) * 6);
    this.material.uniforms.uColor!.value.set(colour);
    this.material.uniforms.uSize!.value.set(width, height);
    const last = strengths.length - 1;
    strengths.forEach((strength, point) => {
      for (const vertex of [2 * point, 2 * point + 1]) {
        this.write("position", vertex, points, point);
        this.write("previous", vertex, points, Math.max(point - 1, 0));
        this.write("next", vertex, points, Math.min(point + 1, last));
        this.geometry.getAttribute("strength").setX(vertex, Math.max(strength, 0));
      }
    });
    for (const name of ["position", "previous", "next", "strength"])
      this.geometry.getAttribute(name).needsUpdate = true;
  }

  private write(name: string, vertex: number, rows: Float32Array, row: number): void {
    this.geometry.getAttribute(name).setXYZ(vertex, rows[3 * row]!, rows[3 * row + 1]!, rows[3 * row + 2]!);
  }

  hide(): void {
    this.object.visible = false;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.geometry.dispose();
    for (const ribbon of this.object.children as Mesh<BufferGeometry, ShaderMaterial>[]) ribbon.material.dispose();
  }
}
