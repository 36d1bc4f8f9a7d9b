/** The health of a set as heat on the plane of its markers: clear where all is well. */

import {
  BufferGeometry,
  Color,
  DataTexture,
  DoubleSide,
  Float32BufferAttribute,
  LinearFilter,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
  Vector3,
} from "three";
import { healthPixels, type HealthMap } from "../model/healthMap";

const ORDER = 2.6;

const bytes = (colour: string): [number, number, number] => {
  const hex = new Color(colour).getHex(SRGBColorSpace);
  return [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255];
};

export class DrawnHealth {
  private readonly material = new MeshBasicMaterial({ transparent: true, depthWrite: false, side: DoubleSide });
  readonly object = new Mesh(new BufferGeometry(), this.material);
  private painted: { map: HealthMap; mild: string; wild: string } | null = null;

  constructor() {
    this.object.renderOrder = ORDER;
    this.object.frustumCulled = false;
    this.object.geometry.setAttribute("uv", new Float32BufferAttribute([0, 0, 1, 0, 0, 1, 1, 1], 2));
    this.object.geometry.setIndex([0, 1, 2, 2, 1, 3]);
    this.hide();
  }

  hide(): void {
    this.object.visible = false;
  }

  /** frame: from the controller's space to the world. mild, wild: colours. */
  show(map: HealthMap, frame: Matrix4, mild: string, wild: string): void {
    this.paint(map, mild, wild);
    const [corner, across, up] = [map.corner, map.across, map.up].map((each) => new Vector3(...each)) as [
      Vector3,
      Vector3,
      Vector3,
    ];
    const ends = [corner, corner.clone().add(across), corner.clone().add(up), corner.clone().add(across).add(up)];
    const places = ends.flatMap((end) => end.clone().applyMatrix4(frame).toArray());
    this.object.geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
    this.object.visible = true;
  }

  private paint(map: HealthMap, mild: string, wild: string): void {
    const { painted } = this;
    if (painted?.map === map && painted.mild === mild && painted.wild === wild) return;
    this.painted = { map, mild, wild };
    this.material.map?.dispose();
    const texture = new DataTexture(healthPixels(map.heat, bytes(mild), bytes(wild)), map.side, map.side);
    texture.colorSpace = SRGBColorSpace;
    texture.magFilter = texture.minFilter = LinearFilter;
    texture.needsUpdate = true;
    this.material.map = texture;
    this.material.needsUpdate = true;
  }

  dispose(): void {
    this.material.map?.dispose();
    this.material.dispose();
    this.object.geometry.dispose();
  }
}
