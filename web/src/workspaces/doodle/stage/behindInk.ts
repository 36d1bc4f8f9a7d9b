/** Scenery behind the characters: ink on a plane of the sheet itself, where it is seen as large as it is, drawn before all that is solid. */

import { CanvasTexture, CustomBlending, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from "three";
import { shapeOf, trace, type Ink } from "../model/sheet/ink";
import { around, boxOf, wider, type Box } from "../model/sheet/sheet";
import { pointsOf } from "../model/sheet/ink";

/** Ink behind the characters. width: of its pen [m]. runs: the parts that are behind, from point to point. */
export interface BehindInk {
  readonly ink: Ink;
  readonly width: number;
  readonly runs: readonly (readonly [number, number])[];
}

/** How fine the ink is [px/m], and how large its picture may be [px]. */
const [FINE, LARGEST] = [240, 2048];
/** Room for the width of the pen [m]. */
const MARGIN = 0.05;

export class BehindPlane {
  readonly object: Mesh<PlaneGeometry, MeshBasicMaterial>;
  private shown = "";

  constructor() {
    this.object = new Mesh(
      new PlaneGeometry(1, 1),
      new MeshBasicMaterial({ blending: CustomBlending, depthTest: false, depthWrite: false, toneMapped: false }),
    );
    this.object.rotation.y = -Math.PI / 2; // seen from -X, +Z to the right
    this.object.renderOrder = -2; // over the picture behind the drawing
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  /** Draws the ink where it is another than before. */
  lay(inks: readonly BehindInk[], colour: string): void {
    const there = inks.filter(({ runs }) => runs.length > 0);
    this.object.visible = there.length > 0;
    const name = `${colour} ${there.map(({ ink, runs }) => `${ids.of(ink)}:${runs.join(";")}`).join(" ")}`;
    if (name === this.shown || there.length === 0) return;
    this.shown = name;
    let box: Box | null = null;
    for (const { ink } of there) box = around(box, boxOf(pointsOf(ink)));
    if (box) this.draw(there, wider(box, MARGIN), colour);
  }

  private draw(inks: readonly BehindInk[], { left, right, bottom, top }: Box, colour: string): void {
    const [wide, tall] = [Math.max(right - left, 0.01), Math.max(top - bottom, 0.01)];
    const scale = Math.min(FINE, LARGEST / wide, LARGEST / tall);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.max(Math.round(wide * scale), 1), Math.max(Math.round(tall * scale), 1)];
    const pen = canvas.getContext("2d")!;
    pen.setTransform(scale, 0, 0, -scale, -left * scale, top * scale);
    pen.fillStyle = colour;
    for (const { ink, width, runs } of inks) {
      const shape = shapeOf(ink, width);
      for (const [first, last] of runs) {
        pen.beginPath();
        trace(pen, shape, first, last);
        pen.fill();
      }
    }
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    this.object.material.map?.dispose();
    this.object.material.map = texture;
    this.object.material.needsUpdate = true;
    this.object.position.set(0, (top + bottom) / 2, (left + right) / 2);
    this.object.scale.set(wide, tall, 1);
  }

  dispose(): void {
    this.object.material.map?.dispose();
    this.object.material.dispose();
    this.object.geometry.dispose();
  }
}

/** Numbers for inks: ink never changes, another drawing is another object. */
class Numbers {
  private readonly known = new WeakMap<Ink, number>();
  private last = 0;

  of(ink: Ink): number {
    const found = this.known.get(ink) ?? ++this.last;
    this.known.set(ink, found);
    return found;
  }
}

const ids = new Numbers();
