/** What a pointer on the stage means where no workspace has a hand of its own there: what it is over, and what a click does. */

import { untrack } from "svelte";
import type { PointerPlace } from "../app/hints";
import { toggled } from "../workspaces/keys/model/settings";
import { characterOf } from "../document/records";
import type { Hit } from "./scene/stageScene";
import type { App } from "../app/context";
import type { KeysOnStage } from "../workspaces/keys/stage/onStage.svelte";

export class StagePointing {
  /** Whose ring on the ground is under the pointer, or in the hand. */
  base = $state.raw<{ character: string; held: boolean } | null>(null);
  private over: Hit = null;

  constructor(
    private readonly app: Omit<App, "run">,
    private readonly keyed: KeysOnStage,
  ) {
    // What a click would do changes with the click, and with what the hand is asked to pick.
    $effect(() => {
      void [keyed.leading, keyed.picking];
      untrack(() => onStage(app.room.place) && this.settle());
    });
  }

  hover(hit: Hit): void {
    const { room } = this.app;
    this.over = hit;
    this.base = hit?.part === "base" ? { character: hit.actor.id, held: false } : null;
    const joint = hit?.part === "joint" ? { character: hit.actor.id, joint: hit.joint } : null;
    if (joint?.character !== room.hovered?.character || joint?.joint !== room.hovered?.joint) room.hovered = joint;
    room.place = this.placeOf(hit);
  }

  /** The hand does something, or nothing any more. holding: whom it has by the base. */
  doing(doing: "orbit" | "pan" | "place" | null, holding: string | null): void {
    this.base = holding ? { character: holding, held: true } : null;
    if (doing) this.app.room.place = { doing };
    else this.settle();
  }

  private settle(): void {
    this.app.room.place = this.placeOf(this.over);
  }

  leave(): void {
    this.over = this.base = null;
  }

  private placeOf(hit: Hit): PointerPlace {
    const { studio, perform, keys, playback } = this.app;
    const { keyed } = this;
    const record = hit ? characterOf(studio.records, hit.actor.id) : null;
    if (hit?.part === "base" && record) return { over: "base", name: record.name };
    if (perform.desk.picking) return { over: "picking" };
    if (hit?.part !== "joint" || !record) return keyed.picking ? { over: "leading" } : { over: "empty" };
    const name = record.joints[hit.joint] ?? "";
    if (record.id === keys.character?.id && keys.active) {
      const leads = keyed.leading.includes(hit.joint) ? "release" : "lead";
      return { over: "keyedJoint", name, click: keyed.picking ? leads : "select" };
    }
    const hasMotion = this.moves(record.id);
    return { over: "joint", name, hasMotion, trailed: hasMotion && playback.trail?.joint === hit.joint };
  }

  click(hit: Hit, extend: boolean): void {
    const { perform, keys, room, playback, creatures } = this.app;
    if (perform.desk.picking) {
      if (hit?.part === "joint" && hit.actor.id === perform.character?.id && perform.set)
        void perform.desk.toggleJoints(perform.set, [hit.joint]);
      return;
    }
    if (this.keyed.picking) {
      if (hit?.part === "joint" && hit.actor.id === keys.character?.id) keys.toggleLeading(hit.joint);
      return;
    }
    if (creatures.active) {
      if (!hit) creatures.maker.pick(null);
      else creatures.choose(hit.actor.id);
      return;
    }
    if (!hit && perform.active) return void ([perform.selected, room.joint] = [null, null]);
    if (!hit) return room.deselect();
    if (keys.active && hit.part === "joint" && hit.actor.id === keys.character?.id)
      return this.selectJoint(hit.joint, extend);
    if (room.selected !== hit.actor.id) room.selectCharacter(hit.actor.id);
    if (hit.part !== "joint") return;
    room.joint = hit.joint;
    if (this.moves(hit.actor.id)) playback.toggleTrail(hit.joint);
  }

  /** Shows a joint's curves; extend: beside those that are shown. */
  private selectJoint(joint: number, extend: boolean): void {
    const { keys, room } = this.app;
    if (extend) keys.select({ joints: toggled(keys.selection.joints, joint) });
    else room.joint = joint;
  }

  /** Whether the selected motion is what moves a character now: not while it follows the pointer. */
  moves(character: string): boolean {
    const { motion, view } = this.app.studio;
    return motion?.character === character && view?.follow !== character;
  }
}

const onStage = (place: PointerPlace) =>
  "over" in place && ["empty", "base", "joint", "keyedJoint", "leading"].includes(place.over);
