/** What hangs behind a drawing: warm paper with a fine grain, and the picture that the user put there. In the room that picture is what the
 * camera sees, as in the films: a photograph, over which boxes stand for what is in it. */

import {
  Color,
  CustomBlending,
  Group,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  ShaderMaterial,
  SRGBColorSpace,
  TextureLoader,
  type Texture,
} from "three";
import type { DoodlePicture } from "../../../protocol/generated";
import type { Palette } from "../../../ui/theme/tokens";

/** How far behind the drawing the paper hangs [m]: nothing that is drawn reaches there. */
const PAPER = 40;
/** Larger than any view of it [m]. */
const WIDE = 1400;

const VERTEX = /* glsl */ `
  varying vec2 vPlace;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    vPlace = world.zy;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

// Tooth, a few long fibres, and soft clouds; what would be finer than a pixel fades.
const FRAGMENT = /* glsl */ `
  uniform vec3 uPaper, uGrain;
  varying vec2 vPlace;
  float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
  float noise(vec2 p) {
    vec2 cell = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(cell), hash(cell + vec2(1, 0)), f.x), mix(hash(cell + vec2(0, 1)), hash(cell + vec2(1, 1)), f.x), f.y);
  }
  void main() {
    float width = max(fwidth(vPlace.x), 1e-5);
    float fine = 1.0 - smoothstep(0.003, 0.012, width);
    float tooth = noise(vPlace * 260.0) * 0.5 + noise(vPlace * 131.0) * 0.5;
    float fibre = smoothstep(0.72, 0.95, noise(vPlace * vec2(9.0, 120.0) + 7.0 * noise(vPlace * 3.0)));
    float cloud = noise(vPlace * 0.8) * 0.6 + noise(vPlace * 2.3) * 0.4;
    float grain = fine * (0.2 * tooth + 0.14 * fibre) + 0.3 * cloud;
    gl_FragColor = vec4(mix(uPaper, uGrain, grain), 1.0);
    #include <colorspace_fragment>
  }`;

// As high as the view and in its middle, from wherever the room is seen.
const PHOTO_VERTEX = /* glsl */ `
  uniform float uAspect;
  varying vec2 vUv;
  void main() {
    vUv = uv;
    float narrow = projectionMatrix[0][0] / projectionMatrix[1][1];
    gl_Position = vec4(2.0 * position.x * uAspect * narrow, 2.0 * position.y, 0.0, 1.0);
  }`;

const PHOTO_FRAGMENT = /* glsl */ `
  uniform sampler2D uPicture;
  uniform float uOpacity;
  varying vec2 vUv;
  void main() {
    vec4 color = texture2D(uPicture, vUv);
    gl_FragColor = vec4(color.rgb, color.a * uOpacity);
    #include <colorspace_fragment>
  }`;

export class DoodleBack {
  readonly object = new Group();
  private readonly sheet: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly paper: ShaderMaterial;
  private readonly photo: Mesh<PlaneGeometry, ShaderMaterial>;
  private inRoom = false;
  private wanted = false;
  private readonly picture: Mesh<PlaneGeometry, MeshBasicMaterial>;
  private readonly loader = new TextureLoader();
  private shown = "";

  /** loaded: something looks different now. */
  constructor(private readonly loaded: () => void) {
    this.paper = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { uPaper: { value: new Color() }, uGrain: { value: new Color() } },
      depthWrite: false,
    });
    this.sheet = new Mesh(new PlaneGeometry(WIDE, WIDE), this.paper);
    this.picture = new Mesh(
      new PlaneGeometry(1, 1),
      // On the sheet itself, where it is seen as large as it is; blended, though it is drawn before all that is solid.
      new MeshBasicMaterial({ blending: CustomBlending, depthTest: false, depthWrite: false, toneMapped: false }),
    );
    for (const [mesh, away, order] of [
      [this.sheet, PAPER, -4],
      [this.picture, 0, -3],
    ] as const) {
      mesh.rotation.y = -Math.PI / 2; // seen from -X, +Z to the right
      mesh.position.x = away;
      mesh.renderOrder = order;
      mesh.frustumCulled = false;
    }
    this.photo = new Mesh(new PlaneGeometry(1, 1), photoMaterial());
    this.photo.renderOrder = -0.5; // over the ground, under everything that stands on it
    this.photo.frustumCulled = false;
    this.picture.visible = this.photo.visible = false;
    this.object.add(this.sheet, this.picture, this.photo);
    this.object.visible = false;
  }

  /** Whether it hangs in the room, or behind the sheet; null for nowhere. */
  set place(place: "room" | "sheet" | null) {
    this.object.visible = place !== null;
    this.inRoom = place === "room";
    this.sheet.visible = place === "sheet";
  }

  paint(palette: Palette): void {
    this.paper.uniforms.uPaper!.value.set(palette.paper);
    this.paper.uniforms.uGrain!.value.set(palette.paperGrain);
  }

  /** Hangs a picture up; null for none. address: where its file is. */
  hang(picture: DoodlePicture | null, address: string): void {
    this.wanted = picture !== null;
    this.reveal();
    if (!picture) return;
    const { place, width, pixels, opacity, blob } = picture;
    const aspect = pixels[0] / Math.max(pixels[1], 1);
    this.picture.position.set(0, place[1], place[0]);
    this.picture.scale.set(width, width / aspect, 1);
    this.picture.material.opacity = this.photo.material.uniforms.uOpacity!.value = opacity;
    this.photo.material.uniforms.uAspect!.value = aspect;
    if (blob === this.shown) return;
    this.shown = blob;
    this.loader.load(
      address,
      (texture) => this.arrived(texture, blob),
      undefined,
      () => (this.shown = ""),
    );
  }

  private arrived(texture: Texture, blob: string): void {
    if (blob !== this.shown) return texture.dispose();
    texture.colorSpace = SRGBColorSpace;
    texture.minFilter = LinearFilter;
    texture.generateMipmaps = false;
    this.picture.material.map?.dispose();
    this.picture.material.map = this.photo.material.uniforms.uPicture!.value = texture;
    this.picture.material.needsUpdate = true;
    this.reveal();
    this.loaded();
  }

  private reveal(): void {
    const there = this.wanted && this.picture.material.map !== null;
    [this.picture.visible, this.photo.visible] = [there && !this.inRoom, there && this.inRoom];
  }

  dispose(): void {
    this.picture.material.map?.dispose();
    this.picture.material.dispose();
    this.photo.material.dispose();
    this.paper.dispose();
  }
}

/** Blended as the picture on the sheet is. */
const photoMaterial = () =>
  new ShaderMaterial({
    vertexShader: PHOTO_VERTEX,
    fragmentShader: PHOTO_FRAGMENT,
    uniforms: { uPicture: { value: null }, uAspect: { value: 1 }, uOpacity: { value: 1 } },
    blending: CustomBlending,
    depthTest: false,
    depthWrite: false,
  });
