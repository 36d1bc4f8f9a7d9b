/** What is carried over the stage by the pointer: parallel to the screen, or along the line of sight. */

import { Vector3 } from "three";
import type { StageScene } from "../scene/stageScene";

/** How much further a pixel of an Alt-drag, of the wheel or of a second finger takes what is held. */
export const DEPTH = 0.0008;
const DEPTH_BY_HAND = 0.004;

type Pixel = { x: number; y: number };

const aboveGround = (at: Vector3) => at.setY(Math.max(at.y, 0));

/** Goes with the pointer, parallel to the screen; with Alt nearer and further instead. */
export class Carried {
  private offset: Pixel;
  private y: number;

  constructor(
    private readonly stage: StageScene,
    public at: Vector3,
    { clientX, clientY }: { clientX: number; clientY: number },
  ) {
    this.offset = this.from(clientX, clientY);
    this.y = clientY;
  }

  private from(x: number, y: number): Pixel {
    const middle = this.stage.rig.toWindow(this.at);
    return { x: middle.x - x, y: middle.y - y };
  }

  /** Returns whether it went anywhere. */
  to(x: number, y: number, deep: boolean): boolean {
    const down = y - this.y;
    this.y = y;
    if (deep) {
      const went = this.deeper(Math.exp(-DEPTH_BY_HAND * down));
      this.offset = this.from(x, y);
      return went;
    }
    const at = this.stage.rig.onFacingPlane(x + this.offset.x, y + this.offset.y, this.at);
    if (at) this.at = aboveGround(at);
    return at !== null;
  }

  deeper(factor: number): boolean {
    const to = fromEye(this.stage, this.at, factor);
    if (!to) return false;
    this.at = to;
    return true;
  }
}

/** A point moved along the line of sight; null where that would take it into the ground. */
export function fromEye(stage: StageScene, at: Vector3, factor: number): Vector3 | null {
  const eye = stage.rig.camera.position;
  const to = at.clone().sub(eye).multiplyScalar(factor).add(eye);
  return to.y < 0 ? null : to;
}
