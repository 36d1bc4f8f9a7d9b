/** The hand over keys, in the dopesheet and in the graphs, as a small state machine.
 *
 *     idle ── down on a key ──► pressed ── moved ──► moving ── up ──► one edit;  Escape ──► as it was
 *     idle ── down on a selection's edge ──────────► retiming          "                "
 *     idle ── down on a handle ────────────────────► bending           "                "
 *     idle ── down on nothing, or with Ctrl ──► pressed ── moved ──► boxing ── up ──► selected    (panning where there are no boxes)
 *     idle ── middle or right button ──► pressed ── moved ──► panning;  right, without moving ──► menu
 */

import { draggedTo, type SnapTarget } from "../snapping";
import type { TimeWindow } from "../timeSpaces";
import { boxBetween, type Box } from "./dopesheet";
import type { Point, Side } from "./graph";
import { NO_KEYS, type Joining, type KeysSelected } from "./selection";
import { LEVEL, type Rise } from "./valueAxis";

/** What a hand does with keyframes. */
export type KeyDoing = "moveKeys" | "retimeKeys" | "bendHandle" | "boxKeys" | "panKeys";

/** What a hand can take hold of. */
export type Grip =
  { on: "key"; caught: KeysSelected; time: number; held: boolean } | { on: "edge"; edge: "start" | "end" } | HandleGrip;

/** time, value: where the handle is. free: whether it moves without the other one of its key. */
export interface HandleGrip {
  on: "handle";
  channel: number;
  key: number;
  side: Side;
  time: number;
  value: number;
  free: boolean;
}

/** A drag of keys under way. Every step says how far from the drag's start. */
export interface KeyDrag {
  /** What the dragged keys stick to. */
  readonly targets: readonly SnapTarget[];
  /** The first and the last time of what is dragged [s]. */
  readonly span: readonly [number, number];
  /** dt: [s]. */
  carry(dt: number, rise: Rise): void;
  retime?(pivot: number, factor: number): void;
  /** Puts a handle elsewhere. time: [s]. value: in the channel's unit. free: whether the other handle stays where it is. */
  bend(handle: HandleGrip, time: number, value: number, free: boolean): void;
}

/** Keys that a hand selects and drags. */
export interface EditableKeys {
  readonly fps: number;
  readonly selected: KeysSelected;
  readonly empty: boolean;
  select(caught: KeysSelected, how?: Joining): void;
  /** Starts a drag of what is selected, or of a handle; null where nothing can be edited. */
  begin(grip: Grip): KeyDrag | null;
  /** Ends the drag: one edit, or all as it was. */
  end(kept: boolean): void;
}

/** A panel that shows keys: where things are on it. */
export interface KeySurface {
  grip(at: Point): Grip | null;
  window(): TimeWindow;
  /** What a way of `up` pixels means in values. */
  rise(up: number): Rise;
  /** What a way of `up` pixels means for one channel. */
  riseOf(channel: number, up: number): number;
  /** What lies in a box; missing where nothing is selected by boxes. */
  boxed?(box: Box): KeysSelected;
  panned(dx: number, dy: number): void;
  menu?(at: Point): void;
  /** A click where there is no key: returns whether it meant something here. */
  clicked?(at: Point, joining: Joining): boolean;
}

type State =
  | { name: "idle" }
  | { name: "pressed"; from: Point; grip: Grip | null; button: number; joining: Joining }
  | { name: "panning"; last: Point }
  | { name: "boxing"; from: Point; joining: Joining; before: KeysSelected }
  | Dragging;

interface Dragging {
  name: "dragging";
  from: Point;
  grip: Grip;
  drag: KeyDrag;
}

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
    private readonly editing: EditableKeys,
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
    const boxes = this.surface.boxed !== undefined;
    if (button !== 0 || (!grip && !boxes)) {
      this.state = { name: "panning", last: from };
      this.doing = "panKeys";
    } else if (!grip || (joining === "toggle" && boxes)) {
      // With Ctrl a box can begin on a key, where keys leave no room between them.
      const { columns, keys } = this.editing.selected;
      this.state = { name: "boxing", from, joining, before: { columns, keys } };
      this.doing = "boxKeys";
    } else {
      const drag = this.editing.empty && grip.on !== "handle" ? null : this.editing.begin(grip);
      if (!drag) return;
      this.state = { name: "dragging", from, grip, drag };
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
      const caught = this.surface.boxed!(this.box);
      this.editing.select(state.before);
      this.editing.select(caught, state.joining);
    } else if (state.name === "dragging") {
      if (state.grip.on === "key") this.carry(state, state.grip.time, event, at);
      else if (state.grip.on === "edge") this.retime(state, state.grip.edge, event, at);
      else this.bend(state, state.grip, event, at);
    }
  }

  private carry({ from, drag }: Dragging, anchor: number, event: Pointing, at: Point): void {
    const [dx, dy] = [at.x - from.x, from.y - at.y];
    const rise = this.surface.rise(dy);
    const both = !event.shiftKey || rise === LEVEL;
    const across = both || Math.abs(dx) >= Math.abs(dy);
    const up = both || !across;
    const to = this.timeAt(drag, anchor, from, at, event);
    drag.carry(across ? to - anchor : 0, up ? rise : LEVEL);
  }

  private retime({ from, drag }: Dragging, edge: "start" | "end", event: Pointing, at: Point): void {
    const [first, last] = drag.span;
    const [held, pivot] = edge === "end" ? [last, first] : [first, last];
    const to = this.timeAt(drag, held, from, at, event);
    drag.retime?.(pivot, Math.max((to - pivot) / (held - pivot), 1e-6));
  }

  private timeAt({ targets }: KeyDrag, anchor: number, from: Point, at: Point, { altKey }: Pointing): number {
    return draggedTo(this.surface.window(), anchor, from.x, at.x, targets, this.editing.fps, altKey);
  }

  private bend({ from, drag }: Dragging, grip: HandleGrip, event: Pointing, at: Point): void {
    const [dx, dy] = [at.x - from.x, from.y - at.y];
    const across = !event.shiftKey || Math.abs(dx) >= Math.abs(dy);
    const up = !event.shiftKey || !across;
    const time = grip.time + (across ? dx / this.surface.window().scale : 0);
    const value = grip.value + (up ? this.surface.riseOf(grip.channel, dy) : 0);
    drag.bend(grip, time, value, event.altKey || grip.free);
  }

  up(at: Point): void {
    const { state } = this;
    this.rest();
    if (state.name === "dragging") this.editing.end(true);
    if (state.name !== "pressed") return;
    if (state.button === 2) this.surface.menu?.(at);
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
