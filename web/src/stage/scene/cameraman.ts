/** Cameraman: moves the camera by itself. Frames new characters and the path of a new motion, and follows a character that walks off. */

import { Box3, Sphere, Vector3 } from "three";
import { keepUp } from "./keepUp";
import type { MotionArrays } from "../../document/motion";
import type { Actor } from "../actors/actor";
import type { Show } from "../actors/director";
import type { StageScene } from "./stageScene";

/** A path longer than this many bodies is followed, not framed as a whole: its walker would be a dot. */
const LONG = 4;
/** A character smaller than this share of the view, beside a giant, is not visible. */
const DOT = 0.12;
/** A character smaller than this share of the view is hard to pose. */
const SMALL = 0.6;

export class Cameraman {
  private shown: MotionArrays | null = null;
  private beside = false;
  private readonly newcomers = new Set<string>();
  private time = 0;
  private readonly centre = new Vector3();
  /** The hand moved the view elsewhere: until something else is looked at, it stays there. */
  private released = false;

  constructor(private readonly stage: StageScene) {}

  /** A character came on stage. moves: whether the selected motion is its own; then the camera waits to see where it goes. */
  arrived(actor: Actor, first: boolean, moves: boolean): void {
    const { rig } = this.stage;
    if (first) rig.frame(this.stage.bounds(), { view: "start", atOnce: true, space: 1.3, settles: true });
    else if (moves) this.newcomers.add(actor.id);
    else if (!rig.sees(actor.bounds())) rig.frame(this.stage.bounds(), { space: 1.15 });
  }

  /** All characters in a row. */
  meetRow(): void {
    this.stage.rig.frame(this.stage.bounds(), { space: 1.15, settles: true });
  }

  release(): void {
    this.released = true;
  }

  resume(): void {
    this.released = false;
  }

  /** A character is to be performed: if it is out of sight, or too small to take hold of, it is framed. */
  meetPerformer(box: Box3): void {
    const { rig } = this.stage;
    const body = box.getBoundingSphere(new Sphere());
    if (rig.sees(box) && body.radius > SMALL * rig.sightOf(body.center).sight.halfHeight) return;
    rig.frame(box, { space: 1.25, settles: true });
  }

  /** Call once a frame. keeps: whether the moving character is kept in view. */
  attend(show: Show, keeps: boolean, elapsed: number): void {
    const box = this.moving(show);
    if (!box) return;
    const body = box.getBoundingSphere(new Sphere());
    // A drag of the keys gives another result with every step: it is still the same motion.
    const motion = show.compared?.original ?? show.arrays;
    const steppedBeside = this.stage.original.beside && !this.beside;
    this.beside = this.stage.original.beside;
    if (motion !== this.shown) return this.meet(motion, show, box, body);
    if (steppedBeside && !this.stage.rig.sees(box)) return this.stage.rig.frame(box, { space: 1.2 });
    const still = show.time === this.time;
    const jumped = body.center.distanceTo(this.centre) > 0.5 * body.radius;
    this.time = show.time;
    this.centre.copy(body.center);
    if (keeps && !still && !this.released && !this.stage.rig.gliding) keepUp(this.stage.rig, body, jumped, elapsed);
  }

  /** Where the character of the selected motion is now; null without one. */
  private moving(show: Show): Box3 | null {
    if (!show.arrays) return null;
    if (show.arrays.kind === "markers") {
      const box = this.stage.markers.bounds();
      return box.isEmpty() ? null : box;
    }
    const moves = show.moved && show.moved !== show.follower && this.stage.actors.has(show.moved);
    return moves ? this.stage.bounds(show.moved) : null;
  }

  /** Another motion: a newcomer's is taken in as a whole where that leaves them large enough to see. */
  private meet(motion: MotionArrays | null, show: Show, box: Box3, body: Sphere): void {
    const { rig } = this.stage;
    const isNew = show.arrays?.kind === "markers" || this.newcomers.delete(show.moved ?? "");
    [this.shown, this.time, this.released] = [motion, show.time, false];
    this.centre.copy(body.center);
    const lost = body.radius < DOT * rig.sightOf(body.center).sight.halfHeight;
    if (!isNew && rig.sees(box) && !lost) return;
    const path = this.path(show).union(box);
    const short = path.getSize(new Vector3()).length() < LONG * 2 * body.radius;
    if (lost || !short || !rig.sees(path)) rig.frame(short ? path : box, { space: short ? 1.2 : 1.9 });
  }

  private path(show: Show): Box3 {
    if (show.arrays?.kind === "markers") return this.stage.markers.path();
    const path = new Box3();
    for (const actor of this.stage.bodies)
      if (actor.id === show.moved && show.arrays) path.union(actor.path(show.arrays));
    return path;
  }
}
