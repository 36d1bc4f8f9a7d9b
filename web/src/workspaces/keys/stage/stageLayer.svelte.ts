/** What Keys changes on the stage: the result with its original, ghosts and heat, and joints that a click selects or lets lead. */

import { untrack } from "svelte";
import { characterOf } from "../../../document/records";
import type { BodyPaint, Show } from "../../../stage/actors/director";
import type { StageLayer, StageView } from "../../../stage/workspaceOnStage";
import type { Hit } from "../../../stage/scene/stageScene";
import type { Page } from "../../../timeline/context";
import type { KeyedBodyPlace } from "../model/hints";
import { toggled } from "../model/settings";
import type { Keys } from "../state/keys.svelte";
import type { KeysOnStage } from "./onStage.svelte";
import { displayName } from "../../../text/names";

export class KeysStageLayer implements StageLayer {
  readonly hands = [];
  readonly seen = {};
  /** What the pointer is over, of the keyed body. */
  private over: Hit = null;

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
  ) {
    // What a click would do changes with the click, and with what is picked.
    $effect(() => {
      void [shown.leading, shown.picking];
      untrack(() => this.settle());
    });
  }

  get framed(): string | null {
    return this.keys.character?.id ?? null;
  }

  direct(): void {}

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

  dispose(): void {}
}
