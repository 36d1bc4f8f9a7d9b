/** The ring around a character's feet: what is selected, and the handle by which it is moved over the ground. */

import { Color, Mesh, PlaneGeometry, ShaderMaterial } from "three";

const VERTEX = /* glsl */ `
  varying vec2 vPlace;
  void main() {
    vPlace = position.xz;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

/** A thin circle, one or two pixels wide at any distance, and a breath of colour inside. */
const FRAGMENT = /* glsl */ `
  uniform vec3 uColor;
  uniform float uStrength, uHeld;
  varying vec2 vPlace;
  void main() {
    float r = length(vPlace) * 2.0;
    float pixel = fwidth(r);
    float wide = mix(0.6, 1.2, uHeld) * pixel;
    float ring = 1.0 - smoothstep(wide, wide + pixel, abs(r - 0.86));
    float disc = (1.0 - smoothstep(0.86, 0.87, r)) * mix(0.05, 0.12, uHeld);
    gl_FragColor = vec4(uColor, max(ring * 0.9, disc) * uStrength);
    #include <colorspace_fragment>
  }`;

export class BaseRing {
  readonly object: Mesh<PlaneGeometry, ShaderMaterial>;
  radius = 0.3;

  constructor() {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      uniforms: { uColor: { value: new Color() }, uStrength: { value: 1 }, uHeld: { value: 0 } },
    });
    this.object = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), material);
    this.object.position.y = 0.003;
    this.object.renderOrder = 2;
    this.object.visible = false;
  }

  /** state: how it is meant: quiet for what is selected, hover and hold for what the hand is about to move. */
  show(
    x: number,
    z: number,
    heading: number,
    radius: number,
    colour: string,
    state: "selected" | "hover" | "held",
  ): void {
    this.radius = radius;
    this.object.visible = true;
    this.object.position.set(x, 0.003, z);
    this.object.rotation.y = heading;
    this.object.scale.setScalar((2 * radius) / 0.86);
    this.object.material.uniforms.uColor!.value.set(colour);
    this.object.material.uniforms.uStrength!.value = state === "selected" ? 0.55 : 1;
    this.object.material.uniforms.uHeld!.value = state === "held" ? 1 : 0;
  }

  hide(): void {
    this.object.visible = false;
  }
}
