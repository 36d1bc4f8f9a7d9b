/** Soft dark spots under bodies that are near the ground: they say "stands here" where a single shadow only says "somewhere above". */

import {
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
} from "three";
import type { Actor } from "../actors/actor";

const MOST = 512;

const VERTEX = /* glsl */ `
  attribute float strength;
  varying vec2 vPlace;
  varying float vStrength;
  void main() {
    vPlace = position.xz * 2.0;
    vStrength = strength;
    gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec3 uColor;
  varying vec2 vPlace;
  varying float vStrength;
  void main() {
    float fall = 1.0 - smoothstep(0.0, 1.0, length(vPlace));
    gl_FragColor = vec4(uColor, fall * fall * vStrength);
    #include <colorspace_fragment>
  }`;

export class ContactShadows {
  readonly object: InstancedMesh<PlaneGeometry, ShaderMaterial>;
  private readonly strengths = new InstancedBufferAttribute(new Float32Array(MOST), 1).setUsage(DynamicDrawUsage);
  private readonly matrix = new Matrix4();
  private readonly point = new Vector3();

  constructor() {
    const geometry = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    geometry.setAttribute("strength", this.strengths);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      uniforms: { uColor: { value: new Color() } },
    });
    this.object = new InstancedMesh(geometry, material, MOST);
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
    this.object.position.y = 0.001;
  }

  paint(colour: string): void {
    this.object.material.uniforms.uColor!.value.set(colour);
  }

  /** Lays the spots; the actors' world matrices must be up to date. */
  lay(actors: Iterable<Actor>): void {
    let count = 0;
    for (const actor of actors) {
      for (let joint = 0; joint < actor.joints.length && count < MOST; joint++) {
        const { centre, half } = actor.bodies[joint]!;
        const object = actor.joints[joint]!;
        const radius = Math.cbrt(half.x * half.y * half.z) * object.matrixWorld.getMaxScaleOnAxis();
        this.point.copy(centre).applyMatrix4(object.matrixWorld);
        const gap = Math.max(this.point.y - radius, 0);
        const strength = 0.34 * Math.max(0, 1 - gap / (1.6 * radius + 0.03)) ** 2;
        if (strength < 0.01) continue;
        const size = 2 * (1.35 * radius + 0.6 * gap);
        this.matrix.makeScale(size, 1, size).setPosition(this.point.x, 0, this.point.z);
        this.object.setMatrixAt(count, this.matrix);
        this.strengths.setX(count, strength);
        count++;
      }
    }
    this.object.count = count;
    this.object.instanceMatrix.needsUpdate = true;
    this.strengths.needsUpdate = true;
  }
}
