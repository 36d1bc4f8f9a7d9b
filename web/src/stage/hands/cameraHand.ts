/** The hand: what the pointer does on the stage, as a small state machine.
 *
 *     idle ── down on empty / a body ──► pressed ── moved ──► orbiting (the rig's own)
 *                                          └── up without moving ──► click
 *     idle ── down on a base ──► placing ── up ──► one edit;  Escape ──► as it was
 */

import { Vector3 } from "three";
import type { Placement } from "../../protocol/generated";
import type { Hit, StageScene } from "../scene/stageScene";

type State =
  | { name: "idle" }
  | { name: "pressed"; x: number; y: number; hit: Hit; moved: boolean; button: number; extend: boolean }
  | {
      name: "placing";
      character: string;
      from: Placement;
      grip: Vector3;
      turning: boolean;
      x: number;
      moved: boolean;
    };

export interface HandListener {
  hover(hit: Hit): void;
  /** extend: whether it adds to what is selected. */
  click(hit: Hit, extend: boolean): void;
  /** A step of a drag on the ground. */
  placed(character: string, position: [number, number, number], heading: number): void;
  /** The drag on the ground is over. */
  ended(kept: boolean): void;
  doing(what: "orbit" | "pan" | "place" | null): void;
  placementOf(character: string): Placement;
  canPlace(): boolean;
}

const CLICK_DISTANCE = 4;

export class CameraHand {
  private state: State = { name: "idle" };

  constructor(
    private readonly stage: StageScene,
    private readonly element: HTMLElement,
    private readonly listener: HandListener,
  ) {}

  /** Must be heard before the camera's own controls: a drag on a base is not an orbit. */
  down(event: PointerEvent): void {
    const hit = event.button === 0 ? this.stage.pick(event.clientX, event.clientY) : null;
    this.stage.rig.controls.enabled = true;
    const ground = this.stage.rig.onGround(event.clientX, event.clientY);
    if (hit?.part === "base" && ground && this.listener.canPlace()) {
      this.stage.rig.controls.enabled = false;
      this.element.setPointerCapture(event.pointerId);
      const from = this.listener.placementOf(hit.actor.id);
      this.state = {
        name: "placing",
        character: hit.actor.id,
        from,
        turning: event.shiftKey,
        x: event.clientX,
        moved: false,
        grip: ground.sub(new Vector3(...from.position)),
      };
    } else {
      const { clientX: x, clientY: y, button, shiftKey: extend } = event;
      this.state = { name: "pressed", x, y, hit, moved: false, button, extend };
    }
  }

  move(event: PointerEvent): void {
    const { state } = this;
    if (state.name === "idle") return this.listener.hover(this.stage.pick(event.clientX, event.clientY));
    if (state.name === "pressed") {
      if (!state.moved && Math.hypot(event.clientX - state.x, event.clientY - state.y) > CLICK_DISTANCE) {
        state.moved = true;
        this.listener.hover(null);
        this.listener.doing(state.button === 2 ? "pan" : "orbit");
      }
      return;
    }
    this.place(state, event);
  }

  private place(state: Extract<State, { name: "placing" }>, event: PointerEvent): void {
    if (!state.moved && Math.abs(event.clientX - state.x) < 2 && !event.movementY) return;
    if (!state.moved) this.listener.doing("place");
    state.moved = true;
    const { position, heading } = state.from;
    if (state.turning)
      return this.listener.placed(state.character, position, heading + (event.clientX - state.x) * 0.01);
    const ground = this.stage.rig.onGround(event.clientX, event.clientY);
    if (ground)
      this.listener.placed(state.character, [ground.x - state.grip.x, position[1], ground.z - state.grip.z], heading);
  }

  /** A button that was pressed elsewhere does not concern it. */
  up(): void {
    const { state } = this;
    if (state.name === "idle") return;
    this.state = { name: "idle" };
    this.stage.rig.controls.enabled = true;
    this.listener.doing(null);
    if (state.name === "pressed" && !state.moved && state.button === 0) this.listener.click(state.hit, state.extend);
    if (state.name === "placing" && state.moved) this.listener.ended(true);
    if (state.name === "placing" && !state.moved)
      this.listener.click({ part: "base", actor: this.stage.actors.get(state.character)! }, false);
  }

  /** Escape, or the system took the pointer away. Returns whether there was something to give up. */
  cancel(): boolean {
    const { state } = this;
    if (state.name === "idle") return false;
    this.state = { name: "idle" };
    this.stage.rig.controls.enabled = true;
    this.listener.doing(null);
    if (state.name !== "placing") return false;
    if (state.moved) this.listener.ended(false);
    return true;
  }

  get busy(): boolean {
    return this.state.name === "placing" || (this.state.name === "pressed" && this.state.moved);
  }

  get holding(): string | null {
    return this.state.name === "placing" ? this.state.character : null;
  }
}
