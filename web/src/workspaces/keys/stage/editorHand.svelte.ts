/** The hand over keys, in the dopesheet and in the graph, as a small state machine.
 *
 *     idle ── down on a key ──► pressed ── moved ──► moving ── up ──► one edit;  Escape ──► as it was
 *     idle ── down on a selection's edge ──────────► retiming          "                "
 *     idle ── down on a handle ────────────────────► bending           "                "
 *     idle ── down on nothing, or with Ctrl ──► pressed ── moved ──► boxing ── up ──► selected
 *     idle ── middle or right button ──► pressed ── moved ──► panning;  right, without moving ──► menu
 */

import { withHandle } from "../model/curvePreview";
import type { Curves } from "../../../timeline/curves/curves";
import { boxBetween, type Box } from "../../../timeline/curves/dopesheet";
import type { Point, Side } from "../../../timeline/curves/graph";
import { LEVEL, draggedTo, moved, scaled, type Rise } from "../model/moves";
import { NO_KEYS, selectedTimes, type Joining, type KeysSelected } from "../../../timeline/curves/selection";
import type { KeyDoing } from "../model/hints";
import type { SnapTarget } from "../../../timeline/snapping";
import type { TimeWindow } from "../../../timeline/timeSpaces";
import type { KeyEditing } from "../state/editing.svelte";

/** What a hand can take hold of. */
export type Grip =
  | { on: "key"; caught: KeysSelected; time: number; held: boolean }
  | { on: "edge"; edge: "start" | "end" }
  | { on: "handle"; channel: number; key: number; side: Side; time: number; value: number; free: boolean };

/** A panel that shows keys: where things are on it. */
export interface KeySurface {
  grip(at: Point): Grip | null;
  window(): TimeWindow;
  /** What a way of `up` pixels means in values. */
  rise(up: number): Rise;
  /** What a way of `up` pixels means for one channel. */
  riseOf(channel: number, up: number): number;
  boxed(box: Box): KeysSelected;
  panned(dx: number, dy: number): void;
  menu(at: Point): void;
  /** A click where there is no key: returns whether it meant something here. */
  clicked?(at: Point, joining: Joining): boolean;
}

type State =
  | { name: "idle" }
  | { name: "pressed"; from: Point; grip: Grip | null; button: number; joining: Joining }
  | { name: "panning"; last: Point }
  | { name: "boxing"; from: Point; joining: Joining; before: KeysSelected }
  | { name: "dragging"; from: Point; grip: Grip; curves: Curves; selected: KeysSelected; targets: SnapTarget[] };

/** What of a pointer event decides. */
export interface Pointing {
  button: number;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const CLICK_DISTANCE = 3;

export class KeyHand {
  private state: State = { name: "idle" };
  /** The box that is being drawn. */
  box = $state.raw<Box | null>(null);
  doing = $state.raw<KeyDoing | null>(null);

  constructor(
    private readonly editing: KeyEditing,
    private readonly surface: KeySurface,
  ) {}

  down(event: Pointing, at: Point): void {
    if (this.state.name !== "idle") return;
    const grip = event.button === 0 ? this.surface.grip(at) : null;
    const joining: Joining = event.shiftKey ? "add" : event.ctrlKey || event.metaKey ? "toggle" : "replace";
    this.state = { name: "pressed", from: at, grip, button: event.button, joining };
    if (grip?.on !== "key" || joining === "toggle") return;
    // Shift adds, and takes away again what was there already.
    if (joining === "add") this.editing.select(grip.caught, "toggle");
    else if (!grip.held) this.editing.select(grip.caught);
  }

  move(event: Pointing, at: Point): void {
    const { state } = this;
    if (state.name === "pressed" && Math.hypot(at.x - state.from.x, at.y - state.from.y) > CLICK_DISTANCE)
      this.start(state);
    this.carryOn(event, at);
  }

  private start({ from, grip, button, joining }: Extract<State, { name: "pressed" }>): void {
    if (button !== 0) {
      this.state = { name: "panning", last: from };
      this.doing = "panKeys";
    } else if (!grip || joining === "toggle") {
      // With Ctrl a box can begin on a key, where keys leave no room between them.
      const { columns, keys } = this.editing.selected;
      this.state = { name: "boxing", from, joining, before: { columns, keys } };
      this.doing = "boxKeys";
    } else {
      const begun = this.editing.empty && grip.on !== "handle" ? null : this.editing.begin();
      if (!begun) return;
      const { from: curves, selected } = begun;
      const targets = this.editing.targets(selected, curves);
      this.state = { name: "dragging", from, grip, curves, selected, targets };
      this.doing = grip.on === "key" ? "moveKeys" : grip.on === "edge" ? "retimeKeys" : "bendHandle";
    }
  }

  private carryOn(event: Pointing, at: Point): void {
    const { state } = this;
    if (state.name === "panning") {
      this.surface.panned(at.x - state.last.x, at.y - state.last.y);
      state.last = at;
    } else if (state.name === "boxing") {
      this.box = boxBetween(state.from.x, state.from.y, at.x, at.y);
      const caught = this.surface.boxed(this.box);
      this.editing.select(state.before);
      this.editing.select(caught, state.joining);
    } else if (state.name === "dragging") {
      if (state.grip.on === "key") this.carry(state, state.grip.time, event, at);
      else if (state.grip.on === "edge") this.retime(state, state.grip.edge, event, at);
      else this.bend(state, state.grip, event, at);
    }
  }

  private carry(state: Extract<State, { name: "dragging" }>, anchor: number, event: Pointing, at: Point): void {
    const { from, curves, selected, targets } = state;
    const [dx, dy] = [at.x - from.x, from.y - at.y];
    const rise = this.surface.rise(dy);
    const both = !event.shiftKey || rise === LEVEL;
    const across = both || Math.abs(dx) >= Math.abs(dy);
    const up = both || !across;
    const fps = this.editing.fps;
    const to = draggedTo(this.surface.window(), anchor, from.x, at.x, targets, fps, event.altKey);
    this.editing.step(moved(curves, selected, across ? to - anchor : 0, up ? rise : LEVEL, fps));
  }

  private retime(
    { from, curves, selected, targets }: Extract<State, { name: "dragging" }>,
    edge: "start" | "end",
    event: Pointing,
    at: Point,
  ): void {
    const times = selectedTimes(curves, selected);
    const [first, last] = [times[0]!, times.at(-1)!];
    const [held, pivot] = edge === "end" ? [last, first] : [first, last];
    const to = draggedTo(this.surface.window(), held, from.x, at.x, targets, this.editing.fps, event.altKey);
    const factor = Math.max((to - pivot) / (held - pivot), 1e-6);
    this.editing.step(scaled(curves, selected, pivot, factor, this.editing.fps));
  }

  private bend(
    { from, curves, selected }: Extract<State, { name: "dragging" }>,
    grip: Extract<Grip, { on: "handle" }>,
    event: Pointing,
    at: Point,
  ): void {
    const [dx, dy] = [at.x - from.x, from.y - at.y];
    const across = !event.shiftKey || Math.abs(dx) >= Math.abs(dy);
    const up = !event.shiftKey || !across;
    const { channel, key, side } = grip;
    const time = grip.time + (across ? dx / this.surface.window().scale : 0);
    const value = grip.value + (up ? this.surface.riseOf(channel, dy) : 0);
    const free = event.altKey || grip.free;
    this.editing.step({
      edits: [{ type: "SetHandle", channel, key, side, time, value, free }],
      shown: withHandle(curves, { channel, key, side, time, value, free }),
      selected,
    });
  }

  up(at: Point): void {
    const { state } = this;
    this.rest();
    if (state.name === "dragging") this.editing.end(true);
    if (state.name !== "pressed") return;
    if (state.button === 2) this.surface.menu(at);
    if (state.button !== 0 || (!state.grip && this.surface.clicked?.(at, state.joining))) return;
    if (state.joining === "toggle" && state.grip?.on === "key") this.editing.select(state.grip.caught, "toggle");
    if (state.joining !== "replace") return;
    if (!state.grip) this.editing.select(NO_KEYS);
    else if (state.grip.on === "key") this.editing.select(state.grip.caught);
  }

  /** Escape, or the system took the pointer away. Returns whether there was something to give up. */
  cancel(): boolean {
    const { state } = this;
    this.rest();
    if (state.name === "dragging") this.editing.end(false);
    else if (state.name === "boxing") this.editing.select(state.before);
    return state.name !== "idle";
  }

  private rest(): void {
    this.state = { name: "idle" };
    [this.box, this.doing] = [null, null];
  }

  get busy(): boolean {
    return this.state.name !== "idle";
  }
}
