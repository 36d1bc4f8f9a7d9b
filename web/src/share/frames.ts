/** The loop of a shared page: time goes on, what is shown takes its pose, the stage is drawn. */

import { Sphere } from "three";
import type { StageScene } from "../stage/scene/stageScene";
import { everyFrame } from "../stage/frame";
import { keepUp } from "../stage/scene/keepUp";
import type { Actor } from "../stage/actors/actor";

/** A body that is shown, and what moves it. */
export interface Show {
  readonly actor: Actor;
  /** Time goes on by some seconds; returns whether anything looks different. */
  tick(elapsed: number): boolean;
  /** Whether the view goes along with it now. */
  readonly led: boolean;
}

const sphere = new Sphere();

/** Runs until the returned function is called. */
export const run = (stage: StageScene, show: Show): (() => void) =>
  everyFrame((elapsed) => {
    if (show.tick(elapsed)) stage.invalidate();
    if (show.led) keepUp(stage.rig, show.actor.bounds().getBoundingSphere(sphere), false, elapsed);
    stage.draw(elapsed);
  });
