/** The hand in the maker: bends the spine, thickens it, bends limbs, and moves pieces over the body or off it.
 *
 *     idle ── down on a handle or a piece ──► holding ── up ──► one edit; without a move: picked
 *       │                                        └── Escape ──► as it was
 *       ├── down on another creature ──► pressed ── up without moving ──► that one is selected
 *       └── anywhere else: not ours, the camera's
 */

import { Vector3 } from "three";
import type { CreatureDoing, CreaturePlace } from "../model/hints";
import { jointsOfPiece, partOf, pieceOfJoint, SPINE, type Picked } from "../model/pieces";
import type { PlanEdit } from "../../../protocol/generated";
import type { StageHand } from "../../../stage/hands/hands";
import type { MakerPort } from "../model/makerPort";
import type { Handle, MakerDrawing } from "./makerDrawing";
import type { StageScene } from "../../../stage/scene/stageScene";
import type { Point3 } from "../../../stage/points";
import { displayName } from "../../../text/names";

export interface MakerHandListener {
  /** Joints that glow under the pointer. */
  glow(joints: readonly number[]): void;
  place(place: { over: CreaturePlace } | { doing: CreatureDoing } | null): void;
  name(name: string | null): void;
}

/** What a drag makes of the pointer's place; null for nothing new. */
type Drag = (event: PointerEvent) => { edits: PlanEdit[]; doing: CreatureDoing } | null;

interface Press {
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
  picks: Picked;
  drag: Drag;
  handle: Handle | null;
}

const CLICK_DISTANCE = 4;
/** A piece this far off the body is taken off [px]. */
const OFF = 70;
const WHEEL = 0.0012;

export class MakerHand implements StageHand {
  private press: Press | null = null;
  /** Another creature under the pointer when the button went down. */
  private other: { id: string; x: number; y: number } | null = null;

  constructor(
    private readonly stage: StageScene,
    private readonly drawn: MakerDrawing,
    private readonly element: HTMLElement,
    private readonly making: MakerPort,
    private readonly listener: MakerHandListener,
  ) {}

  get busy(): boolean {
    return this.press !== null;
  }

  down(event: PointerEvent): boolean {
    if (!this.making.active || this.press) return this.press !== null;
    if (event.button !== 0) return false;
    const hit = this.stage.pick(event.clientX, event.clientY);
    this.other =
      hit && hit.actor.id !== this.making.creature?.id
        ? { id: hit.actor.id, x: event.clientX, y: event.clientY }
        : null;
    const press = this.grip(event);
    if (!press) return false;
    this.press = press;
    this.stage.rig.controls.enabled = false;
    this.element.setPointerCapture(event.pointerId);
    this.drawn.point(press.handle, true);
    return true;
  }

  private grip(event: PointerEvent): Press | null {
    if (!this.making.editable) return null;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    const handle = this.drawn.pick(x, y);
    if (handle)
      return { pointer, x, y, moved: false, handle, picks: pickedBy(handle), drag: this.dragOf(handle, event) };
    const piece = this.pieceAt(x, y);
    if (!piece) return null;
    return { pointer, x, y, moved: false, handle: null, picks: piece.picked, drag: this.carrying(piece.picked, event) };
  }

  /** The limb or part whose flesh is under the pointer. */
  private pieceAt(x: number, y: number): { picked: Picked & { kind: "limb" | "part" }; joints: number[] } | null {
    const creature = this.making.creature;
    const plan = creature?.plan;
    const hit = this.stage.pick(x, y);
    if (!plan || hit?.part !== "joint" || hit.actor.id !== creature.id) return null;
    const name = pieceOfJoint(plan, creature.joints[hit.joint] ?? "");
    if (!name || name === SPINE) return null;
    const joints = jointsOfPiece(plan, creature.joints, name);
    const picked = partOf(plan, name)
      ? ({ kind: "part", name } as const)
      : ({ kind: "limb", name, joint: null } as const);
    return { picked, joints };
  }

  private dragOf(handle: Handle, event: PointerEvent): Drag {
    if (handle.part === "thickness") return this.thickening(handle.point, event);
    const follow = this.following(handle, event);
    if (handle.part === "spine")
      return (now) => ({
        edits: [{ type: "DragSpinePoint", point: handle.point, place: follow(now) }],
        doing: "bendSpine",
      });
    const { limb, at } = handle;
    if (at === 0) return this.carrying({ kind: "limb", name: limb, joint: null }, event);
    return (now) => ({
      edits: [{ type: "DragLimbJoint", limb, joint: at - 1, place: follow(now) }],
      doing: "bendLimb",
    });
  }

  /** A handle goes with the pointer, parallel to the screen. What the body does meanwhile does not carry it off: the way counts that
   * the hand has gone, in the frame of the joint as it was taken hold of. */
  private following(handle: Handle, event: PointerEvent): (now: PointerEvent) => Point3 {
    const from = this.drawn.world(handle);
    const rest = handle.rest.clone();
    const start = this.stage.rig.onFacingPlane(event.clientX, event.clientY, from) ?? from;
    const origin = this.drawn.atRest(start, handle.joint);
    return (now) => {
      const to = this.stage.rig.onFacingPlane(now.clientX, now.clientY, from) ?? start;
      return rest.clone().add(this.drawn.atRest(to, handle.joint).sub(origin)).toArray();
    };
  }

  private thickening(point: number, event: PointerEvent): Drag {
    const middle = this.stage.rig.toWindow(this.spineAt(point));
    const radius = this.drawn.thickness(point);
    const from = Math.max(Math.hypot(event.clientX - middle.x, event.clientY - middle.y), 6);
    const width = this.making.creature?.plan?.spine[point]?.width ?? 1;
    return (now) => {
      const share = Math.hypot(now.clientX - middle.x, now.clientY - middle.y) / from;
      const edit: PlanEdit = now.shiftKey
        ? { type: "SetSpineThickness", point, radius, width: Math.max(width * share, 0.2) }
        : { type: "SetSpineThickness", point, radius: radius * share };
      return { edits: [edit], doing: "thicken" };
    };
  }

  private spineAt(point: number): Vector3 {
    const found = this.drawn.seen.find((each) => each.kind === "spine" && each.name === String(point));
    return new Vector3(...(found?.place ?? [0, 0, 0]));
  }

  /** A piece goes over the body under the pointer, and comes off far beside it. */
  private carrying(picked: Picked & { kind: "limb" | "part" }, event: PointerEvent): Drag {
    const creature = this.making.creature!;
    const own = new Set(jointsOfPiece(creature.plan!, creature.joints, picked.name));
    const piece = picked.name;
    const depth = this.drawn.skin(event.clientX, event.clientY)?.world ?? new Vector3();
    return (now) => {
      if (this.drawn.beside(now.clientX, now.clientY, own) > OFF)
        return { edits: [{ type: "RemovePiece", piece }], doing: "takeOff" };
      const skin = this.drawn.skin(now.clientX, now.clientY, own);
      const world = skin?.world ?? this.stage.rig.onFacingPlane(now.clientX, now.clientY, depth);
      if (!world) return null;
      const place = skin?.rest ?? this.drawn.beforeDrag(world, 0);
      return { edits: [{ type: "MovePiece", piece, place: place.toArray() }], doing: "movePiece" };
    };
  }

  move(event: PointerEvent): boolean {
    const { press } = this;
    if (!this.making.active) return false;
    if (!press) return this.hover(event);
    if (event.pointerId !== press.pointer) return true;
    if (!press.moved) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= CLICK_DISTANCE) return true;
      press.moved = true;
      this.making.begin();
      if (press.picks.kind === "spine" || press.handle) this.making.pick(press.picks);
    }
    const step = press.drag(event);
    if (!step) return true;
    this.making.step(step.edits);
    this.listener.place({ doing: step.doing });
    return true;
  }

  private hover(event: PointerEvent): boolean {
    if (event.buttons !== 0) return false; // the camera is being moved
    const { making, listener } = this;
    const handle = making.editable ? this.drawn.pick(event.clientX, event.clientY) : null;
    this.drawn.point(handle);
    const hit = this.stage.pick(event.clientX, event.clientY);
    const other = !handle && hit && hit.actor.id !== making.creature?.id;
    if (other && hit.part === "base") return this.passed();
    const piece = handle || other || !making.editable ? null : this.pieceAt(event.clientX, event.clientY);
    listener.glow(piece?.joints ?? []);
    listener.name(piece ? displayName(piece.picked.name) : null);
    if (!handle && hit?.part !== "joint") return this.passed();
    listener.place({ over: this.placeOf(handle, !!other, piece?.picked ?? null) });
    return true;
  }

  private passed(): false {
    this.listener.glow([]);
    this.listener.name(null);
    return false;
  }

  private placeOf(handle: Handle | null, other: boolean, piece: Picked | null): CreaturePlace {
    if (handle) return handle.part === "spine" ? "spinePoint" : handle.part === "joint" ? "limbJoint" : "thickness";
    if (other) return "otherCreature";
    if (!this.making.editable) return "notMade";
    return piece ? (piece.kind === "part" ? "part" : "limb") : "torso";
  }

  up(event: PointerEvent): boolean {
    const { press, other } = this;
    this.other = null;
    if (!press) {
      const still = other && Math.hypot(event.clientX - other.x, event.clientY - other.y) <= CLICK_DISTANCE;
      if (still && this.making.active) this.making.choose(other.id);
      return false;
    }
    if (event.pointerId !== press.pointer) return true;
    this.letGo();
    if (press.moved) void this.making.end(true);
    else this.making.pick(press.picks);
    return true;
  }

  cancel(): boolean {
    const { press } = this;
    this.other = null;
    if (!press) return false;
    this.letGo();
    if (press.moved) void this.making.end(false);
    return true;
  }

  private letGo(): void {
    this.press = null;
    this.stage.rig.controls.enabled = true;
    this.drawn.point(null);
    this.listener.glow([]);
    this.listener.place(null);
  }

  /** The wheel over a handle or a piece makes it larger or smaller. */
  wheel(event: WheelEvent): boolean {
    const { making } = this;
    if (!making.active || !making.editable || this.press) return this.press !== null;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * event.deltaY : event.deltaY;
    const times = Math.exp(-WHEEL * pixels);
    const handle = this.drawn.pick(event.clientX, event.clientY);
    if (handle) return this.thicken(handle, times);
    const piece = this.pieceAt(event.clientX, event.clientY)?.picked.name;
    if (!piece) return false;
    making.nudge((factor) => ({ type: "ResizePiece", piece, factor }), `size ${piece}`, times);
    this.listener.place({ doing: "resizePiece" });
    return true;
  }

  private thicken(handle: Handle, times: number): true {
    const { making } = this;
    const { plan } = making.creature!;
    if (handle.part === "joint") {
      const { limb, at: joint } = handle;
      const radius = plan?.limbs.find(({ name }) => name === limb)?.radii[joint] ?? 0.05;
      const edit = (factor: number): PlanEdit => ({ type: "SetLimbThickness", limb, joint, radius: radius * factor });
      making.nudge(edit, `thickness ${limb} ${joint}`, times);
    } else {
      const { point } = handle;
      const radius = plan?.spine[point]?.radius ?? 0.1;
      making.nudge(
        (factor) => ({ type: "SetSpineThickness", point, radius: radius * factor }),
        `spine ${point}`,
        times,
      );
    }
    return true;
  }

  /** A double click on a ball puts one more behind it. */
  twice(event: MouseEvent): boolean {
    const { making } = this;
    const handle = making.active && making.editable ? this.drawn.pick(event.clientX, event.clientY) : null;
    if (!handle || handle.part === "thickness") return false;
    const edit: PlanEdit =
      handle.part === "spine"
        ? { type: "AddSpinePoint", after: handle.point }
        : { type: "AddLimbJoint", limb: handle.limb, joint: Math.max(handle.at - 1, 0) };
    making.begin();
    making.step([edit]);
    void making.end(true);
    return true;
  }
}

function pickedBy(handle: Handle): Picked {
  return handle.part === "joint"
    ? { kind: "limb", name: handle.limb, joint: handle.at }
    : { kind: "spine", point: handle.point };
}
