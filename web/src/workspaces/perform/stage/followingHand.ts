/** The hand while the ball follows the pointer: with no button held it performs, with one held it records.
 *
 *     follows ── down ──► records ── up ──► the take plays, and the ball lies still
 *        ├── the wheel: nearer and further
 *        └── a finger, which cannot hover: follows while it is down
 */

import { Vector3 } from "three";
import type { PerformDoing, PerformPlace } from "../model/hints";
import { samplesOf } from "../../../stage/hands/pointerSamples";
import type { PerformPort } from "../model/port";
import type { PerformDrawing } from "./drawing";
import type { StageScene } from "../../../stage/scene/stageScene";
import { DEPTH, fromEye } from "../../../stage/hands/carried";

/** As far as the wheel takes the ball, as a factor of the distance. */
const FURTHEST = 2.5;

export class FollowingHand {
  private press: number | null = null;
  private time = -Infinity;
  /** How much further than the middle of its markers the wheel took the ball of a set, as a factor of the distance. */
  private depth = { set: "", factor: 1 };

  constructor(
    private readonly stage: StageScene,
    private readonly drawn: PerformDrawing,
    private readonly element: HTMLElement,
    private readonly perform: PerformPort,
    private readonly place: (place: { over: PerformPlace } | { doing: PerformDoing }) => void,
  ) {}

  get busy(): boolean {
    return this.press !== null;
  }

  private get on(): boolean {
    const { perform } = this;
    return perform.active && perform.following && perform.set !== null && !perform.picking;
  }

  /** Returns whether it was ours. */
  down(event: PointerEvent): boolean {
    if (!this.on || event.button !== 0 || this.press !== null) return false;
    const { perform, stage } = this;
    this.press = event.pointerId;
    stage.rig.controls.enabled = false;
    this.element.setPointerCapture(event.pointerId);
    this.go(event);
    if (event.pointerType !== "touch" && perform.ball) {
      if (perform.takes.phase !== "armed") perform.takes.arm(null, { atOnce: true });
      perform.takes.begin(perform.ball, event.timeStamp / 1000);
    }
    this.place({ doing: perform.takes.busy ? "record" : "perform" });
    return true;
  }

  move(event: PointerEvent): boolean {
    if (!this.on) return false;
    if (this.press === null ? event.buttons !== 0 || event.pointerType === "touch" : event.pointerId !== this.press)
      return this.press !== null; // the camera is being moved
    this.go(event);
    if (this.press === null) this.place({ over: "following" });
    return true;
  }

  /** The wheel takes the ball nearer and further, under the pointer as it is. */
  wheel(event: WheelEvent): boolean {
    const set = this.perform.set?.id;
    if (!this.on || !set) return false;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * event.deltaY : event.deltaY;
    const factor = (this.depth.set === set ? this.depth.factor : 1) * Math.exp(-DEPTH * pixels);
    this.depth = { set, factor: Math.min(Math.max(factor, 1 / FURTHEST), FURTHEST) };
    this.put(event.clientX, event.clientY, Math.max(event.timeStamp / 1000, this.time));
    return true;
  }

  private go(event: PointerEvent): void {
    for (const sample of samplesOf(event, this.time)) this.put(sample.x, sample.y, sample.time);
  }

  /** Moves the ball under the pointer, on the plane that faces the camera through the middle of the markers. */
  private put(x: number, y: number, time: number): void {
    const middle = this.middle();
    const at = middle && this.stage.rig.onFacingPlane(x, y, middle);
    if (!at) return;
    this.time = time;
    this.perform.moveBall(at.setY(Math.max(at.y, 0)).toArray(), time, true);
  }

  private middle(): Vector3 | null {
    const { set } = this.perform;
    const places = (set?.keys ?? []).map(({ place }) => this.drawn.world(set!, place));
    const known = places.filter((place) => place !== null).map((place) => new Vector3(...place));
    if (known.length === 0) return null;
    const middle = known.reduce((sum, place) => sum.add(place)).divideScalar(known.length);
    return this.depth.set === set?.id ? (fromEye(this.stage, middle, this.depth.factor) ?? middle) : middle;
  }

  up(event: PointerEvent): boolean {
    if (event.pointerId !== this.press) return false;
    this.letGo();
    const { perform } = this;
    if (perform.takes.busy) {
      perform.following = false; // the take plays now, the pointer must not disturb it
      perform.takes.released();
      this.place({ over: "played" });
    } else if (perform.takes.phase === "armed") perform.takes.disarm();
    return true;
  }

  /** Escape, or the system took the pointer away. Returns whether there was something to give up. */
  cancel(): boolean {
    if (this.press === null) return false;
    this.letGo();
    this.perform.takes.disarm();
    return true;
  }

  private letGo(): void {
    this.press = null;
    this.stage.rig.controls.enabled = true;
    this.place({ over: "following" });
  }
}
