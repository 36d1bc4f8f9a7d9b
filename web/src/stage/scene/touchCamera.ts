/** Two fingers move the camera: together they pan, apart they zoom, and turned about each other they orbit. */

import { together, type Finger } from "./twoFingers";
import type { CameraRig } from "./cameraRig";

export class TouchCamera {
  private readonly fingers = new Map<number, Finger>();
  /** From the second finger on until all are lifted the camera is in their hands. */
  private active = false;

  /** begun: two fingers have come down, what one of them did is over. */
  constructor(
    private readonly rig: CameraRig,
    private readonly begun: () => void,
  ) {}

  /** Must be heard before everything else. Returns whether it is the camera's. */
  down(event: PointerEvent): boolean {
    if (event.pointerType !== "touch") return false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size < 2) return false;
    if (!this.active) this.begun();
    this.active = true;
    this.rig.controls.enabled = false;
    return true;
  }

  move(event: PointerEvent): boolean {
    const finger = this.fingers.get(event.pointerId);
    if (!finger || !this.active) return this.active;
    const before = [...this.fingers.values()].map((each) => ({ ...each }));
    [finger.x, finger.y] = [event.clientX, event.clientY];
    const [a, b] = this.fingers.values();
    if (!a || !b) return true;
    const { middle, right, down, spread, twist } = together([before[0]!, before[1]!], [a, b]);
    this.rig.pan(right, down);
    this.rig.zoom(1 / spread, middle.x, middle.y);
    this.rig.orbit(twist);
    return true;
  }

  /** Returns whether the finger was the camera's. */
  up(event: PointerEvent): boolean {
    if (!this.fingers.delete(event.pointerId)) return false;
    const was = this.active;
    if (this.fingers.size === 0 && was) {
      this.active = false;
      this.rig.controls.enabled = true;
    }
    return was;
  }
}
