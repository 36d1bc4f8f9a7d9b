/** The arrow on the ground before a creature: which way it faces. */

import { DoubleSide, Mesh, MeshBasicMaterial, Shape, ShapeGeometry, Vector3 } from "three";
import type { Actor } from "../../../stage/actors/actor";
import type { StageScene } from "../../../stage/scene/stageScene";

/** Length of the arrow, and its distance from the body, as shares of the body's size. */
const [LENGTH, GAP] = [0.22, 0.06];
/** Above the ground, so that the two do not flicker [m]. */
const HEIGHT = 0.004;

/** Where the arrow starts and where it points: before the body, along the ground. middle, half: of the body's box. */
export function arrowPlace(
  middle: Vector3,
  half: Vector3,
  forward: Vector3,
): { at: Vector3; heading: number; size: number } {
  const flat = new Vector3(forward.x, 0, forward.z);
  if (flat.lengthSq() < 1e-9) flat.set(0, 0, 1);
  flat.normalize();
  const reach = Math.abs(flat.x) * half.x + Math.abs(flat.z) * half.z;
  const size = Math.max(half.x, half.y, half.z);
  const at = new Vector3(middle.x, HEIGHT, middle.z).addScaledVector(flat, reach + GAP * size);
  return { at, heading: Math.atan2(flat.x, flat.z), size };
}

/** An arrow of length 1 along +Y of its own plane. */
function outline(): Shape {
  const shape = new Shape();
  const points: [number, number][] = [
    [-0.11, 0],
    [0.11, 0],
    [0.11, 0.5],
    [0.34, 0.5],
    [0, 1],
    [-0.34, 0.5],
    [-0.11, 0.5],
  ];
  points.forEach(([x, y], index) => (index ? shape.lineTo(x, y) : shape.moveTo(x, y)));
  return shape;
}

export class FrontArrow {
  private readonly object: Mesh<ShapeGeometry, MeshBasicMaterial>;

  constructor(private readonly stage: StageScene) {
    const material = new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.7, depthWrite: false });
    this.object = new Mesh(new ShapeGeometry(outline()).rotateX(Math.PI / 2), material);
    this.object.renderOrder = 2;
    this.object.visible = false;
    stage.hang(this.object);
  }

  /** Call whenever the body has moved; null for no arrow. */
  direct(actor: Actor | null): void {
    const root = actor?.joints[0];
    const box = actor?.bounds();
    this.object.visible = !!root && !!box && !box.isEmpty();
    if (!root || !box || box.isEmpty()) return;
    const forward = new Vector3(0, 0, 1).transformDirection(root.matrixWorld);
    const half = box.getSize(new Vector3()).multiplyScalar(0.5);
    const { at, heading, size } = arrowPlace(box.getCenter(new Vector3()), half, forward);
    this.object.position.copy(at);
    this.object.rotation.y = heading;
    this.object.scale.setScalar(2 * LENGTH * size);
    this.object.material.color.set(this.stage.palette.text);
  }

  /** What tests may look at: where it is and which way it points; null while it is hidden. */
  get seen(): { place: [number, number, number]; heading: number } | null {
    const { position, rotation, visible } = this.object;
    return visible ? { place: position.toArray(), heading: rotation.y } : null;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
