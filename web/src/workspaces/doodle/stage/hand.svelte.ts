/** The hand on the sheet, as a small state machine.
 *
 *     pencil ── down ──► drawing ── up ──► a stroke;  a second finger, Escape ──► thrown away
 *     rubber ── down ──► rubbing ── up ──► one edit
 *     a thing ── down ──► moving ── up ──► one edit;  Escape ──► as it was
 *     box, ball, tree ── down ──► sizing ── up ──► a new thing
 *     hand, right button, Space, two fingers ──► the paper moves, or in three dimensions the camera
 *     a palm beside a pen ──► nothing
 */

import { nearest } from "../model/sheet/ink";
import { OVER_TOOL, type DoodleDoing } from "../model/hints";
import { Palm } from "../model/sheet/palm";
import { inSpace } from "../model/line/pieces";
import { stepsTo, type Point } from "../model/sheet/sheet";
import { inkOf, propOf, type InkKind } from "../model/sheet/tools";
import { eventsOf, type PointerLike } from "../../../stage/hands/pointerSamples";
import { together, type Finger } from "../../../stage/scene/twoFingers";
import type { DoodleProp } from "../../../protocol/generated";
import type { Doodles } from "../state/doodles.svelte";
import { propCorners } from "./onStage.svelte";

type State =
  | { name: "idle" }
  | { name: "paper"; pointer: number; x: number; y: number; turning: boolean; moved: boolean }
  | { name: "rubbing"; pointer: number; at: Point }
  | { name: "moving"; pointer: number; prop: DoodleProp; x: number; y: number; moved: boolean }
  | { name: "sizing"; pointer: number; from: Point; to: Point };

/** How near a rubber and a pointer must come [px]; and what is still a click. */
const [RUBBER, CLICK] = [12, 5];
/** Things near the ground stand on it [m]. */
const GROUNDED = 0.18;

const DRAWING: Record<InkKind, DoodleDoing> = {
  character: "drawBody",
  motion: "drawLine",
  annotation: "dress",
  ground: "drawGround",
  behind: "drawScenery",
  front: "drawScenery",
  around: "drawScenery",
};

export class DoodleHand {
  /** Strokes that are being rubbed out. */
  rubbed = $state.raw<ReadonlySet<string>>(new Set());
  /** What is drawn to size [px from the sheet's corner]. */
  frame = $state.raw<{ from: Point; to: Point } | null>(null);
  /** Whether the space bar is held: the paper goes with the hand. */
  space = $state(false);
  private state = $state.raw<State>({ name: "idle" });
  private readonly fingers = new Map<number, Finger>();
  private readonly palm = new Palm();
  private gliding = false;

  readonly grabbing = $derived.by(() => this.state.name === "paper" || this.state.name === "moving");

  constructor(
    private readonly doodles: Doodles,
    private readonly element: HTMLElement,
  ) {}

  private get corner(): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return [left, top];
  }

  private at = (event: PointerLike): Point => {
    const { paper, camera } = this.doodles;
    return paper[camera ? "inPicture" : "onSheet"](event.clientX, event.clientY, this.corner);
  };

  down(event: PointerEvent): void {
    const { doodles } = this;
    const beside = this.palm.down(event);
    if (beside === "palm") return;
    if (beside === "pen over palm") this.giveUpFingers();
    if (event.pointerType === "touch" && this.secondFinger(event)) return;
    this.element.setPointerCapture(event.pointerId);
    [doodles.link, doodles.piece] = [null, null];
    if (event.button !== 0 || this.space) return this.takePaper(event);
    const prop = this.propUnder(event);
    doodles.prop = prop && (propOf(doodles.tool) || doodles.tool === "hand") ? prop.id : null;
    if (doodles.prop && prop) return this.takeProp(event, prop);
    if (doodles.tool === "hand") return this.takePaper(event);
    if (doodles.tool === "erase") {
      const state = { name: "rubbing" as const, pointer: event.pointerId, at: [event.clientX, event.clientY] as Point };
      this.state = state;
      doodles.room.place = { doing: "rubOut" };
      return this.rub(state, event);
    }
    if (propOf(doodles.tool)) return this.startSizing(event);
    const ink = inkOf(doodles.tool, doodles.layer);
    if (ink && doodles.pencil.down(event, this.at)) doodles.room.place = { doing: DRAWING[ink] };
    else if (doodles.camera) this.takePaper(event);
  }

  /** What fingers have begun was a palm's. */
  private giveUpFingers(): void {
    this.cancel();
    this.fingers.clear();
    this.gliding = false;
  }

  /** Two fingers move the paper, whatever one of them had begun. */
  private secondFinger(event: PointerEvent): boolean {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size < 2) return false;
    this.cancel();
    this.gliding = true;
    return true;
  }

  private takePaper(event: PointerEvent): void {
    const turning = this.doodles.camera !== null && !event.shiftKey && event.button !== 1;
    this.state = { name: "paper", pointer: event.pointerId, x: event.clientX, y: event.clientY, turning, moved: false };
    this.doodles.room.place = { doing: turning ? "lookRound" : "movePaper" };
  }

  private takeProp(event: PointerEvent, prop: DoodleProp): void {
    this.state = { name: "moving", pointer: event.pointerId, prop, x: event.clientX, y: event.clientY, moved: false };
    this.doodles.drags.begin("prop", prop.id);
    this.doodles.room.place = { doing: "moveProp" };
  }

  private startSizing(event: PointerEvent): void {
    const from: Point = [event.clientX - this.corner[0], event.clientY - this.corner[1]];
    this.state = { name: "sizing", pointer: event.pointerId, from, to: from };
  }

  move(event: PointerEvent): void {
    if (this.palm.move(event)) return;
    if (this.gliding) return this.glide(event);
    const finger = this.fingers.get(event.pointerId);
    if (finger) [finger.x, finger.y] = [event.clientX, event.clientY];
    const { doodles, state } = this;
    if (doodles.pencil.move(event, this.at)) return;
    if (state.name === "idle") return this.hover(event);
    if (state.pointer !== event.pointerId) return;
    if (state.name === "rubbing") this.rub(state, event);
    else if (state.name === "sizing") this.size(state, event);
    else if (state.name === "moving") this.moveProp(state, event);
    else this.movePaper(state, event);
  }

  private glide(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const before = [...this.fingers.values()].map((each) => ({ ...each }));
    [finger.x, finger.y] = [event.clientX, event.clientY];
    const [a, b] = this.fingers.values();
    if (!a || !b) return;
    const { middle, right, down, spread } = together([before[0]!, before[1]!], [a, b]);
    const { paper, camera } = this.doodles;
    if (camera) paper.turn(right, down);
    else paper.pan(right, down);
    paper.zoom(spread, [middle.x, middle.y], this.corner);
  }

  private movePaper(state: Extract<State, { name: "paper" }>, event: PointerEvent): void {
    const [right, down] = [event.clientX - state.x, event.clientY - state.y];
    const { paper } = this.doodles;
    if (state.turning) paper.turn(right, down);
    else paper.pan(right, down);
    [state.x, state.y, state.moved] = [event.clientX, event.clientY, true];
  }

  /** Rubs all along the way of the hand: a quick hand, or a slow page, leaves far between two events. */
  private rub(state: Extract<State, { name: "rubbing" }>, event: PointerEvent): void {
    const hit = new Set(this.rubbed);
    for (const { clientX, clientY } of eventsOf(event)) {
      for (const at of stepsTo(state.at, [clientX, clientY], RUBBER)) this.strokesUnder(at, hit);
      state.at = [clientX, clientY];
    }
    if (hit.size !== this.rubbed.size) this.rubbed = hit;
  }

  /** Adds the strokes that a rubber reaches at a place of the window. */
  private strokesUnder([x, y]: Point, hit: Set<string>): void {
    const { doodles } = this;
    const { paper } = doodles;
    for (const { id, ink, camera } of doodles.cast.strokes) {
      if (hit.has(id) || ((ink === "character" || ink === "annotation") && !doodles.drafting)) continue;
      const drawn = doodles.inkOf(id);
      if (!drawn || (doodles.camera !== null) !== (camera !== null)) continue;
      const scale = camera ? paper.size.height / 2 : paper.view.scale;
      const at = paper[camera ? "inPicture" : "onSheet"](x, y, this.corner);
      if (nearest(drawn.ink, at).distance * scale < RUBBER) hit.add(id);
    }
  }

  private size(state: Extract<State, { name: "sizing" }>, event: PointerEvent): void {
    state.to = [event.clientX - this.corner[0], event.clientY - this.corner[1]];
    const far = Math.hypot(state.to[0] - state.from[0], state.to[1] - state.from[1]) > CLICK;
    this.frame = far && !this.doodles.camera ? { from: state.from, to: state.to } : null;
  }

  private moveProp(state: Extract<State, { name: "moving" }>, event: PointerEvent): void {
    const { doodles } = this;
    const { paper, camera } = doodles;
    if (!state.moved && Math.hypot(event.clientX - state.x, event.clientY - state.y) < CLICK) return;
    state.moved = true;
    const [x, y, z] = state.prop.place;
    if (camera && paper.surface) {
      const [from, to] = [
        paper.surface.onGround(state.x, state.y),
        paper.surface.onGround(event.clientX, event.clientY),
      ];
      if (from && to) doodles.drags.editProp(state.prop, { place: [x + to[0] - from[0], y, z + to[2] - from[2]] });
      return;
    }
    const [right, down] = [event.clientX - state.x, event.clientY - state.y];
    const up = y - down / paper.view.scale;
    const stands = state.prop.kind === "tree" || up < GROUNDED;
    // A box released in the air falls; one on the ground carries a character that lands on it.
    const loose = state.prop.kind === "box" && !state.prop.push.some((speed) => speed !== 0) ? { loose: !stands } : {};
    doodles.drags.editProp(state.prop, { place: [x, stands ? 0 : up, z + right / paper.view.scale], ...loose });
  }

  private hover(event: PointerEvent): void {
    const { doodles } = this;
    const over = doodles.camera && doodles.tool === "motion" ? "spaceForLine" : OVER_TOOL[doodles.tool];
    const grips = propOf(doodles.tool) !== null || doodles.tool === "hand";
    const place = grips && this.propUnder(event) ? "prop" : over;
    if (!("over" in doodles.room.place) || doodles.room.place.over !== place) doodles.room.place = { over: place };
  }

  up(event: PointerEvent): void {
    if (this.palm.up(event)) return;
    this.fingers.delete(event.pointerId);
    if (this.gliding) return void (this.gliding = this.fingers.size > 0);
    const { state, doodles } = this;
    if (doodles.pencil.up(event.pointerId)) return this.rest();
    if (state.name === "idle" || state.pointer !== event.pointerId) return;
    this.state = { name: "idle" };
    if (state.name === "rubbing") this.endRubbing();
    else if (state.name === "moving") void this.endMoving(state);
    else if (state.name === "sizing") this.endSizing(state);
    else if (state.moved && doodles.camera && doodles.paper.surface) this.keepCamera();
    this.rest();
  }

  private rest(): void {
    this.doodles.room.place = { over: OVER_TOOL[this.doodles.tool] };
  }

  /** The camera is a part of the doodle: lines are drawn from there. */
  private keepCamera(): void {
    const { camera } = this.doodles.paper.surface!;
    this.doodles.edit((doodle) => ({ type: "SetDoodleView", doodle, camera }));
  }

  private async endMoving({ prop, moved }: Extract<State, { name: "moving" }>): Promise<void> {
    const { drags } = this.doodles;
    const falls = moved && drags.prop?.id === prop.id && drags.prop.loose && drags.prop.place[1] > 0;
    await drags.end(moved);
    if (falls) this.doodles.watch();
  }

  private endRubbing(): void {
    const strokes = [...this.rubbed];
    if (strokes.length) this.doodles.edit((doodle) => ({ type: "EraseInk", doodle, strokes }));
    this.rubbed = new Set();
  }

  private endSizing({ from, to }: Extract<State, { name: "sizing" }>): void {
    const { doodles } = this;
    const kind = propOf(doodles.tool);
    const framed = this.frame !== null;
    this.frame = null;
    if (!kind) return;
    const corner = this.corner;
    const { paper } = doodles;
    const ground = doodles.camera ? (paper.surface?.onGround(from[0] + corner[0], from[1] + corner[1]) ?? null) : null;
    if (doodles.camera && !ground) return;
    const a = paper.onSheet(from[0] + corner[0], from[1] + corner[1], corner);
    const b = paper.onSheet(to[0] + corner[0], to[1] + corner[1], corner);
    const [wide, tall] = [Math.max(Math.abs(b[0] - a[0]), 0.1), Math.max(Math.abs(b[1] - a[1]), 0.1)];
    const bottom = framed ? Math.min(a[1], b[1]) : a[1];
    const place = inSpace([framed ? (a[0] + b[0]) / 2 : a[0], kind === "tree" || bottom < GROUNDED ? 0 : bottom]);
    const across = Math.max(wide, tall);
    const size = kind === "ball" ? [across, across, across] : [Math.max(0.6 * wide, 0.2), tall, wide];
    void doodles.begun().then(async (doodle) => {
      if (!doodle) return;
      const shape = framed ? (size as [number, number, number]) : null;
      const done = await doodles.studio.ask({ type: "AddProp", doodle, kind, place: ground ?? place, size: shape });
      doodles.prop = done?.created[0] ?? null;
      if (done && kind === "box" && (ground ?? place)[1] > 0) doodles.watch();
    });
  }

  /** The thing under a point of the window, the nearest to the viewer first. */
  private propUnder(event: PointerEvent): DoodleProp | null {
    const { doodles } = this;
    const [x, y] = [event.clientX - this.corner[0], event.clientY - this.corner[1]];
    const found = (doodles.doodle?.props ?? []).filter((prop) => {
      const corners = propCorners(doodles, prop).map((place) => doodles.paper.toScreen(place));
      const [xs, ys] = [corners.map(([each]) => each), corners.map(([, each]) => each)];
      return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys);
    });
    return found.at(-1) ?? null;
  }

  wheel(event: WheelEvent): void {
    const { paper } = this.doodles;
    // A touchpad's pinch comes as Ctrl and the wheel, two fingers on it as both ways at once.
    if (
      !event.ctrlKey &&
      event.deltaMode === 0 &&
      Math.abs(event.deltaX) > Math.abs(event.deltaY) &&
      !this.doodles.camera
    )
      return paper.pan(-event.deltaX, 0);
    const pixels = event.deltaY * (event.deltaMode === 1 ? 24 : 1);
    paper.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0018)), [event.clientX, event.clientY], this.corner);
  }

  /** The system takes a pointer away; of a palm it often does. */
  lost(event: PointerEvent): void {
    if (this.palm.up(event)) return;
    this.cancel();
    this.up(event);
  }

  /** Escape, or the system took the pointer away. */
  cancel(): boolean {
    const { state, doodles } = this;
    this.state = { name: "idle" };
    this.frame = null;
    if (this.rubbed.size) this.rubbed = new Set();
    const drew = doodles.pencil.cancel();
    if (state.name === "moving") void doodles.drags.end(false);
    return drew || (state.name !== "idle" && state.name !== "paper");
  }

  /** Where a place under the pointer is in the doodle's space, for what is dragged by a handle. through: where it was. */
  placeOf(event: PointerEvent, through: readonly [number, number, number]): [number, number, number] | null {
    const { paper, camera } = this.doodles;
    if (!camera) return inSpace(paper.onSheet(event.clientX, event.clientY, this.corner));
    return paper.surface?.onUpright(event.clientX, event.clientY, through) ?? null;
  }

  sheetOf(event: PointerEvent): [number, number] {
    const [x, y] = this.doodles.paper.onSheet(event.clientX, event.clientY, this.corner);
    return [x, y];
  }
}
