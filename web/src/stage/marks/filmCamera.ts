/** A camera of the scene, as lines: where it is, which way it looks, and the picture that it sees. */

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Matrix4, Vector3 } from "three";
import { FILM_ASPECT, type FilmView } from "../scene/cameraRig";

/** How far before it the picture is drawn [m]. */
const AWAY = 0.45;
const UP = new Vector3(0, 1, 0);

export class FilmCamera {
  readonly object = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ toneMapped: false }));

  constructor() {
    this.object.geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * 2 * 10), 3));
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  show(view: FilmView | null, colour: string): void {
    this.object.visible = view !== null;
    if (!view) return;
    const high = AWAY * Math.tan((view.angle * Math.PI) / 360);
    const wide = FILM_ASPECT * high;
    const corners = [
      [-wide, -high],
      [wide, -high],
      [wide, high],
      [-wide, high],
    ].map(([x, y]) => new Vector3(x, y, AWAY));
    const tip = [
      new Vector3(-0.4 * wide, 1.15 * high, AWAY),
      new Vector3(0, 1.6 * high, AWAY),
      new Vector3(0.4 * wide, 1.15 * high, AWAY),
    ];
    const eye = new Vector3();
    const points = corners.flatMap((corner, index) => [eye, corner, corner, corners[(index + 1) % 4]!]);
    points.push(tip[0]!, tip[1]!, tip[1]!, tip[2]!);
    const ahead = new Vector3(...view.way);
    const right = new Vector3().crossVectors(ahead, UP).normalize();
    const up = new Vector3().crossVectors(right, ahead);
    const world = new Matrix4().makeBasis(right, up, ahead).setPosition(...view.eye);
    const position = this.object.geometry.getAttribute("position") as BufferAttribute;
    points.forEach((point, index) => position.setXYZ(index, ...point.clone().applyMatrix4(world).toArray()));
    position.needsUpdate = true;
    this.object.material.color.set(colour);
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
