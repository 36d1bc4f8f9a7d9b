/** Director: brings the stage in line with the document. Loads missing characters, removes those that left, poses all, draws the aids. */

import { errorText } from "../../text/format";
import { Vector3 } from "three";
import type { ClipArrays, MotionArrays, PoseArrays, TrailPath } from "../../document/motion";
import type { CharacterRecord, Placement } from "../../protocol/generated";
import { Actor } from "./actor";
import { loadCharacter, parseCharacter } from "./loader";
import { Comparison, type Compared } from "./comparison";
import type { GhostPose } from "./ghosts";
import type { StageScene } from "../scene/stageScene";
import type { ShownProp } from "./props";
import { trailWindow, windowed } from "../marks/trail";

/** Everything that decides what the stage looks like at a moment. */
export interface Show {
  characters: readonly CharacterRecord[];
  placementOf: (character: string) => Placement;
  /** The active character, the one that follows the pointer, the one that the motion moves. */
  active: string | null;
  follower: string | null;
  moved: string | null;
  /** Other characters that show poses as they arrive. */
  live: string | null;
  /** The only characters on stage; null for all. */
  alone: ReadonlySet<string> | null;
  arrays: MotionArrays | null;
  /** Characters that show a pose of their own instead of a motion; pose: null for the rest pose. */
  posed: { character: string; pose: PoseArrays | null } | null;
  /** What several play at once, each at its own time [s]. */
  playing: ReadonlyMap<string, { clip: ClipArrays; time: number }>;
  /** Props of the scene. */
  props: readonly ShownProp[];
  /** Joints of a character that show a pose of their own over what it plays. */
  over: { character: string; pose: PoseArrays; joints: readonly number[] } | null;
  /** Motions that others wait at the start of. */
  held: ReadonlyMap<string, ClipArrays>;
  time: number;
  ghosts: readonly GhostPose[];
  bones: boolean;
  trail: TrailPath | null;
  /** What the motion was before, where it is compared with it. */
  compared: Compared | null;
  /** What is painted on bodies: the same object as long as nothing of it changes. */
  paint: BodyPaint;
  joint: number | null;
  base: { character: string; held: boolean } | null;
}

/** What is painted on bodies, whatever pose they are in. */
export interface BodyPaint {
  glow: { character: string; joint: number } | null;
  /** Joints that glow together, by character. */
  glows: ReadonlyMap<string, readonly number[]>;
  /** Whether bodies are being chosen: all turn to plain clay, and what glows stands out. */
  choosing: boolean;
  /** Joints of the character that the motion moves: those that are chosen, while they are being chosen, and how far off each is, as
   * shares of the heat map's scale. */
  marked: readonly number[] | null;
  heat: Float32Array | null;
}

export interface DirectorListener {
  loading(count: number): void;
  trouble(message: string | null): void;
  /** first: whether the stage was empty before. again: whether it only has another body now. */
  arrived(actor: Actor, first: boolean, again: boolean): void;
  /** A character has the shape that a drag gave it. */
  dressed(): void;
}

/** The body of a character that is being reshaped has no name. */
const DRESSED = "";

/** A body that was edited has other joints until its motions have followed. */
const fits = (clip: ClipArrays, actor: Actor) => clip.joints === actor.joints.length;

export class Director {
  private readonly blobs = new Map<string, string>();
  private readonly poses = new Map<string, PoseArrays>();
  private loads = 0;
  private arrivals = 0;
  private readonly comparison: Comparison;

  constructor(
    private readonly stage: StageScene,
    private readonly address: (record: CharacterRecord) => string,
    private readonly listener: DirectorListener,
  ) {
    this.comparison = new Comparison(stage);
  }

  /** Loads and unloads characters; a changed blob is another body. */
  cast(characters: readonly CharacterRecord[]): void {
    const wanted = new Set(characters.map((character) => character.id));
    for (const id of [...this.blobs.keys()]) {
      if (wanted.has(id)) continue;
      this.blobs.delete(id);
      this.poses.delete(id);
      this.stage.remove(id);
    }
    for (const record of characters)
      if (this.blobs.get(record.id) !== record.blob && record.id !== this.dressed) void this.load(record);
  }

  /** While a drag reshapes a character, the shape so far as binary glTF; null for no longer: then it is loaded as the
   * document has it. */
  async dress(record: CharacterRecord | null, glb: Uint8Array | null): Promise<void> {
    this.dressed = record?.id ?? null;
    if (!record || !glb) return;
    const turn = ++this.dressings;
    this.blobs.set(record.id, DRESSED);
    const loaded = await parseCharacter(glb.slice().buffer, record.joints).catch(() => null); // a step that another has overtaken
    if (!loaded || turn !== this.dressings || this.blobs.get(record.id) !== DRESSED) return;
    this.stage.remove(record.id);
    this.stage.add(new Actor(record.id, record.parents, loaded));
    this.listener.dressed();
  }
  private dressed: string | null = null;
  private dressings = 0;

  private async load(record: CharacterRecord): Promise<void> {
    this.blobs.set(record.id, record.blob);
    this.listener.loading(++this.loads);
    try {
      const loaded = await loadCharacter(this.address(record), record.joints);
      if (this.blobs.get(record.id) !== record.blob) return;
      const actor = new Actor(record.id, record.parents, loaded);
      const again = this.stage.actors.has(record.id);
      this.stage.remove(record.id);
      this.stage.add(actor);
      this.listener.trouble(null);
      this.listener.arrived(actor, this.arrivals++ === 0, again);
    } catch (error) {
      if (this.blobs.get(record.id) === record.blob) this.blobs.delete(record.id);
      this.listener.trouble(`“${record.name}” could not be shown: ${errorText(error)}`);
    } finally {
      this.listener.loading(--this.loads);
    }
  }

  /** A streamed pose: shown at the next frame. */
  stream(character: string, pose: PoseArrays): void {
    this.poses.set(character, pose);
    this.stage.invalidate();
  }

  /** Poses everyone and lays the aids; paints bodies where their paint has changed. Call when the show changed. anew: whether bodies or
   * colours are others. */
  direct(show: Show, anew = false): void {
    for (const record of show.characters) {
      const actor = this.stage.actors.get(record.id);
      if (!actor) continue;
      const place = show.placementOf(record.id);
      actor.place(place.position, place.heading);
      const streamed = this.poses.get(record.id);
      const playing = show.playing.get(record.id);
      if (playing && fits(playing.clip, actor)) actor.showClip(playing.clip, playing.time);
      else if (record.id === show.posed?.character) actor.wear(show.posed.pose);
      else if ((record.id === show.follower || record.id === show.live) && streamed) actor.showPose(streamed);
      else if (record.id === show.moved && show.arrays?.kind === "clip" && fits(show.arrays, actor))
        actor.showClip(show.arrays, show.time);
      else if (show.held.has(record.id) && fits(show.held.get(record.id)!, actor))
        actor.showClip(show.held.get(record.id)!, 0);
      else if (record.id !== show.follower) actor.rest();
      if (show.over?.character === record.id) actor.showPart(show.over.pose, show.over.joints);
    }
    const compared = show.compared && show.moved !== show.follower ? show.moved : null;
    this.stage.solo = show.alone ?? (compared === null ? null : new Set([compared]));
    this.stage.props.lay(show.props, this.stage.palette.live);
    this.showMarkers(show);
    this.showAids(show);
    const { double } = this.stage.original;
    const { painted } = this;
    if (anew || show.paint !== painted.paint || show.moved !== painted.moved || double !== painted.double) {
      this.painted = { paint: show.paint, moved: show.moved, double };
      for (const actor of this.stage.actors.values()) this.paint(actor, show);
      if (double) this.paint(double, show);
    }
    this.stage.invalidate();
  }
  private painted: { paint: BodyPaint | null; moved: string | null; double: Actor | null } = {
    paint: null,
    moved: null,
    double: null,
  };

  private paint(actor: Actor, { paint, moved }: Show): void {
    const pointed = paint.glow?.character === actor.id ? [paint.glow.joint] : [];
    const glow = [...pointed, ...(paint.glows.get(actor.id) ?? [])];
    const moves = actor.id === moved;
    const heat = moves && actor !== this.stage.original.double ? paint.heat : null;
    const marked = paint.choosing ? (paint.glows.get(actor.id) ?? []) : moves ? paint.marked : null;
    actor.paint({ glow, marked: marked ?? [], heat, plain: marked !== null }, this.stage.palette.live);
  }

  private showMarkers(show: Show): void {
    if (show.arrays?.kind !== "markers") return this.stage.markers.clear();
    this.stage.markers.show(show.arrays, show.time, this.stage.palette.live);
    this.stage.addMarkers();
  }

  private showAids(show: Show): void {
    const { stage } = this;
    const moved = show.moved && show.moved !== show.follower ? stage.actors.get(show.moved) : undefined;
    const clip = show.arrays?.kind === "clip" ? show.arrays : null;
    if (show.ghosts.length > 0 && moved && clip) stage.ghosts.show(moved, clip, show.ghosts, stage.palette);
    else stage.ghosts.hide();
    if (show.compared && moved && clip) this.comparison.direct(moved, show.compared, clip, show.time);
    else {
      this.comparison.clear();
      this.showTrail(show, moved);
    }
    const active = show.active ? stage.actors.get(show.active) : undefined;
    this.showBones(show, active);
    this.showRing(show, active);
  }

  private showTrail({ trail, time }: Show, moved: Actor | undefined): void {
    const { stage } = this;
    if (!trail || !moved) return stage.trail.hide();
    const window = trailWindow(time, trail.fps, trail.positions.length / 3);
    stage.trail.object.position.copy(moved.object.position);
    stage.trail.object.quaternion.copy(moved.object.quaternion);
    stage.trail.show(windowed(trail, window), window.strengths, stage.palette.live, stage.width, stage.height);
  }

  private showBones(show: Show, active: Actor | undefined): void {
    if (!show.bones) return this.stage.bones.hide();
    const others = [...this.stage.actors.values()].filter((actor) => actor !== active);
    const actors = active ? [active, ...others] : others;
    for (const actor of actors) actor.object.updateMatrixWorld(true);
    this.stage.bones.show(actors, this.stage.palette.text, active ? (show.joint ?? -1) : -1, this.stage.palette.live);
  }

  private showRing(show: Show, active: Actor | undefined): void {
    const { stage } = this;
    const under = show.base ? stage.actors.get(show.base.character) : undefined;
    const actor = under ?? (stage.actors.size > 1 ? active : undefined);
    if (!actor) return stage.ring.hide();
    const root = this.footing(actor);
    const state = under ? (show.base!.held ? "held" : "hover") : "selected";
    stage.ring.show(
      root.x,
      root.z,
      actor.object.rotation.y,
      stage.baseRadius(actor),
      under ? stage.palette.live : stage.palette.soft,
      state,
    );
  }

  /** Where an actor is on the ground now: under its root, wherever a motion carried it. */
  footing(actor: Actor): Vector3 {
    actor.object.updateMatrixWorld(true);
    return actor.joints[0]!.getWorldPosition(new Vector3());
  }
}
