/** What a hand can have hold of on the body: a part, all of it, its shadow, or the gizmo on a joint. Each drag is one edit. */

import { Vector3, type Object3D } from "three";
import type { CharacterRecord } from "../../protocol/generated";
import type { Actor } from "../actors/actor";
import { aboutRing, alongAxis, axisOf, RADIUS, type GizmoPlace } from "../marks/gizmo";
import type { Point3 } from "../points";
import type { Hit, StageScene } from "../scene/stageScene";
import { CLICK_DISTANCE, type Hold } from "./hold";
import { aboutAxis, posingOf, Turning } from "./posing";

/** A step of a drag that poses, from where it began, in the world. */
export type PoseStep =
  | { kind: "turn"; joint: number; rotation: [number, number, number, number] }
  | { kind: "reach"; joint: number; target: Point3; offset?: Point3; upright: boolean }
  | { kind: "move"; shift: Point3 };

export type PosingDoing = "turnPart" | "pullPart" | "moveBody" | "slideBody";

/** The pose that is in the hand. */
export interface PosedBody {
  readonly stage: StageScene;
  begin(): void;
  step(step: PoseStep): void;
  end(kept: boolean): void;
  /** Says in the hint line what is being done. */
  tell(doing: PosingDoing): void;
  /** A click selects a part. */
  select(joint: number | null): void;
}

/** A character that can be posed, as its record and as it is on the stage. */
export interface Poseable {
  record: CharacterRecord;
  actor: Actor;
}

/** A drag that poses: begins, goes and ends alike, whatever it does. */
abstract class PoseHold implements Hold {
  readonly slack: number = CLICK_DISTANCE;
  protected abstract readonly doing: PosingDoing;

  constructor(
    protected readonly on: PosedBody,
    readonly joint: number | null,
  ) {}

  protected abstract stepTo(x: number, y: number): PoseStep | null;

  started(): void {
    this.on.begin();
    this.on.tell(this.doing);
  }

  dragged({ clientX, clientY }: PointerEvent): void {
    const step = this.stepTo(clientX, clientY);
    if (step) this.on.step(step);
  }

  clicked(): void {
    this.on.select(this.joint);
  }

  ended(): void {
    this.on.end(true);
  }

  cancelled(): void {
    this.on.end(false);
  }
}

type Press = { clientX: number; clientY: number };

/** Turns a joint in the view plane. */
export class TurnHold extends PoseHold {
  protected readonly doing = "turnPart";
  private readonly turning: Turning;

  constructor(on: PosedBody, joint: number, pivot: Vector3, press: Press) {
    super(on, joint);
    this.turning = new Turning(on.stage.rig.toWindow(pivot), { x: press.clientX, y: press.clientY });
  }

  protected stepTo(x: number, y: number): PoseStep {
    const towards = this.on.stage.rig.camera.getWorldDirection(new Vector3()).negate();
    const rotation = aboutAxis(towards.toArray(), this.turning.to({ x, y }));
    return { kind: "turn", joint: this.joint!, rotation };
  }
}

/** Pulls the point of a joint's body that was taken hold of; the joints above follow. */
export class PullHold extends PoseHold {
  protected readonly doing = "pullPart";
  private readonly grip: Point3;

  constructor(
    on: PosedBody,
    index: number,
    joint: Object3D,
    private readonly at: Vector3,
    private readonly upright: boolean,
  ) {
    super(on, index);
    this.grip = joint.worldToLocal(at.clone()).toArray();
  }

  protected stepTo(x: number, y: number): PoseStep | null {
    const target = this.on.stage.rig.onFacingPlane(x, y, this.at)?.toArray();
    if (!target) return null;
    const [joint, offset] = [this.joint!, this.grip];
    return { kind: "reach", joint, target, offset, upright: this.upright };
  }
}

/** Moves all of the body, parallel to the screen or over the ground. */
export class MoveHold extends PoseHold {
  protected readonly doing: PosingDoing;

  constructor(
    on: PosedBody,
    joint: number | null,
    private readonly from: Vector3,
    private readonly over: "screen" | "ground",
  ) {
    super(on, joint);
    this.doing = over === "ground" ? "slideBody" : "moveBody";
  }

  protected stepTo(x: number, y: number): PoseStep | null {
    const { rig } = this.on.stage;
    const to = this.over === "ground" ? rig.onGround(x, y) : rig.onFacingPlane(x, y, this.from);
    return to && { kind: "move", shift: to.sub(this.from).toArray() };
  }
}

/** A ring of the gizmo: turns a joint about one of its own axes. */
export class RingHold extends PoseHold {
  override readonly slack = 0;
  protected readonly doing = "turnPart";
  private readonly axis: Vector3;
  private readonly from: number | null;
  private readonly tangent: { x: number; y: number };
  private angle = 0;

  constructor(
    on: PosedBody,
    joint: number,
    private readonly gizmo: GizmoPlace,
    axis: number,
    private readonly press: Press,
  ) {
    super(on, joint);
    this.axis = axisOf(gizmo, axis);
    this.from = aboutRing(on.stage.rig.ray(press.clientX, press.clientY), gizmo.at, this.axis);
    this.tangent = this.screenTangent();
  }

  /** Which way the ring runs on screen where it is seen from the side, in [rad/px]. */
  private screenTangent(): { x: number; y: number } {
    const { rig } = this.on.stage;
    const across = this.axis.clone().cross(rig.camera.getWorldDirection(new Vector3())).normalize();
    const [a, b] = [rig.toWindow(this.gizmo.at), rig.toWindow(this.gizmo.at.clone().add(across))];
    const long = Math.max((b.x - a.x) ** 2 + (b.y - a.y) ** 2, 1e-6);
    const radius = RADIUS / rig.pixelsPerMetre(this.gizmo.at);
    return { x: -(b.x - a.x) / long / radius, y: -(b.y - a.y) / long / radius };
  }

  protected stepTo(x: number, y: number): PoseStep {
    const to = this.from === null ? null : aboutRing(this.on.stage.rig.ray(x, y), this.gizmo.at, this.axis);
    if (this.from !== null && to !== null) {
      const step = to - this.from - this.angle;
      this.angle += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
    } else if (this.from === null)
      this.angle = (x - this.press.clientX) * this.tangent.x + (y - this.press.clientY) * this.tangent.y;
    const rotation = aboutAxis(this.axis.toArray(), this.angle);
    return { kind: "turn", joint: this.joint!, rotation };
  }

  override clicked(): void {}
}

/** An arrow of the gizmo: moves a joint along one direction; the joints above follow, the root takes all with it. */
export class ArrowHold extends PoseHold {
  override readonly slack = 0;
  protected readonly doing: PosingDoing;
  private readonly axis: Vector3;
  private readonly from: number | null;

  constructor(
    on: PosedBody,
    joint: number,
    private readonly gizmo: GizmoPlace,
    axis: number,
    press: Press,
    private readonly isRoot: boolean,
    private readonly upright: boolean,
  ) {
    super(on, joint);
    this.doing = isRoot ? "moveBody" : "pullPart";
    this.axis = axisOf(gizmo, axis);
    this.from = alongAxis(on.stage.rig.ray(press.clientX, press.clientY), gizmo.at, this.axis);
  }

  protected stepTo(x: number, y: number): PoseStep | null {
    const to = alongAxis(this.on.stage.rig.ray(x, y), this.gizmo.at, this.axis);
    if (to === null || this.from === null) return null;
    const shift = this.axis.clone().multiplyScalar(to - this.from);
    if (this.isRoot) return { kind: "move", shift: shift.toArray() };
    const target = this.gizmo.at.clone().add(shift).toArray();
    return { kind: "reach", joint: this.joint!, target, upright: this.upright };
  }

  override clicked(): void {}
}

/** The gizmo under a pointer: which joint's, and which of its handles. */
export interface GizmoHit {
  axis: number;
  place: GizmoPlace;
  joint: number;
}

/** What a press on the gizmo takes hold of. upright: whether a part that is pulled keeps its rotation. */
export function holdOfGizmo(
  on: PosedBody,
  { record }: Poseable,
  { axis, place, joint }: GizmoHit,
  press: Press,
  upright: boolean,
): Hold {
  if (place.mode === "turn") return new RingHold(on, joint, place, axis, press);
  return new ArrowHold(on, joint, place, axis, press, record.parents[joint] === -1, upright);
}

/** What a press on a body, or on its shadow, takes hold of. upright: whether a part keeps its rotation when it is pulled. */
export function holdOfBody(
  on: PosedBody,
  { record, actor }: Poseable,
  hit: NonNullable<Hit>,
  event: Press & { altKey: boolean },
  upright: (joint: number) => boolean,
): Hold | null {
  const { rig } = on.stage;
  if (hit.part === "base") {
    const from = rig.onGround(event.clientX, event.clientY);
    return from && new MoveHold(on, null, from, "ground");
  }
  const posing = posingOf(hit.joint, record, event.altKey);
  const joint = actor.joints[hit.joint]!;
  if (posing === "turn") return new TurnHold(on, hit.joint, joint.getWorldPosition(new Vector3()), event);
  const ray = rig.ray(event.clientX, event.clientY);
  const at = ray.at(actor.hit(ray)?.distance ?? 0, new Vector3());
  if (posing === "move") return new MoveHold(on, hit.joint, at, "screen");
  return new PullHold(on, hit.joint, joint, at, upright(hit.joint));
}
