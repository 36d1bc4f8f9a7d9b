/** What Keys draws for posing: the gizmo on the selected joint, and marks on what is pinned. */

import { Group, Mesh, MeshBasicMaterial, OctahedronGeometry } from "three";
import type { Actor } from "../../../stage/actors/actor";
import type { GizmoHit } from "../../../stage/hands/poseHolds";
import { Gizmo, gizmoOfJoint, type GizmoMode } from "../../../stage/marks/gizmo";
import type { StageScene } from "../../../stage/scene/stageScene";

export interface PoseShow {
  character: string;
  joint: number | null;
  mode: GizmoMode;
  pins: readonly number[];
}

/** From the middle of a pin's mark to its corner [px]. */
const PIN = 7;
const ORDER = 5;

export class PoseDrawing {
  private readonly gizmo = new Gizmo();
  private readonly pins = new Group();
  private readonly shape = new OctahedronGeometry(1);
  private readonly paint = new MeshBasicMaterial({ transparent: true, opacity: 0.9, depthTest: false });
  private show: PoseShow | null = null;
  /** The handle of the gizmo under the pointer. */
  private pointed: { axis: number | null; held: boolean } = { axis: null, held: false };

  constructor(private readonly stage: StageScene) {
    stage.hang(this.gizmo.object, this.pins);
  }

  /** Lays everything where it is now; null for nothing. Call after bodies were posed. */
  direct(show: PoseShow | null): void {
    this.show = show;
    this.lay();
  }

  /** What has a size on screen keeps it while the camera moves. */
  advance(): void {
    if (this.show) this.lay();
  }

  point(hit: GizmoHit | null, held: boolean): void {
    this.pointed = { axis: hit?.axis ?? null, held };
    this.lay();
  }

  private get actor(): Actor | null {
    return (this.show && this.stage.actors.get(this.show.character)) ?? null;
  }

  private lay(): void {
    const { show, actor, stage } = this;
    const joint = show?.joint == null ? undefined : actor?.joints[show.joint];
    if (!show || !actor || !joint) this.gizmo.hide();
    else {
      const place = gizmoOfJoint(joint, show.mode, actor.object);
      this.gizmo.show(place, stage.rig, this.pointed.axis, this.pointed.held, stage.palette.live);
    }
    this.layPins(show?.pins ?? [], actor);
  }

  private layPins(pins: readonly number[], actor: Actor | null): void {
    const shown = actor ? pins.filter((pin) => actor.joints[pin]) : [];
    while (this.pins.children.length > shown.length) this.pins.remove(this.pins.children.at(-1)!);
    while (this.pins.children.length < shown.length) {
      const mesh = new Mesh(this.shape, this.paint);
      mesh.renderOrder = ORDER;
      this.pins.add(mesh);
    }
    this.paint.color.set(this.stage.palette.text);
    shown.forEach((pin, index) => {
      const mark = this.pins.children[index]!;
      actor!.joints[pin]!.getWorldPosition(mark.position);
      mark.scale.setScalar(PIN / this.stage.rig.pixelsPerMetre(mark.position));
    });
  }

  /** The gizmo's handle under a point of the window [client px]. */
  pick(x: number, y: number): GizmoHit | null {
    const { show, actor } = this;
    const axis = show?.joint == null ? null : this.gizmo.pick(this.stage.rig, x, y);
    if (axis === null || !show || !actor) return null;
    const joint = show.joint!;
    return { axis, joint, place: gizmoOfJoint(actor.joints[joint]!, show.mode, actor.object) };
  }

  get seen() {
    const drawn = this.show?.joint == null ? null : this.gizmo.drawn(this.stage.rig);
    const pins = this.pins.children.map(({ position }) => position.clone().toArray());
    return { gizmo: drawn && { joint: this.show!.joint, ...drawn }, pins };
  }

  dispose(): void {
    this.gizmo.dispose();
    this.pins.removeFromParent();
    this.shape.dispose();
    this.paint.dispose();
  }
}
