/** A hand that poses a body: by its gizmo, by its parts, and by whatever else a workspace lets it take hold of.
 *
 *     idle ── down on something ──► holding ── up ──► done; without a move: a click
 *                                       └── Escape ──► as it was
 */

import type { StageScene } from "../scene/stageScene";
import type { StageHand } from "./hands";
import type { Hold } from "./hold";
import { holdOfBody, holdOfGizmo, type GizmoHit, type Poseable, type PosedBody } from "./poseHolds";

export interface PosingView {
  readonly stage: StageScene;
  readonly element: HTMLElement;
  readonly body: PosedBody;
  /** The character that can be posed now; null while nothing can be posed. */
  who(): Poseable | null;
  gizmoAt(x: number, y: number): GizmoHit | null;
  /** Something else that is drawn, to take hold of; it comes before the body. */
  holdAt(event: PointerEvent): Hold | null;
  /** What the pointer is over, or has in hand. Returns whether that is the hand's business. */
  over(at: { gizmo: GizmoHit | null; event: PointerEvent; held: boolean }): boolean;
  /** Whether a part keeps its rotation when it is pulled. */
  upright(joint: number): boolean;
  /** Nothing is held any more. */
  released(): void;
}

interface Press {
  hold: Hold;
  gizmo: GizmoHit | null;
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
}

export class PosingHand implements StageHand {
  private press: Press | null = null;

  constructor(private readonly view: PosingView) {}

  get busy(): boolean {
    return this.press !== null;
  }

  down(event: PointerEvent): boolean {
    const { view } = this;
    if (this.press) return true;
    const who = event.button === 0 ? view.who() : null;
    if (!who) return false;
    const gizmo = view.gizmoAt(event.clientX, event.clientY);
    const hold = gizmo
      ? holdOfGizmo(view.body, who, gizmo, event, view.upright(gizmo.joint))
      : (view.holdAt(event) ?? this.gripOnBody(event, who));
    if (!hold) return false;
    view.stage.rig.controls.enabled = false;
    view.element.setPointerCapture(event.pointerId);
    this.press = { hold, gizmo, pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
    view.over({ gizmo, event, held: true });
    return true;
  }

  /** The shadow stays the stage's own: a drag on it places the character. */
  private gripOnBody(event: PointerEvent, who: Poseable): Hold | null {
    const hit = this.view.stage.pick(event.clientX, event.clientY);
    if (hit?.actor !== who.actor || hit.part === "base" || event.shiftKey) return null;
    return holdOfBody(this.view.body, who, hit, event, (joint) => this.view.upright(joint));
  }

  move(event: PointerEvent): boolean {
    const { press, view } = this;
    if (!press) return event.buttons === 0 && this.hover(event);
    if (event.pointerId !== press.pointer) return true;
    if (!press.moved) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= press.hold.slack) return true;
      press.moved = true;
      press.hold.started();
      view.over({ gizmo: press.gizmo, event, held: true });
    }
    press.hold.dragged(event);
    return true;
  }

  private hover(event: PointerEvent): boolean {
    const { view } = this;
    if (!view.who()) return false;
    return view.over({ gizmo: view.gizmoAt(event.clientX, event.clientY), event, held: false });
  }

  up(event: PointerEvent): boolean {
    const { press } = this;
    if (!press) return false;
    if (event.pointerId !== press.pointer) return true;
    this.letGo();
    if (press.moved) press.hold.ended();
    else press.hold.clicked();
    return true;
  }

  cancel(): boolean {
    const { press } = this;
    if (!press) return false;
    this.letGo();
    if (press.moved) press.hold.cancelled();
    return true;
  }

  private letGo(): void {
    this.press = null;
    this.view.stage.rig.controls.enabled = true;
    this.view.released();
  }
}
