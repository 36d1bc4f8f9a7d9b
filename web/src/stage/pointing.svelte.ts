/** What a pointer on the stage means: what it is over, and what a click does. The open workspace is asked first. */

import type { PointerPlace } from "../document/hints";
import { characterOf } from "../document/records";
import type { Page } from "../timeline/context";
import type { StageDoing, StagePlace } from "./hints";
import type { StageLayer } from "./workspaceOnStage";
import type { Hit } from "./scene/stageScene";

type Layered = Pick<StageLayer, "placeOf" | "click">;

export class StagePointing {
  /** The character whose ring on the ground is under the pointer, or in the hand. */
  base = $state.raw<{ character: string; held: boolean } | null>(null);
  private over: Hit = null;

  /** layer: of the open workspace; null for the stage alone. */
  constructor(
    private readonly page: Pick<Page, "studio" | "room" | "playback">,
    private readonly layer: () => Layered | null,
  ) {}

  hover(hit: Hit): void {
    const { room } = this.page;
    this.over = hit;
    this.base = hit?.part === "base" ? { character: hit.actor.id, held: false } : null;
    const joint = hit?.part === "joint" ? { character: hit.actor.id, joint: hit.joint } : null;
    if (joint?.character !== room.hovered?.character || joint?.joint !== room.hovered?.joint) room.hovered = joint;
    room.place = this.placeOf(hit);
  }

  /** The hand does something, or nothing any more. holding: the character that it has by the base. */
  doing(doing: StageDoing | null, holding: string | null): void {
    this.base = holding ? { character: holding, held: true } : null;
    this.page.room.place = doing ? { doing } : this.placeOf(this.over);
  }

  /** The ring of a character stands out, as under the pointer; null for none. */
  ring(character: string | null): void {
    this.base = character ? { character, held: false } : null;
  }

  leave(): void {
    this.over = this.base = null;
  }

  private placeOf(hit: Hit): PointerPlace {
    return this.layer()?.placeOf?.(hit) ?? this.onStage(hit);
  }

  private onStage(hit: Hit): StagePlace {
    const record = hit ? characterOf(this.page.studio.records, hit.actor.id) : null;
    if (!hit || !record) return { over: "empty" };
    if (hit.part === "base") return { over: "base", name: record.name };
    const hasMotion = this.moves(record.id);
    const trailed = hasMotion && this.page.playback.trail?.joint === hit.joint;
    return { over: "joint", name: record.joints[hit.joint] ?? "", hasMotion, trailed };
  }

  click(hit: Hit, extend: boolean): void {
    const { room, playback } = this.page;
    if (this.layer()?.click?.(hit, extend)) return;
    if (!hit) return room.deselect();
    if (room.selected !== hit.actor.id) room.selectCharacter(hit.actor.id);
    if (hit.part !== "joint") return;
    room.joint = hit.joint;
    if (this.moves(hit.actor.id)) playback.toggleTrail(hit.joint);
  }

  /** Whether the selected motion is what moves a character now: not while it follows the pointer. */
  moves(character: string): boolean {
    const { motion, view } = this.page.studio;
    return motion?.character === character && view?.follow !== character;
  }
}
