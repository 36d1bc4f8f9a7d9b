/** The hand in Perform: what the pointer does with the ball, with markers, with a path and with the body.
 *
 *     idle ── down on something of Perform's ──► holding ── up ──► done; without a move: a click
 *       │                                           ├── Escape ──► as it was
 *       │                                           └── a second finger ──► nearer and further
 *       └── anywhere else, or two fingers: not ours, the camera's
 */

import { Vector3 } from "three";
import type { PerformDoing, PerformPlace } from "../model/hints";
import { isKeyed } from "../model/sets/parts";
import { BallHold, MarkerHold, OtherSetHold, PathHold, PlayedHold, SuggestedHold, type HoldContext } from "./holds";
import type { PerformPort } from "../model/port";
import { poseCommand } from "../model/poseCommand";
import type { PerformHit, PerformDrawing } from "./drawing";
import type { StageScene } from "../../../stage/scene/stageScene";
import { DEPTH, fromEye } from "../../../stage/hands/carried";
import type { Hold } from "../../../stage/hands/hold";
import { holdOfBody, holdOfGizmo, type Poseable, type PosedBody } from "../../../stage/hands/poseHolds";
import { posingOf, type Posing } from "../../../stage/hands/posing";

interface Press {
  hold: Hold;
  hit: PerformHit;
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
  /** When it began [ms]. */
  since: number;
  /** A second finger: where it was last [client px]. */
  second: { pointer: number; y: number } | null;
}

export interface PerformHandListener {
  hover(joint: number | null): void;
  place(place: { over: PerformPlace } | { doing: PerformDoing } | null): void;
  /** What is under the pointer has a name. */
  name(name: string | null): void;
  /** A click selects a joint; null for none. */
  select(joint: number | null): void;
}

/** Two fingers that come down within this time mean the camera [ms]. */
const TOGETHER = 180;
const POSED: Record<Posing, PerformPlace> = { turn: "turned", pull: "pulled", move: "moved" };

export class PerformHand {
  private press: Press | null = null;
  private readonly on: HoldContext;
  private readonly body: PosedBody;

  constructor(
    private readonly stage: StageScene,
    private readonly drawn: PerformDrawing,
    private readonly element: HTMLElement,
    private readonly perform: PerformPort,
    private readonly listener: PerformHandListener,
  ) {
    const tell = (doing: PerformDoing) => listener.place({ doing });
    this.on = { stage, drawn, perform, tell };
    this.body = {
      ...{ stage, tell },
      begin: () => perform.begin(true),
      step: (step) => {
        const character = perform.character?.id;
        if (character) perform.step(poseCommand(step, character));
      },
      end: (kept) => void perform.end(kept),
      select: (joint) => listener.select(joint),
    };
  }

  get busy(): boolean {
    return this.press !== null;
  }

  private get who(): Poseable | null {
    const record = this.perform.character;
    const actor = record ? this.stage.actors.get(record.id) : undefined;
    return record && actor ? { record, actor } : null;
  }

  /** Must be heard before the camera's own controls. Returns whether it took hold of something. */
  down(event: PointerEvent): boolean {
    if (!this.perform.active || this.press) return this.press !== null;
    if (event.button !== 0 && event.button !== 2) return false;
    const hit = this.drawn.pick(event.clientX, event.clientY);
    const hold = event.button === 2 ? this.tried(event, hit) : this.grip(event, hit);
    if (!hold) return false;
    this.stage.rig.controls.enabled = false;
    this.element.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, pointerId: pointer, timeStamp: since } = event;
    this.press = { hold, hit, pointer, x, y, moved: false, since, second: null };
    this.drawn.point(hit, true);
    this.listener.hover(hold.joint);
    this.listener.name(null);
    hold.pressed?.(event);
    return true;
  }

  /** A second finger takes what is held nearer or further, unless both came down at once: then they are the camera's. */
  deepens(event: PointerEvent): boolean {
    const { press } = this;
    if (!press?.hold.deepened || event.pointerType !== "touch") return false;
    if (!press.moved && event.timeStamp - press.since < TOGETHER) return false;
    press.second ??= { pointer: event.pointerId, y: event.clientY };
    return true;
  }

  /** The right button tries the mapping from anywhere on the character: the ball goes as the pointer goes. */
  private tried(event: PointerEvent, hit: PerformHit): Hold | null {
    const ball = this.drawn.ballAt;
    const onBody = hit !== null || this.stage.pick(event.clientX, event.clientY)?.actor === this.who?.actor;
    return ball && this.perform.set?.keys.length && this.who && onBody
      ? new BallHold(this.on, ball, event, false)
      : null;
  }

  private grip(event: PointerEvent, hit: PerformHit): Hold | null {
    const { perform, on } = this;
    if (hit?.part === "ball") return new BallHold(on, this.drawn.ballAt!, event, event.shiftKey);
    if (perform.takes.phase === "armed") return null; // a recording begins with the ball, nothing else gets in its way
    if (hit?.part === "marker" && hit.set.id === perform.set?.id) {
      const place = hit.set.keys.find(({ name }) => name === hit.key)!.place;
      return new MarkerHold(on, hit.set, hit.key, this.drawn.world(hit.set, place)!, event);
    }
    if (hit?.part === "suggested") return new SuggestedHold(on);
    if (hit?.part === "marker" || hit?.part === "controller")
      return new OtherSetHold(on, hit.set, hit.part === "marker" ? hit.key : null);
    if (hit?.part === "path") return new PathHold(on, hit.set, hit.time, hit.at, event);
    if (hit?.part !== "gizmo") return this.gripOnBody(event);
    return this.who && holdOfGizmo(this.body, this.who, hit, event, this.keepsRotation(hit.joint));
  }

  /** Whether a part that is pulled keeps its rotation: where the set keys that by a handle. */
  private keepsRotation(joint: number): boolean {
    const { character, set } = this.perform;
    return !!character && !!set && isKeyed(set, character.joints[joint] ?? "", "rotation");
  }

  private gripOnBody(event: PointerEvent): Hold | null {
    const { who, stage, on } = this;
    const hit = stage.pick(event.clientX, event.clientY);
    if (!who || hit?.actor !== who.actor || this.perform.picking) return null;
    if (this.perform.showing === "motion") return hit.part === "joint" ? new PlayedHold(on) : null;
    return holdOfBody(this.body, who, hit, event, (joint) => this.keepsRotation(joint));
  }

  /** Returns whether it is ours: held, or hovering over something of Perform's. */
  move(event: PointerEvent): boolean {
    const { press } = this;
    if (!this.perform.active) return false;
    if (!press) return this.hover(event);
    if (event.pointerId === press.second?.pointer) {
      const up = press.second.y - event.clientY;
      press.second.y = event.clientY;
      press.hold.deepened?.(Math.exp(4 * DEPTH * up), event.timeStamp / 1000);
    }
    if (event.pointerId !== press.pointer) return true;
    if (!press.moved) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= press.hold.slack) return true;
      press.moved = true;
      press.hold.started();
    }
    press.hold.dragged(event);
    return true;
  }

  /** Nearer or further, under the pointer as it is. Returns whether it was ours. */
  wheel(event: WheelEvent): boolean {
    const { press, perform } = this;
    if (!perform.active) return false;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * event.deltaY : event.deltaY;
    const factor = Math.exp(-DEPTH * pixels);
    const time = event.timeStamp / 1000;
    if (press) {
      if (press.hold.deepened && !press.moved) press.hold.started();
      press.moved ||= press.hold.deepened !== undefined;
      press.hold.deepened?.(factor, time);
      return true;
    }
    const ball = this.drawn.pick(event.clientX, event.clientY)?.part === "ball" ? this.drawn.ballAt : null;
    if (!ball) return false;
    const to = fromEye(this.stage, new Vector3(...ball), factor);
    if (to) perform.moveBall(to.toArray(), time, true);
    return true;
  }

  private hover(event: PointerEvent): boolean {
    const { perform } = this;
    if (event.buttons !== 0) return false; // the camera is being moved
    const armed = perform.takes.phase === "armed";
    const found = this.drawn.pick(event.clientX, event.clientY);
    const hit = armed && found?.part !== "ball" ? null : found;
    this.drawn.point(hit);
    this.hoverKey(hit);
    if (!hit) return this.hoverBody(event, armed);
    this.listener.hover(null);
    this.listener.place({ over: this.placeOf(hit, armed) });
    return true;
  }

  private hoverKey(hit: PerformHit): void {
    this.perform.made.pointed = hit?.part === "suggested";
    const other = hit && "set" in hit && hit.set.id !== this.perform.set?.id;
    if (hit?.part === "marker") {
      this.perform.hover(hit.key, hit.set);
      this.listener.name(other ? `${hit.set.name} · ${hit.key}` : hit.key);
    } else if (hit?.part === "controller") {
      this.perform.hover("", hit.set);
      this.listener.name(hit.set.name);
    } else {
      this.perform.hover(null);
      this.listener.name(null);
    }
  }

  private placeOf(hit: NonNullable<PerformHit>, armed: boolean): PerformPlace {
    if (hit.part === "ball") return armed ? "armedBall" : "ball";
    if (hit.part === "gizmo") return hit.place.mode === "turn" ? "ring" : "arrow";
    if (hit.part === "path" || hit.part === "suggested") return hit.part;
    return hit.set.id === this.perform.set?.id ? "marker" : "otherSet";
  }

  private hoverBody(event: PointerEvent, armed: boolean): boolean {
    const { perform, who } = this;
    if (perform.picking) return false;
    const body = armed ? null : this.stage.pick(event.clientX, event.clientY);
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
    if (!press) return false;
    if (event.pointerId === press.second?.pointer) press.second = null;
    if (event.pointerId !== press.pointer) return true;
    this.letGo();
    if (press.moved) press.hold.ended();
    else press.hold.clicked();
    return true;
  }

  /** Escape, or the system took the pointer away. Returns whether there was something to give up. */
  cancel(): boolean {
    const { press } = this;
    if (!press) return false;
    this.letGo();
    press.hold.cancelled();
    return true;
  }

  private letGo(): void {
    this.press = null;
    this.stage.rig.controls.enabled = true;
    this.drawn.point(null);
    this.listener.hover(null);
    this.listener.place(null);
  }

  /** A double click on a marker takes its pose, one on the path marks a temporal key. */
  twice(event: MouseEvent): boolean {
    const hit = this.perform.active ? this.drawn.pick(event.clientX, event.clientY) : null;
    if (hit?.part === "path") {
      void this.perform.path.insert(hit.time);
      return true;
    }
    if (hit?.part !== "marker" || hit.set.id !== this.perform.set?.id) return false;
    this.perform.keys.takePose(hit.key);
    return true;
  }
}
