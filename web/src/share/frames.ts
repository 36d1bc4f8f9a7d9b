/** The loop of a shared page: time goes on, what is shown takes its pose, the stage is drawn. */

import { Sphere } from "three";
import type { StageScene } from "../stage/scene/stageScene";
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
/** Longer pauses are those of a hidden tab [s]. */
const LONGEST = 0.1;

/** Runs until the returned function is called. */
export function run(stage: StageScene, show: Show): () => void {
  let last: number | null = null;
  let wanted = requestAnimationFrame(function next(now) {
    const elapsed = last === null ? 0 : Math.min((now - last) / 1000, LONGEST);
    last = now;
    if (show.tick(elapsed)) stage.invalidate();
    if (show.led) keepUp(stage.rig, show.actor.bounds().getBoundingSphere(sphere), false, elapsed);
    stage.draw(elapsed);
    wanted = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(wanted);
}
