/** Drags on the sheet that the studio shows as they go: landings, tops and times of pieces, joints of the drawing, things, the picture, the camera. Each is one edit. */

import { untrack } from "svelte";
import type { Ink } from "../model/sheet/ink";
import type { Retiming } from "../model/line/timing";
import type { DoodleProp } from "../../../protocol/generated";
import type { Ask } from "../../../protocol/socket";
import { Drag } from "../../../document/drag";
import type { Doodles } from "./doodles.svelte";
import type { Point3 } from "../../../stage/points";

export class DoodleDrags {
  private drag: Drag | null = null;
  /** What is dragged, for the eye: its kind and which one. */
  held = $state.raw<{ what: "landing" | "top" | "timing" | "joint" | "prop" | "size" | "push"; name: string } | null>(
    null,
  );
  /** Ink as a drag has bent it; the sheet's own is as it was. */
  previews = $state.raw<ReadonlyMap<string, Ink>>(new Map());
  /** A thing as a drag has it, before the studio knows. */
  prop = $state.raw<DoodleProp | null>(null);
  /** A joint as a drag has it. */
  joint = $state.raw<{ name: string; place: [number, number] } | null>(null);

  constructor(private readonly doodles: Doodles) {
    $effect(() => {
      void doodles.doodle?.state;
      untrack(() => this.drag === null && this.letGo());
    });
  }

  begin(what: NonNullable<DoodleDrags["held"]>["what"], name: string): void {
    this.drag = new Drag(this.doodles.studio);
    this.held = { what, name };
  }

  private step(command: (doodle: string, gesture: string) => Ask): void {
    const { doodle } = this.doodles;
    if (this.drag && doodle) this.drag.step(command(doodle.id, this.drag.id));
  }

  landing(piece: number, place: Point3): void {
    this.step((doodle, gesture) => ({ type: "MoveLanding", doodle, piece, place, gesture }));
  }

  top(piece: number, place: Point3): void {
    this.step((doodle, gesture) => ({ type: "MoveApex", doodle, piece, place, gesture }));
  }

  retime(change: Retiming): void {
    this.step((doodle, gesture) => ({ type: "RetimePiece", doodle, ...change, gesture }));
  }

  moveJoint(joint: string, place: [number, number]): void {
    this.joint = { name: joint, place };
    this.step((doodle, gesture) => ({ type: "MoveJoint", doodle, joint, place, gesture }));
  }

  /** Where it is found by itself. */
  freeJoint(joint: string): void {
    this.doodles.edit((doodle) => ({ type: "MoveJoint", doodle, joint, place: null }));
  }

  /** prop: as it was. */
  editProp(prop: DoodleProp, change: Partial<Pick<DoodleProp, "place" | "size" | "push" | "loose">>): void {
    this.prop = { ...prop, ...change };
    this.step((doodle, gesture) => ({ type: "EditProp", doodle, prop: prop.id, ...change, gesture }));
  }

  /** A preview of a stroke's ink. */
  bent(stroke: string, ink: Ink): void {
    if (this.drag) this.previews = new Map(this.previews).set(stroke, ink);
  }

  async end(kept: boolean): Promise<boolean> {
    const { drag } = this;
    [this.drag, this.held] = [null, null];
    if (!drag) return false;
    await drag.end(kept);
    if (!kept) {
      this.forget();
      this.doodles.retry();
    }
    return true;
  }

  /** The sheet has the ink itself. */
  kept(stroke: string): void {
    if (this.drag || !this.previews.has(stroke)) return;
    const left = new Map(this.previews);
    left.delete(stroke);
    this.previews = left;
  }

  private letGo(): void {
    [this.prop, this.joint] = [null, null];
  }

  private forget(): void {
    if (this.previews.size) this.previews = new Map();
    this.letGo();
  }
}
