/** Opens what a page carries: the body with what moves it, and the hand that does. */

import { Kinegraph } from "../../runtime/kinegraph";
import { LiveBody } from "../../runtime/three";
import type { StageScene } from "../stage/scene/stageScene";
import { partOf, type PageLike, type SharedContent } from "./content";
import { CreatureShow } from "./creatureShow.svelte";
import type { Show } from "./frames";
import { LeadingHand, PerformingHand } from "./hands";
import { MotionShow } from "./motionShow.svelte";
import { PerformedShow } from "./performing.svelte";
import { SetDrawing } from "./setDrawing";

/** toggle, record, cancel: what keys do. */
interface Shared<Kind, What> extends Show {
  readonly kind: Kind;
  readonly show: What;
  toggle(): void;
  record(): void;
  cancel(): void;
  /** What the gamepad calls itself; null without one. */
  readonly pad: string | null;
}

export type OpenedMotion = Shared<"motion", MotionShow>;
export type OpenedSets = Shared<"sets", PerformedShow>;
export type OpenedCreature = Shared<"creature", CreatureShow>;
export type Opened = OpenedMotion | OpenedSets | OpenedCreature;

/** Opens a page's content on a stage; rejects with a sentence for people. */
export async function opened(
  content: SharedContent,
  page: PageLike,
  stage: StageScene,
  canvas: HTMLCanvasElement,
): Promise<Opened> {
  if (content.kind === "motion") return openMotion(await partOf(page, "glb"));
  const [wasm, live] = await Promise.all([partOf(page, "wasm"), partOf(page, "live")]);
  const kinegraph = await Kinegraph.load(wasm);
  const file = kinegraph.open(live);
  if (content.kind === "sets") {
    const rig = file.perform(0);
    const body = new LiveBody(rig.info.skeleton, rig.info.skins);
    return openSets(new PerformedShow(rig, body), stage, canvas);
  }
  const creature = file.spawn(0);
  const body = new LiveBody(creature.info.skeleton, creature.info.skins);
  return openCreature(new CreatureShow(kinegraph, creature, body, content), stage, canvas);
}

const nothing = () => {};

async function openMotion(glb: ArrayBuffer): Promise<OpenedMotion> {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const show = await MotionShow.open(glb, !calm);
  return {
    ...{ kind: "motion", show, actor: show.actor, pad: null, record: nothing, cancel: nothing },
    get led() {
      return show.led;
    },
    toggle: () => show.toggle(),
    tick: (elapsed) => show.tick(elapsed),
  };
}

function openSets(show: PerformedShow, stage: StageScene, canvas: HTMLCanvasElement): OpenedSets {
  const hand = new PerformingHand(stage, canvas, show);
  const drawing = new SetDrawing(stage, show);
  return {
    ...{ kind: "sets", show, actor: show.actor, led: false },
    get pad() {
      return hand.pad;
    },
    toggle: () => show.phase === "playing" && show.toggle(),
    record: () => show.arm(),
    cancel: () => void hand.cancel(),
    tick(elapsed) {
      hand.settle();
      hand.tick(elapsed);
      show.tick(elapsed);
      drawing.lay(hand.held || show.phase === "recording");
      return true;
    },
  };
}

function openCreature(show: CreatureShow, stage: StageScene, canvas: HTMLCanvasElement): OpenedCreature {
  const hand = new LeadingHand(stage, canvas, show);
  return {
    ...{ kind: "creature", show, actor: show.actor, led: true, toggle: nothing, record: nothing, cancel: nothing },
    get pad() {
      return hand.pad;
    },
    tick(elapsed) {
      hand.tick();
      const moved = show.tick(elapsed);
      const { mark } = show;
      if (mark) stage.ring.show(mark.x, mark.z, 0, 0.25 * show.length, stage.palette.live, "hover");
      else stage.ring.hide();
      return moved;
    },
  };
}
