/** Hands on a shared page: mouse, pen and fingers, keys and gamepads. What moves the camera is the camera's own. */

import { MOUSE, Vector3 } from "three";
import { fromEye, DEPTH } from "../stage/hands/carried";
import { eventsOf } from "../stage/hands/pointerSamples";
import { TouchCamera } from "../stage/scene/touchCamera";
import type { StageScene } from "../stage/scene/stageScene";
import { GamepadWatch } from "../workspaces/perform/model/gamepad";
import type { CreatureShow } from "./creatureShow.svelte";
import type { PerformedShow } from "./performing.svelte";

/** How fast a stick that is pushed all the way moves the ball, in bodies a second. */
const SPEED = 1.1;
/** A press that moves less is a click [px]. */
const SLACK = 6;
/** How far the wheel takes the ball nearer or further at most. */
const FURTHEST = 4;

/** Takes the ball along with the pointer, and records what it does while a button is held or recording is armed. */
export class PerformingHand {
  held = false;
  private press: number | null = null;
  private depth = 1;
  private readonly touches: TouchCamera;
  private readonly pads = new GamepadWatch(() => navigator.getGamepads?.() ?? []);

  constructor(
    private readonly stage: StageScene,
    private readonly canvas: HTMLCanvasElement,
    private readonly show: PerformedShow,
  ) {
    this.touches = new TouchCamera(stage.rig, () => this.cancel());
    const { controls } = stage.rig;
    controls.mouseButtons = { LEFT: null, MIDDLE: MOUSE.ROTATE, RIGHT: MOUSE.ROTATE };
    controls.touches = { ONE: null, TWO: null };
    controls.enableZoom = false; // the wheel takes the ball nearer; with Ctrl it zooms
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => {
      this.touches.up(event);
      this.cancel();
    });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Whether the left button and one finger turn the view: while a take plays there is nothing to perform. */
  private get watches(): boolean {
    return this.show.phase === "playing";
  }

  /** Gives the view to the left button and one finger, or takes it back. */
  settle(): void {
    const { controls } = this.stage.rig;
    controls.mouseButtons.LEFT = this.watches ? MOUSE.ROTATE : null;
    controls.enableRotate = true;
  }

  private down(event: PointerEvent): void {
    if (this.touches.down(event)) return;
    if (this.watches || event.button !== 0 || this.press !== null) return;
    this.press = event.pointerId;
    this.held = true;
    this.canvas.setPointerCapture(event.pointerId);
    const { show } = this;
    const time = event.timeStamp / 1000;
    if (event.pointerType !== "mouse") this.put(event.clientX, event.clientY, time);
    if (show.phase === "armed" || event.pointerType === "mouse") show.begin(time);
  }

  private move(event: PointerEvent): void {
    if (this.touches.move(event) || this.watches) return;
    const hovers = this.press === null && event.pointerType === "mouse" && event.buttons === 0;
    if (!hovers && event.pointerId !== this.press) return;
    for (const each of eventsOf(event)) this.put(each.clientX, each.clientY, each.timeStamp / 1000);
  }

  private put(x: number, y: number, time: number): void {
    const middle = fromEye(this.stage, this.show.middle, this.depth) ?? this.show.middle;
    const at = this.stage.rig.onFacingPlane(x, y, middle);
    if (at) this.show.move(at.setY(Math.max(at.y, 0)), time);
  }

  private up(event: PointerEvent): void {
    if (this.touches.up(event) || event.pointerId !== this.press) return;
    this.press = null;
    this.held = false;
    this.show.end(event.timeStamp / 1000);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 * event.deltaY : event.deltaY;
    if (this.watches || event.ctrlKey || event.shiftKey)
      return this.stage.rig.zoom(Math.exp(DEPTH * pixels), event.clientX, event.clientY);
    this.depth = Math.min(Math.max(this.depth * Math.exp(-DEPTH * pixels), 1 / FURTHEST), FURTHEST);
    this.put(event.clientX, event.clientY, event.timeStamp / 1000);
  }

  /** Gives up what is being recorded. Returns whether there was something. */
  cancel(): boolean {
    const busy = this.press !== null || this.show.phase === "armed";
    this.press = null;
    this.held = false;
    this.show.cancel();
    return busy;
  }

  /** What the gamepad calls itself; null without one. */
  get pad(): string | null {
    return this.pads.name;
  }

  /** Looks at the gamepad. elapsed: since the last look [s]. */
  tick(elapsed: number): void {
    const { push, actions } = this.pads.look();
    const { show } = this;
    const time = performance.now() / 1000;
    for (const action of actions) {
      if (action === "record") {
        if (show.phase === "recording") show.end(time);
        else show.arm();
      } else if (action === "cancel") this.cancel();
      else if (action === "play") show.toggle();
      else if (action === "previousSet") this.step(-1);
      else if (action === "nextSet") this.step(1);
    }
    if (push.every((each) => each === 0)) return;
    if (show.phase === "playing") show.perform();
    if (show.phase === "armed") show.begin(time);
    const far = SPEED * show.actor.length * elapsed;
    const to = show.ball.addScaledVector(new Vector3(...this.stage.rig.along(push)), far);
    show.move(to.setY(Math.max(to.y, 0)), time);
  }

  private step(by: number): void {
    const reach = this.show.sets.flatMap(({ markers }, set) => (markers.length > 0 ? [set] : []));
    const now = reach.indexOf(this.show.chosen);
    const next = reach[(now + by + reach.length) % reach.length];
    if (next !== undefined) this.show.choose(next);
  }
}

/** Keys that lead a creature, as a push to the right and away from the eye. */
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 1],
  KeyW: [0, 1],
  ArrowDown: [0, -1],
  KeyS: [0, -1],
  ArrowLeft: [-1, 0],
  KeyA: [-1, 0],
  ArrowRight: [1, 0],
  KeyD: [1, 0],
};

/** Sends a creature to where one clicks; keys and a stick lead it. */
export class LeadingHand {
  private press: { pointer: number; x: number; y: number } | null = null;
  private readonly down = new Set<string>();
  private readonly pads = new GamepadWatch(() => navigator.getGamepads?.() ?? []);

  constructor(
    private readonly stage: StageScene,
    canvas: HTMLCanvasElement,
    private readonly show: CreatureShow,
  ) {
    canvas.addEventListener("pointerdown", ({ pointerId: pointer, clientX: x, clientY: y, button, isPrimary }) => {
      this.press = button === 0 && isPrimary ? { pointer, x, y } : null;
    });
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", () => (this.press = null));
    canvas.addEventListener("keydown", (event) => {
      if (!KEYS[event.code] || event.ctrlKey || event.metaKey || event.altKey) return;
      this.down.add(event.code);
      event.preventDefault();
    });
    addEventListener("keyup", ({ code }) => this.down.delete(code));
    addEventListener("blur", () => this.down.clear());
  }

  private up({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const { press } = this;
    this.press = null;
    if (press?.pointer !== pointerId || Math.hypot(x - press.x, y - press.y) > SLACK) return;
    const to = this.stage.rig.onGround(x, y);
    if (to) this.show.go(to);
  }

  get pad(): string | null {
    return this.pads.name;
  }

  /** Looks at the keys and at the gamepad. */
  tick(): void {
    const [right, up, away] = this.pads.look().push;
    const pushes = [...this.down].map((code) => KEYS[code]!);
    const push = pushes.reduce(([x, z], [dx, dz]) => [x + dx, z + dz] as const, [right, up + away] as const);
    const [x, , z] = this.stage.rig.along([push[0], 0, push[1]]);
    // Seen from above, away is along the ground too.
    const size = Math.hypot(x, z);
    const long = Math.min(Math.hypot(...push), 1);
    this.show.steer(size > 0 ? (x / size) * long : 0, size > 0 ? (z / size) * long : 0);
  }
}
