/** The hand that draws a way on the ground.
 *
 *     draws ── down on the ground ──► drawing ── up ──► the character walks there
 */

import type { PerformDoing, PerformPlace } from "../model/hints";
import type { GroundPoint } from "../../../stage/groundPath";
import type { StageHand } from "../../../stage/hands/hands";
import type { StageScene } from "../../../stage/scene/stageScene";

/** What the hand draws on. */
export interface WayPort {
  readonly drawing: boolean;
  begin(at: GroundPoint): void;
  to(at: GroundPoint): void;
  end(kept: boolean): Promise<void>;
}

export class WayHand implements StageHand {
  private press: number | null = null;

  constructor(
    private readonly stage: StageScene,
    private readonly element: HTMLElement,
    private readonly way: WayPort,
    private readonly active: () => boolean,
    private readonly place: (place: { over: PerformPlace } | { doing: PerformDoing }) => void,
  ) {}

  get busy(): boolean {
    return this.press !== null;
  }

  private groundAt({ clientX, clientY }: PointerEvent): GroundPoint | null {
    const at = this.stage.rig.onGround(clientX, clientY);
    return at && [at.x, at.z];
  }

  down(event: PointerEvent): boolean {
    if (!this.active() || !this.way.drawing || this.press !== null || event.button !== 0) return this.busy;
    const at = this.groundAt(event);
    if (!at) return false;
    this.press = event.pointerId;
    this.stage.rig.controls.enabled = false;
    this.element.setPointerCapture(event.pointerId);
    this.way.begin(at);
    this.place({ doing: "drawWay" });
    return true;
  }

  move(event: PointerEvent): boolean {
    if (this.press === null) {
      if (!this.active() || !this.way.drawing || event.buttons !== 0) return false;
      this.place({ over: "wayGround" });
      return true;
    }
    const at = event.pointerId === this.press ? this.groundAt(event) : null;
    if (at) this.way.to(at);
    return true;
  }

  up(event: PointerEvent): boolean {
    if (event.pointerId !== this.press) return this.busy;
    this.letGo(true);
    return true;
  }

  cancel(): boolean {
    if (this.press === null) return false;
    this.letGo(false);
    return true;
  }

  private letGo(kept: boolean): void {
    this.press = null;
    this.stage.rig.controls.enabled = true;
    this.place({ over: "wayGround" });
    void this.way.end(kept);
  }
}
