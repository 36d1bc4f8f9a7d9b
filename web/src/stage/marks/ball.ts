/** A ball to take hold of, with a line to the ground and a dropped shadow, so that its depth reads: the red one moves a set. */

import {
  BufferGeometry,
  CircleGeometry,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SphereGeometry,
} from "three";
import type { Palette } from "../../ui/theme/tokens";
import type { Point3 } from "../points";

export const RED = "#f0473a";
const ORDER = 4;

export class Ball {
  readonly object = new Group();
  private readonly ball = new Mesh(
    new SphereGeometry(1, 32, 20),
    // Among what is translucent, so that no glow of a marker lies over it.
    new MeshStandardMaterial({ roughness: 0.35, transparent: true }),
  );
  /** The ball where a body hides it. */
  private readonly behind = new Mesh(
    this.ball.geometry,
    new MeshBasicMaterial({ transparent: true, opacity: 0.35, depthTest: false, depthWrite: false }),
  );
  private readonly line = new Line(
    new BufferGeometry().setAttribute("position", new Float32BufferAttribute([0, 0, 0, 0, -1, 0], 3)),
    new LineBasicMaterial({ transparent: true, opacity: 0.7 }),
  );
  private readonly shadow = new Mesh(
    new CircleGeometry(1, 32).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({ transparent: true, opacity: 0.5, depthWrite: false }),
  );
  private readonly ring = new Mesh(
    new CircleGeometry(1, 32).rotateX(-Math.PI / 2),
    new MeshBasicMaterial({ transparent: true, opacity: 0.35, depthWrite: false }),
  );

  constructor(colour: string = RED) {
    for (const { material } of [this.ball, this.behind, this.line, this.ring]) material.color.set(colour);
    this.ball.material.emissive.set(colour);
    this.ball.castShadow = true;
    this.behind.renderOrder = ORDER;
    this.ball.renderOrder = ORDER + 0.1;
    this.ring.renderOrder = 1.4;
    this.shadow.renderOrder = 1.5;
    this.object.add(this.ball, this.behind, this.line, this.ring, this.shadow);
    this.object.visible = false;
  }

  /** radius: [m]. lit: whether a hand is on it. hollow: it is translucent, because what it means here is a guess. */
  show([x, y, z]: Point3, radius: number, lit: boolean, palette: Palette, hollow = false): void {
    this.object.visible = true;
    this.ball.material.opacity = hollow ? 0.35 : 1;
    for (const ball of [this.ball, this.behind]) {
      ball.position.set(x, y, z);
      ball.scale.setScalar(lit ? 1.15 * radius : radius);
    }
    this.ball.material.emissiveIntensity = lit ? 0.55 : 0.25;
    this.line.position.set(x, y, z);
    this.line.scale.set(1, y, 1);
    for (const [disc, size, above] of [
      [this.ring, 1.15, 0.003],
      [this.shadow, 0.8, 0.004],
    ] as const) {
      disc.position.set(x, above, z);
      disc.scale.setScalar(size * radius);
    }
    this.shadow.material.color.set(palette.shadow);
  }

  hide(): void {
    this.object.visible = false;
  }

  dispose(): void {
    this.object.removeFromParent();
    for (const drawn of [this.ball, this.behind, this.line, this.shadow, this.ring]) {
      drawn.geometry.dispose();
      drawn.material.dispose();
    }
  }
}
