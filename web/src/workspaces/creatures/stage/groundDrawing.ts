/** The uneven ground as the stage shows it: a grey relief where it is not level. */

import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshStandardMaterial } from "three";
import type { StageScene } from "../../../stage/scene/stageScene";
import type { GroundHeights } from "../state/ground.svelte";

/** Lower than this is level, and not drawn: the floor shows [m]. */
const LEVEL = 1e-3;
/** Share of the way from the floor's colour to that of quiet text. */
const STANDS_OUT = 0.2;

export class GroundDrawing {
  private readonly object = new Mesh(
    new BufferGeometry(),
    new MeshStandardMaterial({ side: DoubleSide, roughness: 1, metalness: 0, flatShading: true }),
  );
  private shown: GroundHeights | null = null;

  constructor(private readonly stage: StageScene) {
    this.object.receiveShadow = this.object.castShadow = true;
    this.object.visible = false;
    stage.hang(this.object);
  }

  direct(ground: GroundHeights | null): void {
    const { ground: floor, soft } = this.stage.palette;
    this.object.material.color.set(floor).lerp(new Color(soft), STANDS_OUT);
    if (ground === this.shown) return;
    this.shown = ground;
    this.object.visible = ground !== null;
    if (ground) this.lay(ground);
    this.stage.invalidate();
  }

  private lay({ x, z, spacing, shape: [rows, columns], heights }: GroundHeights): void {
    const places = new Float32Array(3 * heights.length);
    heights.forEach((height, at) =>
      places.set([x + spacing * Math.floor(at / columns), height, z + spacing * (at % columns)], 3 * at),
    );
    const faces: number[] = [];
    for (let row = 0; row + 1 < rows; row++)
      for (let column = 0; column + 1 < columns; column++) {
        const a = row * columns + column;
        const [b, c, d] = [a + 1, a + columns, a + columns + 1];
        if (Math.max(...[a, b, c, d].map((at) => Math.abs(heights[at]!))) < LEVEL) continue;
        faces.push(a, b, c, b, d, c);
      }
    this.object.geometry.dispose();
    const geometry = (this.object.geometry = new BufferGeometry());
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    geometry.setIndex(faces);
    geometry.computeVertexNormals();
  }

  /** What tests may look at: how high and how low it is drawn [m]; null while it is level. */
  get seen(): { highest: number; lowest: number } | null {
    if (!this.shown) return null;
    const { heights } = this.shown;
    return {
      highest: heights.reduce((a, b) => Math.max(a, b), 0),
      lowest: heights.reduce((a, b) => Math.min(a, b), 0),
    };
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
