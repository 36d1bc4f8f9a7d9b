/** The gizmo on the selected joint: three arrows to move it along, or three rings to turn it about. Always the same size to the eye. */

import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Plane,
  Quaternion,
  TorusGeometry,
  Vector3,
  type BufferGeometry,
  type Object3D,
  type Ray,
} from "three";
import type { CameraRig } from "../scene/cameraRig";
import { nearestOnPath } from "./nearestOnPath";

export type GizmoMode = "move" | "turn";

/** Where a gizmo is: axes are those of the world, or a joint's own. */
export interface GizmoPlace {
  mode: GizmoMode;
  at: Vector3;
  axes: Quaternion;
}

/** x, y, z, of the colour-blind-safe list. */
const COLOURS = ["#dd6b3f", "#2fb68a", "#4f8fd6"] as const;
const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;
/** From the middle to the end of an arrow, or to a ring [px]. */
export const RADIUS = 64;
/** How near a pointer must come to a handle [px]. */
const [NEAR, NEAR_WITH_A_FINGER] = [9, 22];
const STEPS = 48;
const ORDER = 6;

export class Gizmo {
  readonly object = new Group();
  private readonly shapes: Record<GizmoMode, BufferGeometry[]> = {
    move: [
      new CylinderGeometry(0.016, 0.016, 0.86, 12).translate(0, 0.43, 0),
      new ConeGeometry(0.07, 0.2, 20).translate(0, 0.92, 0),
    ],
    turn: [new TorusGeometry(1, 0.02, 8, 96).rotateX(Math.PI / 2)],
  };
  private readonly handles: Record<GizmoMode, Group[]>;
  private place: GizmoPlace | null = null;
  private readonly reach = matchMedia("(pointer: coarse)").matches ? NEAR_WITH_A_FINGER : NEAR;

  constructor() {
    const made = (mode: GizmoMode) => AXES.map((axis, index) => this.handle(this.shapes[mode], axis, COLOURS[index]!));
    this.handles = { move: made("move"), turn: made("turn") };
    this.object.add(...this.handles.move, ...this.handles.turn);
    this.object.visible = false;
  }

  private handle(shapes: BufferGeometry[], axis: Vector3, colour: string): Group {
    const group = new Group();
    const material = new MeshBasicMaterial({ color: colour, transparent: true, depthTest: false, depthWrite: false });
    for (const shape of shapes) {
      const mesh = new Mesh(shape, material);
      mesh.renderOrder = ORDER;
      group.add(mesh);
    }
    group.quaternion.setFromUnitVectors(AXES[1], axis);
    return group;
  }

  hide(): void {
    this.place = null;
    this.object.visible = false;
  }

  /** lit: the axis under the pointer or in the hand. held: whether it is in the hand; then the others step back. */
  show(place: GizmoPlace, rig: CameraRig, lit: number | null, held: boolean, live: string): void {
    this.place = place;
    this.object.visible = true;
    this.object.position.copy(place.at);
    this.object.quaternion.copy(place.axes);
    this.object.scale.setScalar(RADIUS / rig.pixelsPerMetre(place.at));
    for (const mode of ["move", "turn"] as const)
      this.handles[mode].forEach((handle, axis) => {
        handle.visible = mode === place.mode;
        const { material } = handle.children[0] as Mesh<BufferGeometry, MeshBasicMaterial>;
        material.color.set(axis === lit ? live : COLOURS[axis]!);
        material.opacity = axis === lit ? 1 : held ? 0.2 : 0.85;
      });
  }

  /** The axis whose handle is under a point of the window [client px]; null for none. */
  pick(rig: CameraRig, x: number, y: number): number | null {
    const { place } = this;
    if (!place) return null;
    const pointer = rig.fromWindow(x, y);
    const size = RADIUS / rig.pixelsPerMetre(place.at);
    let best: { axis: number; away: number } | null = null;
    for (let axis = 0; axis < 3; axis++) {
      const points = handlePoints(place, axis, size).map((point) => rig.toElement(point));
      const event = nearestOnPath(points, pointer, this.reach);
      if (event === null) continue;
      const away = Math.hypot(points[event]!.x - pointer.x, points[event]!.y - pointer.y);
      if (away < (best?.away ?? Infinity)) best = { axis, away };
    }
    return best?.axis ?? null;
  }

  /** What it does as it was drawn last, with a point on each handle, in the world: an arrow's end, or a place on a ring that no other
   * ring passes. */
  drawn(rig: CameraRig): { mode: GizmoMode; handles: [number, number, number][] } | null {
    const { place } = this;
    if (!place) return null;
    const size = RADIUS / rig.pixelsPerMetre(place.at);
    const step = place.mode === "move" ? STEPS - 4 : STEPS / 8;
    return { mode: place.mode, handles: [0, 1, 2].map((axis) => handlePoints(place, axis, size)[step]!.toArray()) };
  }

  dispose(): void {
    this.object.removeFromParent();
    for (const shape of Object.values(this.shapes).flat()) shape.dispose();
    for (const handle of Object.values(this.handles).flat())
      (handle.children[0] as Mesh<BufferGeometry, MeshBasicMaterial>).material.dispose();
  }
}

/** Where the gizmo of a joint is: arrows point along the character's own space, rings are about the joint's own axes. */
export function gizmoOfJoint(joint: Object3D, mode: GizmoMode, character: Object3D): GizmoPlace {
  const axes = (mode === "turn" ? joint : character).getWorldQuaternion(new Quaternion());
  return { mode, at: joint.getWorldPosition(new Vector3()), axes };
}

/** An axis of a gizmo in the world, of length 1. */
export const axisOf = ({ axes }: Pick<GizmoPlace, "axes">, axis: number): Vector3 =>
  AXES[axis]!.clone().applyQuaternion(axes);

/** Points along a handle: an arrow from a little outside the middle, or a ring. */
function handlePoints(place: GizmoPlace, axis: number, size: number): Vector3[] {
  const along = axisOf(place, axis);
  if (place.mode === "move")
    return Array.from({ length: STEPS + 1 }, (_, step) =>
      place.at.clone().addScaledVector(along, size * (0.25 + (0.77 * step) / STEPS)),
    );
  const [a, b] = [axisOf(place, (axis + 1) % 3), axisOf(place, (axis + 2) % 3)];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const angle = (2 * Math.PI * step) / STEPS;
    return place.at
      .clone()
      .addScaledVector(a, size * Math.cos(angle))
      .addScaledVector(b, size * Math.sin(angle));
  });
}

/** How far along an axis through a point the point is that a ray comes nearest to [m]; null where they run side by side. */
export function alongAxis(ray: Ray, through: Vector3, axis: Vector3): number | null {
  const between = ray.origin.clone().sub(through);
  const b = ray.direction.dot(axis);
  const slant = 1 - b * b;
  if (slant < 1e-4) return null;
  return (between.dot(axis) - b * between.dot(ray.direction)) / slant;
}

/** The angle of the point where a ray meets the plane of a ring [rad]; null where it is seen from the side. */
export function aboutRing(ray: Ray, centre: Vector3, axis: Vector3): number | null {
  if (Math.abs(ray.direction.dot(axis)) < 0.2) return null;
  const met = ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(axis, centre), new Vector3());
  if (!met) return null;
  const frame = new Matrix4().lookAt(axis, new Vector3(), Math.abs(axis.y) > 0.9 ? AXES[0] : AXES[1]).transpose();
  const { x, y } = met.sub(centre).applyMatrix4(frame);
  return Math.atan2(y, x);
}
