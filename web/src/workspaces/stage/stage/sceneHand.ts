/** The hand over props of the scene, and over points that a character looks at or reaches for.
 *
 *     idle ── down on a prop ──► carrying ── up ──► one edit, or a click;  Escape ──► as it was
 *       │                          ├── Shift: turns it
 *       │                          └── Alt: lifts it
 *       ├── down on a point ──► pulling ── up ──► one edit
 *       └── down elsewhere while a film is seen ──► the film is left, and the camera moves
 */

import { Vector3 } from "three";
import { CLICK_DISTANCE } from "../../../stage/hands/hold";
import { Carried } from "../../../stage/hands/carried";
import type { StageHand } from "../../../stage/hands/hands";
import type { Point3 } from "../../../stage/points";
import type { StageScene } from "../../../stage/scene/stageScene";
import type { SceneDoing, ScenePlace } from "../model/hints";

/** A turn by a pixel of a drag [rad]. */
const TURN = 0.01;

/** What the hand plays on. */
export interface ScenePort {
  readonly active: boolean;
  /** Whether the stage is seen through a camera of the scene. */
  readonly through: boolean;
  leaveFilm(): void;
  readonly canEdit: boolean;
  /** The point under the pointer that a target is about, by the target's id. */
  pointAt(clientX: number, clientY: number): { id: string; place: Point3 } | null;
  pull(id: string, place: Point3): void;
  hover(prop: string | null): void;
  select(prop: string): void;
  /** Takes hold of a prop; false where it cannot be moved. */
  grab(prop: string): boolean;
  /** by: how far it is moved [m]. turn: how far it is turned [rad]. */
  carry(by: Point3, turn: number): void;
  end(kept: boolean): void;
  place(place: { over: ScenePlace; name?: string } | { doing: SceneDoing } | null): void;
  name(name: string | null): void;
  nameOf(prop: string): string;
}

interface Press {
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
  dragged(event: PointerEvent): void;
  clicked(): void;
}

export class SceneHand implements StageHand {
  private press: Press | null = null;
  private over = false;

  constructor(
    private readonly stage: StageScene,
    private readonly element: HTMLElement,
    private readonly scene: ScenePort,
  ) {}

  get busy(): boolean {
    return this.press !== null;
  }

  down(event: PointerEvent): boolean {
    if (this.press) return true;
    const { scene } = this;
    if (!scene.active || event.button !== 0) return this.leave();
    const press = this.pulling(event) ?? this.carrying(event);
    if (!press) return this.leave();
    this.stage.rig.controls.enabled = false;
    this.element.setPointerCapture(event.pointerId);
    this.press = press;
    scene.name(null);
    return true;
  }

  /** The camera's own hand takes over what this one does not take; it moves no camera of the scene. */
  private leave(): boolean {
    if (this.scene.through) this.scene.leaveFilm();
    return false;
  }

  private pulling(event: PointerEvent): Press | null {
    const { scene } = this;
    const point = scene.canEdit ? scene.pointAt(event.clientX, event.clientY) : null;
    if (!point) return null;
    const carried = new Carried(this.stage, new Vector3(...point.place), event);
    return {
      ...pressed(event),
      dragged: ({ clientX, clientY, altKey }) => {
        scene.place({ doing: "movePoint" });
        if (carried.to(clientX, clientY, altKey)) scene.pull(point.id, carried.at.toArray());
      },
      clicked: () => undefined,
    };
  }

  private carrying(event: PointerEvent): Press | null {
    const { scene, stage } = this;
    const prop = stage.pickProp(event.clientX, event.clientY);
    if (prop === null) return null;
    const mesh = stage.props.meshOf(prop);
    const from = mesh?.position.clone() ?? new Vector3();
    const ground = stage.rig.onGround(event.clientX, event.clientY);
    const lifted = new Carried(stage, from.clone(), event);
    let held: boolean | null = null;
    return {
      ...pressed(event),
      dragged: (now) => {
        held ??= scene.canEdit && scene.grab(prop);
        if (!held) return;
        scene.place({ doing: "moveProp" });
        if (now.shiftKey) return scene.carry([0, 0, 0], TURN * (now.clientX - event.clientX));
        if (now.altKey) {
          lifted.to(now.clientX, now.clientY, false);
          return scene.carry([0, Math.max(lifted.at.y, 0) - from.y, 0], 0);
        }
        const to = stage.rig.onGround(now.clientX, now.clientY);
        if (ground && to) scene.carry([to.x - ground.x, 0, to.z - ground.z], 0);
      },
      clicked: () => scene.select(prop),
    };
  }

  move(event: PointerEvent): boolean {
    const { press } = this;
    if (!press) return this.scene.active && event.buttons === 0 && this.hover(event);
    if (event.pointerId !== press.pointer) return true;
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < CLICK_DISTANCE) return true;
    press.moved = true;
    press.dragged(event);
    return true;
  }

  private hover(event: PointerEvent): boolean {
    const { scene, stage } = this;
    const point = scene.pointAt(event.clientX, event.clientY);
    const prop = point ? null : stage.pickProp(event.clientX, event.clientY);
    scene.hover(prop);
    const over = point !== null || prop !== null;
    if (point) scene.place({ over: "scenePoint" });
    if (prop !== null) scene.place({ over: "sceneProp", name: scene.nameOf(prop) });
    if (over) scene.name(prop === null ? null : scene.nameOf(prop));
    else if (this.over) {
      scene.place(null);
      scene.name(null);
    }
    this.over = over;
    return over;
  }

  wheel(): boolean {
    return this.leave();
  }

  up(event: PointerEvent): boolean {
    const { press } = this;
    if (!press) return false;
    if (event.pointerId !== press.pointer) return true;
    this.letGo(true);
    if (!press.moved) press.clicked();
    return true;
  }

  cancel(): boolean {
    if (!this.press) return false;
    this.letGo(false);
    return true;
  }

  private letGo(kept: boolean): void {
    const { moved } = this.press!;
    this.press = null;
    this.stage.rig.controls.enabled = true;
    this.scene.place(null);
    if (moved) this.scene.end(kept);
  }
}

const pressed = ({ pointerId, clientX, clientY }: PointerEvent) => ({
  pointer: pointerId,
  x: clientX,
  y: clientY,
  moved: false,
});
