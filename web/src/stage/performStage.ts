/** What Perform adds to the stage: the ball, the markers, the ghost of a key's pose; and where a set's places are in the world. */

import { Matrix4, Vector3 } from "three";
import { hueOf } from "../model/colours";
import type { ClipArrays, PoseArrays } from "../model/motion";
import type { Place } from "../model/performSets";
import type { SetRecord } from "../protocol/generated";
import type { Actor } from "./actor";
import { Ghosts } from "./ghosts";
import { PerformCursor } from "./performCursor";
import { PerformMarkers } from "./performMarkers";
import type { StageScene } from "./stageScene";

/** Everything of Perform that decides what is seen. */
export interface PerformShow {
  character: string;
  height: number;
  set: SetRecord | null;
  ball: Place | null;
  held: boolean;
  influences: Float32Array | null;
  selected: string | null;
  hovered: string | null;
  ghost: PoseArrays | null;
}

/** Of the character's height. */
const BALL = 0.032;
const MARKER = 0.021;
/** What a pointer still hits beside a ball [px]. */
const [NEAR, NEAR_WITH_A_FINGER] = [12, 26];

export type PerformHit = { part: "ball" } | { part: "marker"; key: string } | null;

const asClip = ({ root, rotations, translations }: PoseArrays): ClipArrays => ({
  kind: "clip",
  blob: "",
  fps: 1,
  frames: 1,
  joints: rotations.length / 4,
  roots: root,
  rotations,
  translations,
});

export class PerformStage {
  private readonly cursor = new PerformCursor();
  private readonly markers = new PerformMarkers();
  private readonly ghosts = new Ghosts();
  private show: PerformShow | null = null;
  private ghosted: Actor | null = null;
  private readonly reach = matchMedia("(pointer: coarse)").matches ? NEAR_WITH_A_FINGER : NEAR;

  constructor(private readonly stage: StageScene) {
    stage.hang(this.cursor.object, this.markers.object, this.ghosts.object);
  }

  /** Lays everything where it is now; null for nothing. Call after the actors are posed. */
  direct(show: PerformShow | null): void {
    this.show = show;
    const actor = show ? this.stage.actors.get(show.character) : undefined;
    const { palette } = this.stage;
    if (this.ghosted && this.ghosted !== actor) {
      this.ghosts.clear();
      this.ghosted = null;
    }
    if (!show || !actor) {
      this.cursor.hide();
      this.markers.show([], 1, palette.soft, palette.text);
      this.ghosts.hide();
    } else {
      actor.object.updateMatrixWorld(true);
      if (show.ball) this.cursor.show(show.ball, BALL * show.height, show.held, palette);
      else this.cursor.hide();
      this.lay(show);
      if (show.ghost) {
        this.ghosts.show(actor, asClip(show.ghost), [{ time: 0, tint: "keypose", strength: 0.5 }], palette);
        this.ghosted = actor;
      } else this.ghosts.hide();
    }
    this.stage.invalidate();
  }

  private lay({ set, height, influences, selected, hovered }: PerformShow): void {
    const { palette } = this.stage;
    if (!set) return this.markers.show([], 1, palette.soft, palette.text);
    const looks = set.keys.map(({ name, place }, index) => ({
      place: this.world(set, place) ?? place,
      influence: influences?.length === set.keys.length ? influences[index]! : 0,
      selected: name === selected,
      hovered: name === hovered,
    }));
    const radius = MARKER * height * (1 + 0.25 * (set.rank - 1));
    this.markers.show(looks, radius, hueOf(set.colour), palette.text);
  }

  /** The frame that a set's places are in; null while its character is not on stage. */
  private frameOf(set: SetRecord): Matrix4 | null {
    const actor = this.stage.actors.get(set.character);
    if (!actor) return null;
    actor.object.updateMatrixWorld(true);
    return (set.carrier === null ? actor.object : actor.joints[set.carrier])?.matrixWorld ?? null;
  }

  world(set: SetRecord, place: Place): Place | null {
    const frame = this.frameOf(set);
    return frame && new Vector3(...place).applyMatrix4(frame).toArray();
  }

  local(set: SetRecord, world: Place): Place | null {
    const frame = this.frameOf(set);
    return frame && new Vector3(...world).applyMatrix4(frame.clone().invert()).toArray();
  }

  /** The ball or the marker under a point of the window [client px]; the ball first. */
  pick(clientX: number, clientY: number): PerformHit {
    const { show } = this;
    if (!show || !this.stage.actors.has(show.character)) return null;
    const away = (place: Place) => {
      const at = this.stage.rig.toWindow(new Vector3(...place));
      return Math.hypot(at.x - clientX, at.y - clientY);
    };
    if (show.ball && away(show.ball) < this.pixels(show.ball, BALL * show.height)) return { part: "ball" };
    let best: { key: string; away: number } | null = null;
    for (const { name, place } of show.set?.keys ?? []) {
      const at = this.world(show.set!, place)!;
      const distance = away(at);
      if (distance < this.pixels(at, MARKER * show.height) && distance < (best?.away ?? Infinity))
        best = { key: name, away: distance };
    }
    return best && { part: "marker", key: best.key };
  }

  /** How far from its middle a ball is still hit [px]. */
  private pixels(place: Place, radius: number): number {
    const { rig } = this.stage;
    const middle = new Vector3(...place);
    const up = new Vector3(0, 1, 0).applyQuaternion(rig.camera.quaternion).multiplyScalar(1.2 * radius);
    const [a, b] = [rig.toWindow(middle), rig.toWindow(middle.clone().add(up))];
    return Math.max(Math.hypot(a.x - b.x, a.y - b.y), this.reach);
  }

  /** Someone left the stage: what was made of their shapes goes, too. */
  left(): void {
    this.ghosts.clear();
    this.ghosted = null;
  }

  dispose(): void {
    this.cursor.dispose();
    this.markers.dispose();
    this.ghosts.clear();
  }
}
