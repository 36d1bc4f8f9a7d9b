/** The hand in Perform: what the pointer does with the ball, with markers and with the body.
 *
 *     idle ── down on ball / marker / part / shadow ──► holding ── up ──► done; without a move: a click
 *       └── anywhere else: not ours, the camera's                └── Escape ──► as it was
 */

import { Vector3 } from "three";
import type { PerformDoing, PerformPlace } from "../model/performHints";
import { aboutAxis, posingOf, Turning, type Posing } from "../model/performPosing";
import type { Place } from "../model/performSets";
import { samplesOf } from "../model/pointerSamples";
import type { CharacterRecord } from "../protocol/generated";
import type { GestureStep, Perform } from "../state/perform.svelte";
import type { Actor } from "./actor";
import type { PerformHit, PerformStage } from "./performStage";
import type { StageScene } from "./stageScene";

/** What is in the hand. offset: from the pointer to the middle of it [px]. at: where it is [m]. */
type Held =
  | { what: "ball"; offset: Pair; at: Vector3; carry: boolean; time: number }
  | { what: "marker"; key: string; offset: Pair; at: Vector3 }
  | { what: "turn"; joint: number; turning: Turning }
  | { what: "pull"; joint: number; grip: Place; at: Vector3 }
  | { what: "move"; from: Vector3 }
  | { what: "slide"; from: Vector3 }
  | { what: "played" };
type Pair = { x: number; y: number };

interface Press {
  held: Held;
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
}

export interface PerformHandListener {
  hover(joint: number | null): void;
  place(place: { over: PerformPlace } | { doing: PerformDoing } | null): void;
}

const CLICK_DISTANCE = 4;
/** How much nearer or further a notch of the wheel takes what is held. */
const DEPTH = 0.0008;
const POSED: Record<Posing, PerformPlace> = { turn: "turned", pull: "pulled", move: "moved" };
const DOING: Record<Held["what"], PerformDoing | null> = {
  ball: "perform",
  marker: "moveMarker",
  turn: "turnPart",
  pull: "pullPart",
  move: "moveBody",
  slide: "slideBody",
  played: null,
};

export class PerformHand {
  private press: Press | null = null;

  constructor(
    private readonly stage: StageScene,
    private readonly drawn: PerformStage,
    private readonly element: HTMLElement,
    private readonly perform: Perform,
    private readonly listener: PerformHandListener,
  ) {}

  get busy(): boolean {
    return this.press !== null;
  }

  private get who(): { record: CharacterRecord; actor: Actor } | null {
    const record = this.perform.character;
    const actor = record ? this.stage.actors.get(record.id) : undefined;
    return record && actor ? { record, actor } : null;
  }

  /** Must be heard before the camera's own controls. Returns whether it took hold of something. */
  down(event: PointerEvent): boolean {
    if (event.button !== 0 || this.press || !this.perform.active) return false;
    const held = this.grip(event);
    if (!held) return false;
    this.stage.rig.controls.enabled = false;
    this.element.setPointerCapture(event.pointerId);
    this.press = { held, pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
    this.perform.held = held.what === "ball";
    this.listener.hover("joint" in held ? held.joint : null);
    if (held.what === "ball" && !held.carry) this.began(event, held);
    return true;
  }

  private grip(event: PointerEvent): Held | null {
    const { perform } = this;
    const [x, y] = [event.clientX, event.clientY];
    const hit = this.drawn.pick(x, y);
    if (hit?.part === "ball") {
      const at = new Vector3(...perform.ball!);
      return { what: "ball", at, offset: this.offset(at, x, y), carry: event.altKey, time: -Infinity };
    }
    if (perform.takes.phase === "armed") return null; // a recording begins with the ball, nothing else gets in its way
    const set = perform.set;
    const marker = hit && set?.keys.find(({ name }) => name === hit.key);
    const place = marker && this.drawn.world(set!, marker.place);
    if (marker && place) {
      const at = new Vector3(...place);
      return { what: "marker", key: marker.name, at, offset: this.offset(at, x, y) };
    }
    return this.gripOnBody(event);
  }

  private gripOnBody(event: PointerEvent): Held | null {
    const { who, stage } = this;
    const hit = stage.pick(event.clientX, event.clientY);
    if (!who || hit?.actor !== who.actor) return null;
    if (this.perform.showing === "motion") return hit.part === "joint" ? { what: "played" } : null;
    if (hit.part === "base") {
      const from = stage.rig.onGround(event.clientX, event.clientY);
      return from && { what: "slide", from };
    }
    const posing = posingOf(hit.joint, who.record, event.altKey);
    const joint = who.actor.joints[hit.joint]!;
    if (posing === "turn") {
      const pivot = stage.rig.toWindow(joint.getWorldPosition(new Vector3()));
      return { what: "turn", joint: hit.joint, turning: new Turning(pivot, { x: event.clientX, y: event.clientY }) };
    }
    const ray = stage.rig.ray(event.clientX, event.clientY);
    const at = ray.at(who.actor.hit(ray)?.distance ?? 0, new Vector3());
    if (posing === "move") return { what: "move", from: at };
    return { what: "pull", joint: hit.joint, grip: joint.worldToLocal(at.clone()).toArray(), at };
  }

  private offset(at: Vector3, x: number, y: number): Pair {
    const middle = this.stage.rig.toWindow(at);
    return { x: middle.x - x, y: middle.y - y };
  }

  private began(event: PointerEvent, held: Extract<Held, { what: "ball" }>): void {
    held.time = event.timeStamp / 1000;
    const recording = this.perform.takes.begin(held.at.toArray(), held.time);
    if (recording) this.perform.moveBall(held.at.toArray(), held.time, true);
    this.listener.place({ doing: recording ? "record" : "perform" });
  }

  /** Returns whether it is ours: held, or hovering over something of Perform's. */
  move(event: PointerEvent): boolean {
    const { press } = this;
    if (!this.perform.active) return false;
    if (!press) return this.hover(event);
    if (event.pointerId !== press.pointer) return true;
    if (!press.moved) {
      if (
        Math.hypot(event.clientX - press.x, event.clientY - press.y) <=
        (press.held.what === "ball" ? 0 : CLICK_DISTANCE)
      )
        return true;
      press.moved = true;
      this.started(press.held);
    }
    this.dragged(press.held, event);
    return true;
  }

  private started(held: Held): void {
    if (held.what === "played") return;
    if (held.what !== "ball") this.perform.begin(held.what !== "marker");
    if (held.what === "marker") this.perform.selected = held.key;
    const recording = this.perform.takes.phase === "recording";
    const doing = held.what === "ball" && held.carry ? "carryBall" : recording ? "record" : DOING[held.what];
    if (doing) this.listener.place({ doing });
  }

  private dragged(held: Held, event: PointerEvent): void {
    const { rig } = this.stage;
    const [x, y] = [event.clientX, event.clientY];
    if (held.what === "ball") {
      for (const sample of samplesOf(event, held.time)) {
        const at = rig.onFacingPlane(sample.x + held.offset.x, sample.y + held.offset.y, held.at);
        if (!at) continue;
        held.time = sample.time;
        held.at = this.aboveGround(at);
        this.perform.moveBall(held.at.toArray(), sample.time, !held.carry);
      }
    } else if (held.what === "marker") {
      const at = rig.onFacingPlane(x + held.offset.x, y + held.offset.y, held.at);
      if (at) this.putMarker(held, this.aboveGround(at));
    } else this.posed(held, x, y);
  }

  private posed(held: Held, x: number, y: number): void {
    const { rig } = this.stage;
    const character = this.who?.record.id;
    if (!character) return;
    let step: GestureStep | null = null;
    if (held.what === "turn") {
      const towards = rig.camera.getWorldDirection(new Vector3()).negate();
      const rotation = aboutAxis(towards.toArray(), held.turning.to({ x, y }));
      step = { type: "TurnJoint", character, joint: held.joint, rotation };
    } else if (held.what === "pull") {
      const target = rig.onFacingPlane(x, y, held.at)?.toArray();
      if (target) step = { type: "ReachJoint", character, joint: held.joint, target, offset: held.grip };
    } else if (held.what === "move" || held.what === "slide") {
      const to = held.what === "move" ? rig.onFacingPlane(x, y, held.from) : rig.onGround(x, y);
      if (to) step = { type: "MovePose", character, shift: to.sub(held.from).toArray() };
    }
    if (step) this.perform.step(step);
  }

  private putMarker(held: Extract<Held, { what: "marker" }>, at: Vector3): void {
    const set = this.perform.set;
    const place = set && this.drawn.local(set, at.toArray());
    held.at = at;
    if (set && place) this.perform.step({ type: "MoveMarker", set: set.id, key: held.key, place });
  }

  private aboveGround(at: Vector3): Vector3 {
    return at.setY(Math.max(at.y, 0));
  }

  /** Nearer or further, under the pointer as it is. Returns whether it was ours. */
  wheel(event: WheelEvent): boolean {
    const { press, perform } = this;
    if (!perform.active) return false;
    const over = press ? null : this.drawn.pick(event.clientX, event.clientY);
    const held = press?.held;
    const ball = over?.part === "ball" && perform.ball ? new Vector3(...perform.ball) : null;
    if (held?.what !== "ball" && held?.what !== "marker" && !ball) return press !== null;
    const eye = this.stage.rig.camera.position;
    const at = ball ?? (held as Extract<Held, { what: "ball" }>).at;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * event.deltaY : event.deltaY;
    const to = at
      .clone()
      .sub(eye)
      .multiplyScalar(Math.exp(-DEPTH * pixels))
      .add(eye);
    if (to.y < 0) return true;
    if (held?.what === "marker") {
      if (press && !press.moved) this.started(held);
      press!.moved = true;
      this.putMarker(held, to);
    } else {
      if (held?.what === "ball") held.at = to;
      const time = Math.max(event.timeStamp / 1000, held?.what === "ball" ? held.time : 0);
      perform.moveBall(to.toArray(), time, !(held?.what === "ball" && held.carry));
    }
    return true;
  }

  private hover(event: PointerEvent): boolean {
    const { perform, stage } = this;
    if (event.buttons !== 0) return false; // the camera is being moved
    const hit: PerformHit = this.drawn.pick(event.clientX, event.clientY);
    perform.hover(hit?.part === "marker" ? hit.key : null);
    const armed = perform.takes.phase === "armed";
    if (hit) {
      this.listener.hover(null);
      this.listener.place({ over: hit.part === "marker" ? "marker" : armed ? "armedBall" : "ball" });
      return true;
    }
    const body = armed ? null : stage.pick(event.clientX, event.clientY);
    const { who } = this;
    if (!body || !who || body.actor !== who.actor) {
      this.listener.hover(null);
      this.listener.place(null);
      return armed;
    }
    if (perform.showing === "motion") {
      this.listener.hover(null);
      this.listener.place(body.part === "joint" ? { over: "played" } : null);
      return body.part === "joint";
    }
    this.listener.hover(body.part === "joint" ? body.joint : null);
    const posing = body.part === "joint" ? POSED[posingOf(body.joint, who.record, event.altKey)] : "shadow";
    this.listener.place({ over: posing });
    return true;
  }

  /** Returns whether something was let go. */
  up(event: PointerEvent): boolean {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return false;
    this.letGo();
    const { held, moved } = press;
    if (held.what === "ball") {
      if (this.perform.takes.phase === "recording") void this.perform.takes.end(true);
    } else if (moved) void this.perform.end(true);
    else if (held.what === "marker") this.perform.selected = held.key;
    else if (held.what === "played") this.perform.show("pose");
    return true;
  }

  /** Escape, or the system took the pointer away. Returns whether there was something to give up. */
  cancel(): boolean {
    const { press } = this;
    if (!press) return false;
    this.letGo();
    if (press.held.what === "ball") this.perform.takes.disarm();
    else if (press.moved && press.held.what !== "played") void this.perform.end(false);
    return true;
  }

  private letGo(): void {
    this.press = null;
    this.perform.held = false;
    this.stage.rig.controls.enabled = true;
    this.listener.hover(null);
    this.listener.place(null);
  }

  /** A double click on a marker takes its pose. */
  twice(event: MouseEvent): boolean {
    const hit = this.perform.active ? this.drawn.pick(event.clientX, event.clientY) : null;
    if (hit?.part !== "marker") return false;
    this.perform.takePose(hit.key);
    return true;
  }
}
