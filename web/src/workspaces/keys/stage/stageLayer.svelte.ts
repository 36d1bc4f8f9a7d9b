/** What Keys changes on the stage: the result with its original, ghosts and heat, and joints that a click selects or lets lead. */

import { untrack } from "svelte";
import { characterOf } from "../../../document/records";
import type { BodyPaint, Show } from "../../../stage/actors/director";
import type { StageLayer, StageView } from "../../../stage/workspaceOnStage";
import type { Hit } from "../../../stage/scene/stageScene";
import type { Page } from "../../../timeline/context";
import type { KeyedBodyPlace } from "../model/hints";
import { toggled } from "../model/settings";
import { PosingHand, type PosingView } from "../../../stage/hands/posingHand";
import { posingOf } from "../../../stage/hands/posing";
import type { Keys } from "../state/keys.svelte";
import type { KeyPosing } from "../state/posing.svelte";
import type { KeysOnStage } from "./onStage.svelte";
import { PoseDrawing } from "./poseDrawing";
import { TrailHold, TrailKeys } from "./trailKeys";
import { displayName } from "../../../text/names";

export class KeysStageLayer implements StageLayer {
  readonly hands;
  private readonly drawing: PoseDrawing;
  private readonly trail: TrailKeys;
  /** What the pointer is over, of the keyed body. */
  private over: Hit = null;
  /** Whether the hand asks for the other of turning and pulling. */
  private other = false;

  readonly changes = $derived.by<Partial<Show>>(() => {
    const { shown } = this;
    return {
      arrays: shown.arrays,
      compared: shown.compared,
      ...(shown.open ? { ghosts: shown.ghosts(this.view.scene.mostGhosts) } : {}),
    };
  });
  readonly paint = $derived.by<Partial<BodyPaint>>(() => ({
    heat: this.shown.heat,
    marked: this.shown.picking ? this.shown.leading : null,
  }));

  constructor(
    private readonly view: StageView,
    private readonly shown: KeysOnStage,
    private readonly page: Page,
    private readonly keys: Keys,
    private readonly posing: KeyPosing,
  ) {
    this.drawing = new PoseDrawing(view.scene);
    this.trail = new TrailKeys(view.scene);
    this.hands = [this.posingHand()];
    // What a click would do changes with the click, and with what is picked.
    $effect(() => {
      void [shown.leading, shown.picking];
      untrack(() => this.settle());
    });
  }

  get framed(): string | null {
    return this.keys.character?.id ?? null;
  }

  direct(): void {
    const { keys, posing, page } = this;
    const character = keys.active ? keys.character?.id : undefined;
    const [joint, mode] = [posing.joint, page.room.gizmo];
    this.drawing.direct(character ? { character, joint, mode, pins: posing.pins } : null);
    const { trailed } = this.shown;
    const onTrail = character && keys.arrays && this.shown.compared && (posing.possible || posing.dragging);
    const times = keys.columns.map((column) => column.time);
    const { time } = page.playback.transport;
    this.trail.direct(
      onTrail && trailed !== null ? { character, arrays: keys.arrays!, joint: trailed, times, time } : null,
    );
  }

  advance(): void {
    this.drawing.advance();
    this.trail.advance();
  }

  /** The hand that poses the body at the playhead, while nothing plays. */
  private posingHand(): PosingHand {
    const { view, page, keys, posing, drawing } = this;
    const { scene: stage, canvas: element } = view;
    const { room } = page;
    return new PosingHand({
      stage,
      element,
      body: {
        stage,
        begin: () => posing.begin(),
        step: (step) => posing.step(step),
        end: (kept) => void posing.end(kept),
        tell: (doing) => (room.place = { doing }),
        select: (joint) => (room.joint = joint),
      },
      who: () => {
        const record = posing.possible ? keys.character : null;
        const actor = record ? stage.actors.get(record.id) : undefined;
        return record && actor ? { record, actor } : null;
      },
      gizmoAt: (x, y) => drawing.pick(x, y),
      holdAt: (event) => this.trailHold(event),
      upright: (joint) => keys.character?.caps[joint]?.includes("foot") ?? false,
      over: (at) => this.pointAt(at),
      released: () => {
        drawing.point(null, false);
        this.trail.point(null);
      },
    });
  }

  /** A keyframe on the trail, to be moved where it is, wherever the playhead is. */
  private trailHold({ clientX, clientY }: PointerEvent): TrailHold | null {
    const { posing, page, keys } = this;
    const key = this.trail.pick(clientX, clientY);
    const who = keys.character;
    if (!key || !who) return null;
    return new TrailHold(
      {
        stage: this.view.scene,
        begin: (time) => posing.begin(time),
        step: (step) => posing.step(step),
        end: (kept) => void posing.end(kept),
        tell: (doing) => (page.room.place = { doing }),
        select: (joint) => (page.room.joint = joint),
        go: (time) => keys.goTo(time),
      },
      key,
      who.parents[key.joint] === -1,
      who.caps[key.joint]?.includes("foot") ?? false,
    );
  }

  /** Shows what the pointer is over, and says what a drag does there. Returns whether it is of the gizmo. */
  private pointAt({ gizmo, event, held }: Parameters<PosingView["over"]>[0]): boolean {
    const { room } = this.page;
    this.drawing.point(gizmo, held);
    this.other = event.altKey;
    if (held) return true;
    if (gizmo) {
      room.hovered = null;
      room.place = { over: gizmo.place.mode === "turn" ? "poseRing" : "poseArrow" };
      return true;
    }
    const key = this.posing.possible ? this.trail.pick(event.clientX, event.clientY) : null;
    this.trail.point(key);
    if (key) {
      room.hovered = null;
      room.place = { over: "trailKey" };
      return true;
    }
    return false;
  }

  private settle(): void {
    const { room } = this.page;
    if (!("over" in room.place) || !["empty", "keyedJoint", "leading"].includes(room.place.over)) return;
    const place = this.placeOf(this.over);
    if (place) room.place = place;
  }

  placeOf(hit: Hit): KeyedBodyPlace | null {
    const { keys, shown } = this;
    this.over = hit;
    if (!keys.active || hit?.part === "base") return null;
    const record = hit ? characterOf(this.page.studio.records, hit.actor.id) : null;
    if (!hit || !record) return shown.picking ? { over: "leading" } : null;
    if (record.id !== keys.character?.id) return null;
    const leads = shown.leading.includes(hit.joint) ? "release" : "lead";
    return {
      over: "keyedJoint",
      name: displayName(record.joints[hit.joint] ?? ""),
      click: shown.picking ? leads : "select",
      ...(this.posing.possible ? { drag: posingOf(hit.joint, record, this.other) } : {}),
    };
  }

  click(hit: Hit, extend: boolean): boolean {
    const { keys, shown } = this;
    const joint = hit?.part === "joint" && hit.actor.id === keys.character?.id ? hit.joint : null;
    if (shown.picking) {
      if (joint !== null) keys.toggleLeading(joint);
      return true;
    }
    if (joint === null) return false;
    if (extend) keys.select({ joints: toggled(keys.selection.joints, joint) });
    else this.page.room.joint = joint;
    return true;
  }

  leave(): void {
    this.over = null;
  }

  escape(): boolean {
    if (!this.shown.picking) return false;
    this.keys.pickingLeading = false;
    return true;
  }

  get seen() {
    return { posing: { ...this.drawing.seen, trail: this.trail.seen } };
  }

  dispose(): void {
    this.drawing.dispose();
    this.trail.dispose();
  }
}
