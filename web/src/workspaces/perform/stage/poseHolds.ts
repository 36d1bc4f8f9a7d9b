/** What a hand can have hold of on the body: a part, all of it, its shadow, or the gizmo on a joint. Each drag is one edit. */

import { Vector3, type Object3D } from "three";
import type { PerformDoing } from "../model/hints";
import { aboutAxis, Turning } from "../model/posing";
import type { GestureStep } from "../model/port";
import { aboutRing, alongAxis, axisOf, RADIUS, type GizmoPlace } from "../../../stage/marks/gizmo";
import { CLICK_DISTANCE, type Hold, type HoldContext } from "./holds";
import type { Point3 } from "../../../stage/points";

/** A drag that poses: begins, goes and ends alike, whatever it does. */
abstract class PoseHold implements Hold {
  readonly slack: number = CLICK_DISTANCE;
  protected abstract readonly doing: PerformDoing;

  constructor(
    protected readonly on: HoldContext,
    protected readonly character: string,
    readonly joint: number | null,
    /** A click selects the part. */
    private readonly select: (joint: number | null) => void,
  ) {}

  protected abstract stepTo(x: number, y: number): GestureStep | null;

  started(): void {
    this.on.perform.begin(true);
    this.on.tell(this.doing);
  }

  dragged({ clientX, clientY }: PointerEvent): void {
    const step = this.stepTo(clientX, clientY);
    if (step) this.on.perform.step(step);
  }

  clicked(): void {
    this.select(this.joint);
  }

  ended(): void {
    void this.on.perform.end(true);
  }

  cancelled(): void {
    void this.on.perform.end(false);
  }
}

type Selects = (joint: number | null) => void;
type Press = { clientX: number; clientY: number };

/** Turns a joint in the view plane. */
export class TurnHold extends PoseHold {
  protected readonly doing = "turnPart";
  private readonly turning: Turning;

  constructor(on: HoldContext, character: string, joint: number, pivot: Vector3, press: Press, select: Selects) {
    super(on, character, joint, select);
    this.turning = new Turning(on.stage.rig.toWindow(pivot), { x: press.clientX, y: press.clientY });
  }

  protected stepTo(x: number, y: number): GestureStep {
    const towards = this.on.stage.rig.camera.getWorldDirection(new Vector3()).negate();
    const rotation = aboutAxis(towards.toArray(), this.turning.to({ x, y }));
    return { type: "TurnJoint", character: this.character, joint: this.joint!, rotation };
  }
}

/** Pulls the point of a joint's body that was taken hold of; the joints above follow. */
export class PullHold extends PoseHold {
  protected readonly doing = "pullPart";
  private readonly grip: Point3;

  constructor(
    on: HoldContext,
    character: string,
    index: number,
    joint: Object3D,
    private readonly at: Vector3,
    private readonly upright: boolean,
    select: Selects,
  ) {
    super(on, character, index, select);
    this.grip = joint.worldToLocal(at.clone()).toArray();
  }

  protected stepTo(x: number, y: number): GestureStep | null {
    const target = this.on.stage.rig.onFacingPlane(x, y, this.at)?.toArray();
    if (!target) return null;
    const [joint, offset] = [this.joint!, this.grip];
    return { type: "ReachJoint", character: this.character, joint, target, offset, upright: this.upright };
  }
}

/** Moves all of the body, parallel to the screen or over the ground. */
export class MoveHold extends PoseHold {
  protected readonly doing: PerformDoing;

  constructor(
    on: HoldContext,
    character: string,
    joint: number | null,
    private readonly from: Vector3,
    private readonly over: "screen" | "ground",
    select: Selects,
  ) {
    super(on, character, joint, select);
    this.doing = over === "ground" ? "slideBody" : "moveBody";
  }

  protected stepTo(x: number, y: number): GestureStep | null {
    const { rig } = this.on.stage;
    const to = this.over === "ground" ? rig.onGround(x, y) : rig.onFacingPlane(x, y, this.from);
    return to && { type: "MovePose", character: this.character, shift: to.sub(this.from).toArray() };
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
    on: HoldContext,
    character: string,
    joint: number,
    private readonly gizmo: GizmoPlace,
    axis: number,
    private readonly press: Press,
    select: Selects,
  ) {
    super(on, character, joint, select);
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

  protected stepTo(x: number, y: number): GestureStep {
    const to = this.from === null ? null : aboutRing(this.on.stage.rig.ray(x, y), this.gizmo.at, this.axis);
    if (this.from !== null && to !== null) {
      const step = to - this.from - this.angle;
      this.angle += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
    } else if (this.from === null)
      this.angle = (x - this.press.clientX) * this.tangent.x + (y - this.press.clientY) * this.tangent.y;
    const rotation = aboutAxis(this.axis.toArray(), this.angle);
    return { type: "TurnJoint", character: this.character, joint: this.joint!, rotation };
  }

  override clicked(): void {}
}

/** An arrow of the gizmo: moves a joint along one direction; the joints above follow, the root takes all with it. */
export class ArrowHold extends PoseHold {
  override readonly slack = 0;
  protected readonly doing: PerformDoing;
  private readonly axis: Vector3;
  private readonly from: number | null;

  constructor(
    on: HoldContext,
    character: string,
    joint: number,
    private readonly gizmo: GizmoPlace,
    axis: number,
    press: Press,
    private readonly isRoot: boolean,
    private readonly upright: boolean,
    select: Selects,
  ) {
    super(on, character, joint, select);
    this.doing = isRoot ? "moveBody" : "pullPart";
    this.axis = axisOf(gizmo, axis);
    this.from = alongAxis(on.stage.rig.ray(press.clientX, press.clientY), gizmo.at, this.axis);
  }

  protected stepTo(x: number, y: number): GestureStep | null {
    const to = alongAxis(this.on.stage.rig.ray(x, y), this.gizmo.at, this.axis);
    if (to === null || this.from === null) return null;
    const shift = this.axis.clone().multiplyScalar(to - this.from);
    if (this.isRoot) return { type: "MovePose", character: this.character, shift: shift.toArray() };
    const target = this.gizmo.at.clone().add(shift).toArray();
    return { type: "ReachJoint", character: this.character, joint: this.joint!, target, upright: this.upright };
  }

  override clicked(): void {}
}

/** The body while a motion plays: a click goes back to posing. */
export class PlayedHold implements Hold {
  readonly joint = null;
  readonly slack = CLICK_DISTANCE;

  constructor(private readonly on: HoldContext) {}

  started(): void {}
  dragged(): void {}
  ended(): void {}
  cancelled(): void {}

  clicked(): void {
    this.on.perform.show("pose");
  }
}
