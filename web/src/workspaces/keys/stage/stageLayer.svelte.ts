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
import { displayName } from "../../../text/names";

export class KeysStageLayer implements StageLayer {
  readonly hands;
  private readonly drawing: PoseDrawing;
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
  }

  advance(): void {
    this.drawing.advance();
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
      holdAt: () => null,
      upright: (joint) => keys.character?.caps[joint]?.includes("foot") ?? false,
      over: (at) => this.pointAt(at),
      released: () => drawing.point(null, false),
    });
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
    return { posing: this.drawing.seen };
  }

  dispose(): void {
    this.drawing.dispose();
  }
}
