/** What hangs behind a drawing: warm paper with a fine grain, and the picture that somebody has put there. */

import {
  Color,
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
import type { DoodlePicture } from "../protocol/generated";
import type { Palette } from "../theme/tokens";

/** How far behind the drawing they hang [m]: nothing that is drawn reaches there. */
const [PAPER, PICTURE] = [40, 39];
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

export class DoodleBack {
  readonly object = new Group();
  private readonly paper: ShaderMaterial;
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
    const sheet = new Mesh(new PlaneGeometry(WIDE, WIDE), this.paper);
    this.picture = new Mesh(
      new PlaneGeometry(1, 1),
      new MeshBasicMaterial({ transparent: true, depthWrite: false, toneMapped: false }),
    );
    for (const [mesh, away, order] of [
      [sheet, PAPER, -4],
      [this.picture, PICTURE, -3],
    ] as const) {
      mesh.rotation.y = -Math.PI / 2; // seen from -X, +Z to the right
      mesh.position.x = away;
      mesh.renderOrder = order;
      mesh.frustumCulled = false;
    }
    this.picture.visible = false;
    this.object.add(sheet, this.picture);
    this.object.visible = false;
  }

  paint(palette: Palette): void {
    this.paper.uniforms.uPaper!.value.set(palette.paper);
    this.paper.uniforms.uGrain!.value.set(palette.paperGrain);
  }

  /** Hangs a picture up; null for none. address: where its file is. */
  hang(picture: DoodlePicture | null, address: string): void {
    this.picture.visible = picture !== null && this.picture.material.map !== null;
    if (!picture) return;
    const { place, width, pixels, opacity, blob } = picture;
    this.picture.position.set(PICTURE, place[1], place[0]);
    this.picture.scale.set(width, (width * pixels[1]) / Math.max(pixels[0], 1), 1);
    this.picture.material.opacity = opacity;
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
    this.picture.material.map = texture;
    this.picture.material.needsUpdate = true;
    this.picture.visible = true;
    this.loaded();
  }

  dispose(): void {
    this.picture.material.map?.dispose();
    this.picture.material.dispose();
    this.paper.dispose();
  }
}
