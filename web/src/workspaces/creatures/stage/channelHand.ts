/** The hand over what an animation of creatures puts on the stage.
 *
 *     idle ── down on a target ──► carrying ── up ──► one edit;  Escape ──► as it was
 *     idle ── down on the body's handle or a ring ──► posing        "               "
 *     idle ── down while a path is to be drawn ──► drawing ── up ──► it walks there
 *     idle ── down while the ground is to be painted ──► drawing ── up ──► one edit
 */

import { Quaternion, Vector3 } from "three";
import type { ChannelDoing, ChannelPlace } from "../model/channels/channelHints";
import type { ChannelHit, ChannelDrawing, ShownTarget } from "./channelDrawing";
import { aboutRing, axisOf, type GizmoPlace } from "../../../stage/marks/gizmo";
import type { StageHand } from "../../../stage/hands/hands";
import type { StageScene } from "../../../stage/scene/stageScene";
import type { Point3 } from "../../../stage/points";
import { Carried, DEPTH } from "../../../stage/hands/carried";

/** What the hand plays on. */
export interface ChannelPort {
  readonly active: boolean;
  /** Whether a press on the ground begins a path. */
  readonly drawing: boolean;
  /** Whether it paints the ground instead. */
  readonly painting: boolean;
  /** shared: for all creatures that play. */
  moveTarget(target: ShownTarget, place: Point3, shared: boolean): void;
  endTarget(kept: boolean): void;
  grab(track: "position" | "rotation"): boolean;
  pull(shift: Point3): void;
  turn(turn: [number, number, number, number]): void;
  endPose(kept: boolean): void;
  startPath(at: [number, number]): void;
  drawTo(at: [number, number]): void;
  endPath(kept: boolean): void;
  place(place: { over: ChannelPlace } | { doing: ChannelDoing } | null): void;
  name(name: string | null): void;
}

interface Hold {
  dragged(event: PointerEvent): void;
  deepened?(factor: number): void;
  ended(kept: boolean): void;
}

export class ChannelHand implements StageHand {
  private press: { hold: Hold; hit: ChannelHit; pointer: number } | null = null;
  private over = false;

  constructor(
    private readonly stage: StageScene,
    private readonly drawn: ChannelDrawing,
    private readonly element: HTMLElement,
    private readonly bench: ChannelPort,
  ) {}

  get busy(): boolean {
    return this.press !== null;
  }

  down(event: PointerEvent): boolean {
    if (this.press) return true;
    if (!this.bench.active || event.button !== 0) return false;
    const hit = this.drawn.pick(event.clientX, event.clientY);
    const hold = this.holdOf(event, hit);
    if (!hold) return false;
    this.stage.rig.controls.enabled = false;
    this.element.setPointerCapture(event.pointerId);
    this.press = { hold, hit, pointer: event.pointerId };
    this.drawn.point(hit, true);
    this.bench.name(null);
    return true;
  }

  private holdOf(event: PointerEvent, hit: ChannelHit): Hold | null {
    if (this.bench.drawing || this.bench.painting) return this.drawing(event);
    if (hit?.part === "target") return this.carrying(event, hit.target);
    if (hit?.part === "handle") return this.pulling(event, hit.character, hit.at);
    return hit?.part === "gizmo" ? this.turning(event, hit.character, hit.place, hit.axis) : null;
  }

  private carrying(press: PointerEvent, target: ShownTarget): Hold {
    const { bench } = this;
    const carried = new Carried(this.stage, new Vector3(...target.place), press);
    const shared = target.shared || press.shiftKey;
    const put = () => bench.moveTarget(target, carried.at.toArray(), shared);
    bench.place({ doing: "moveTarget" });
    return {
      dragged: ({ clientX, clientY, altKey }) => carried.to(clientX, clientY, altKey) && put(),
      deepened: (factor) => carried.deeper(factor) && put(),
      ended: (kept) => bench.endTarget(kept),
    };
  }

  private pulling(press: PointerEvent, character: string, at: Vector3): Hold | null {
    const { bench } = this;
    const actor = this.stage.actors.get(character);
    if (!actor || !bench.grab("position")) return null;
    const carried = new Carried(this.stage, at.clone(), press);
    const back = actor.object.getWorldQuaternion(new Quaternion()).invert();
    const put = () => bench.pull(carried.at.clone().sub(at).applyQuaternion(back).toArray());
    bench.place({ doing: "poseBody" });
    return {
      dragged: ({ clientX, clientY, altKey }) => carried.to(clientX, clientY, altKey) && put(),
      deepened: (factor) => carried.deeper(factor) && put(),
      ended: (kept) => bench.endPose(kept),
    };
  }

  /** A ring turns about one of the character's own axes. */
  private turning(press: PointerEvent, character: string, place: GizmoPlace, axis: number): Hold | null {
    const { bench, stage } = this;
    const about = axisOf(place, axis);
    const angleAt = ({ clientX, clientY }: PointerEvent) => aboutRing(stage.rig.ray(clientX, clientY), place.at, about);
    const from = angleAt(press);
    if (from === null || !stage.actors.has(character) || !bench.grab("rotation")) return null;
    const own = new Vector3().setComponent(axis, 1);
    bench.place({ doing: "turnBody" });
    return {
      dragged: (event) => {
        const to = angleAt(event);
        if (to !== null) bench.turn(new Quaternion().setFromAxisAngle(own, to - from).toArray());
      },
      ended: (kept) => bench.endPose(kept),
    };
  }

  private drawing(press: PointerEvent): Hold | null {
    const { bench, stage } = this;
    const at = stage.rig.onGround(press.clientX, press.clientY);
    if (!at) return null;
    bench.startPath([at.x, at.z]);
    bench.place({ doing: bench.painting ? "paintGround" : "drawPath" });
    return {
      dragged: ({ clientX, clientY }) => {
        const to = stage.rig.onGround(clientX, clientY);
        if (to) bench.drawTo([to.x, to.z]);
      },
      ended: (kept) => bench.endPath(kept),
    };
  }

  move(event: PointerEvent): boolean {
    const { press } = this;
    if (press) {
      if (event.pointerId === press.pointer) press.hold.dragged(event);
      return true;
    }
    return this.bench.active && event.buttons === 0 && this.hover(event);
  }

  private hover(event: PointerEvent): boolean {
    const { bench } = this;
    const draws = bench.drawing || bench.painting;
    const hit = draws ? null : this.drawn.pick(event.clientX, event.clientY);
    this.drawn.point(hit);
    const over = bench.painting ? "paintGround" : draws ? "drawGround" : placeOf(hit);
    if (over) {
      bench.place({ over });
      bench.name(hit?.part === "target" ? hit.target.name : null);
    } else if (this.over) {
      bench.place(null);
      bench.name(null);
    }
    this.over = over !== null;
    return this.over;
  }

  wheel(event: WheelEvent): boolean {
    const deepened = this.press?.hold.deepened;
    if (!deepened) return false;
    deepened(Math.exp(-DEPTH * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * event.deltaY : event.deltaY)));
    return true;
  }

  up(event: PointerEvent): boolean {
    if (!this.press) return false;
    if (event.pointerId === this.press.pointer) this.letGo(true);
    return true;
  }

  cancel(): boolean {
    if (!this.press) return false;
    this.letGo(false);
    return true;
  }

  private letGo(kept: boolean): void {
    const { hold } = this.press!;
    this.press = null;
    this.stage.rig.controls.enabled = true;
    this.drawn.point(null);
    this.bench.place(null);
    hold.ended(kept);
  }
}

function placeOf(hit: ChannelHit): ChannelPlace | null {
  if (hit?.part === "target") return hit.target.shared ? "sharedTarget" : "target";
  return hit?.part === "handle" ? "poseHandle" : hit?.part === "gizmo" ? "poseRing" : null;
}
