/** What Perform adds to the stage: the ball, the markers of all sets, the ghost of a key's pose, the path of a hand, the gizmo; and
 * where a set's places are in the world. */

import { Box3, Matrix4, Vector3 } from "three";
import { hueOf } from "../../../ui/theme/colours";
import { FLIGHT, flightAt, newestKey } from "./markerFlight";
import type { ClipArrays, PoseArrays } from "../../../document/motion";
import { alongPath, type HandPath } from "../model/handPath";
import type { HealthMap } from "../model/healthMap";
import { STANDING, type Carried } from "../model/walking";
import type { SetRecord } from "../../../protocol/generated";
import type { Actor } from "../../../stage/actors/actor";
import { Ghosts } from "../../../stage/actors/ghosts";
import { Gizmo, gizmoOfJoint, type GizmoMode, type GizmoPlace } from "../../../stage/marks/gizmo";
import { Ball, RED } from "../../../stage/marks/ball";
import { GroundTrail } from "../../../stage/marks/groundTrail";
import { Markers, type MarkerLook } from "../../../stage/marks/markers";
import type { GroundPath } from "../../../stage/groundPath";
import { DrawnHealth } from "./drawnHealth";
import { PerformPath } from "./drawnPath";
import type { StageScene } from "../../../stage/scene/stageScene";
import type { Point3 } from "../../../stage/points";

/** Everything of Perform that decides what is seen. */
export interface PerformShow {
  character: string;
  height: number;
  sets: readonly SetRecord[];
  /** The set in hand. */
  set: SetRecord | null;
  /** Whether the set in hand is all there is to see: a hand performs that takes hold of nothing else. */
  alone: boolean;
  /** Where the controllers of sets are, each in its own space [m], by the sets' ids. */
  controllers: ReadonlyMap<string, Point3>;
  ball: Point3 | null;
  held: boolean;
  influences: Float32Array | null;
  /** Whether poses cancel each other where the ball is. */
  unsure: boolean;
  selected: string | null;
  hovered: { set: string; key: string } | null;
  ghost: PoseArrays | null;
  /** A place for the pose that is held, or for one that would help the set most, in the space of the set in hand [m]; pointed: whether something points at it. */
  suggested: { place: Point3; pointed: boolean } | null;
  /** Where the locators of the set in hand are, in its space [m]. */
  locators: readonly Point3[];
  /** The health of the set in hand, where it is shown. */
  health: HealthMap | null;
  /** The path of the selected layer: whose controller it moves, when it is now [s], and the event under the hand. */
  path: {
    set: SetRecord;
    path: HandPath;
    time: number;
    held: number | null;
    keys: readonly number[];
    picked: number | null;
  } | null;
  gizmo: { joint: number; mode: GizmoMode } | null;
  /** How far the feet have carried the character: what it does not carry itself goes along. */
  walked: Carried;
  /** The way on the ground, in the world, and whether it is being drawn. */
  way: { path: GroundPath; drawing: boolean };
}

/** Of the character's size, and at the least on screen [px]. */
const [BALL, LEAST_BALL] = [0.032, 8];
const [MARKER, LEAST_MARKER] = [0.021, 4.5];
/** Share of its length that counts as height: a low, long character is as large as a tall one. */
const LENGTH = 0.55;
/** How much larger a marker is for each rank, and how much smaller where its set is not in hand. */
const [BY_RANK, QUIET] = [0.3, 0.72];
/** What a pointer still hits beside a ball [px]. */
const [NEAR, NEAR_WITH_A_FINGER] = [12, 26];

/** Rank is size. */
const ranked = (set: SetRecord | null) => 1 + BY_RANK * ((set?.rank ?? 1) - 1);

export type PerformHit =
  | { part: "ball" }
  | { part: "marker"; set: SetRecord; key: string }
  | { part: "controller"; set: SetRecord }
  | { part: "suggested" }
  | { part: "gizmo"; axis: number; place: GizmoPlace; joint: number }
  | { part: "path"; set: SetRecord; event: number; time: number; at: Vector3 }
  | null;

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

export class PerformDrawing {
  private readonly cursor = new Ball();
  private readonly markers = new Markers();
  private readonly ghosts = new Ghosts();
  private readonly path = new PerformPath();
  private readonly gizmo = new Gizmo();
  private readonly health = new DrawnHealth();
  private readonly way = new GroundTrail();
  private show: PerformShow | null = null;
  private ghosted: Actor | null = null;
  private readonly coarse = matchMedia("(pointer: coarse)").matches;
  private readonly reach = this.coarse ? NEAR_WITH_A_FINGER : NEAR;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  /** A marker on its way from the ball. elapsed: [s]. */
  private flight: { key: string; from: Point3; elapsed: number } | null = null;
  /** The axis of the gizmo, and the event of the path, under the pointer. */
  private pointed: { axis: number | null; event: number | null; held: boolean } = {
    axis: null,
    event: null,
    held: false,
  };

  /** Where the camera was when things were laid: they are never too small to see. */
  private readonly eye = new Vector3();
  private size = 1;

  constructor(private readonly stage: StageScene) {
    const { cursor, markers, ghosts, path, gizmo, health, way } = this;
    stage.hang(cursor.object, markers.object, ghosts.object, path.object, gizmo.object, health.object, way.object);
  }

  /** Lays everything where it is now; null for nothing. Call after the actors are posed. */
  direct(show: PerformShow | null): void {
    const key = newestKey(this.show?.set ?? null, show?.set ?? null);
    const from = this.ballAt;
    this.show = show;
    if (key !== null && from && !this.calm.matches) this.flight = { key, from, elapsed: 0 };
    this.lay();
  }

  /** Time goes on: a marker flies, and what has a size on screen keeps it. elapsed: [s]. */
  advance(elapsed: number): void {
    const { position } = this.stage.rig.camera;
    const moved = !this.eye.equals(position);
    this.eye.copy(position);
    if (this.flight && (this.flight.elapsed += elapsed) >= FLIGHT) this.flight = null;
    else if (!this.flight && !moved) return;
    if (this.show) this.lay();
  }

  /** What the pointer is over, of what the stage draws for itself. */
  point(hit: PerformHit, held = false): void {
    const axis = hit?.part === "gizmo" ? hit.axis : null;
    const event = hit?.part === "path" ? hit.event : null;
    const { pointed } = this;
    if (pointed.axis === axis && pointed.event === event && pointed.held === held) return;
    this.pointed = { axis, event, held };
    this.lay();
  }

  private get actor(): Actor | null {
    return (this.show && this.stage.actors.get(this.show.character)) ?? null;
  }

  private lay(): void {
    const { show, actor } = this;
    const { palette } = this.stage;
    if (this.ghosted && this.ghosted !== actor) this.left();
    this.stage.invalidate();
    if (!show || !actor) {
      this.markers.show([]);
      this.cursor.hide();
      this.ghosts.hide();
      this.path.hide();
      this.health.hide();
      this.way.hide();
      return this.gizmo.hide();
    }
    actor.object.updateMatrixWorld(true);
    this.size = Math.max(show.height, LENGTH * actor.length);
    const looks = this.around(show).flatMap((set) => this.looks(set, show));
    this.markers.show([...looks, ...this.suggestedLook(show), ...this.locatorLooks(show)]);
    const ball = this.ballAt;
    if (ball) this.cursor.show(ball, this.ballRadius(ball), show.held, palette, show.unsure);
    else this.cursor.hide();
    if (show.ghost) {
      this.ghosts.show(actor, asClip(show.ghost), [{ time: 0, tint: "keypose", strength: 0.5 }], palette);
      this.ghosted = actor;
    } else this.ghosts.hide();
    this.layPath(show);
    this.layHealth(show);
    this.way.show(show.way.path, show.way.drawing ? palette.live : palette.info, this.stage);
    this.layGizmo(show, actor);
  }

  /** The sets whose markers are there to be seen and taken hold of. */
  private around({ sets, set, alone }: PerformShow): readonly SetRecord[] {
    return alone ? sets.filter(({ id }) => id === set?.id) : sets;
  }

  /** A radius [m] that is not smaller on screen than some pixels. */
  private atLeast(pixels: number, radius: number, place: Point3): number {
    return Math.max(radius, pixels / this.stage.rig.pixelsPerMetre(new Vector3(...place)));
  }

  private ballRadius(at: Point3): number {
    return ranked(this.show?.set ?? null) * this.atLeast(LEAST_BALL, BALL * this.size, at);
  }

  private looks(set: SetRecord, show: PerformShow): MarkerLook[] {
    const bright = set.id === show.set?.id;
    const size = this.radius(set, show);
    const least = LEAST_MARKER * ranked(set) * (bright ? 1 : QUIET);
    const colour = hueOf(set.colour);
    const looks = set.keys.map(({ name, place }, index): MarkerLook => {
      const selected = bright && name === show.selected;
      const at = this.world(set, place) ?? place;
      const look: MarkerLook = {
        shape: "key",
        place: at,
        radius: this.atLeast(least, size, at),
        colour,
        influence: bright && show.influences?.length === set.keys.length ? show.influences[index]! : 0,
        selected,
        rim: selected ? this.stage.palette.text : undefined,
        hovered: show.hovered?.set === set.id && show.hovered.key === name,
        bright,
      };
      return bright && name === this.flight?.key ? this.flying(look) : look;
    });
    const controller = bright ? null : this.controllerAt(set);
    if (controller)
      looks.push({
        shape: "controller",
        place: controller,
        radius: this.atLeast(1.25 * least, 1.25 * size, controller),
        colour,
        influence: 0,
        selected: false,
        hovered: show.hovered?.set === set.id && show.hovered.key === "",
        bright: false,
      });
    return looks;
  }

  /** A ring where the pose that is held fits best: a marker that is not there yet. */
  private suggestedLook({ set, suggested }: PerformShow): MarkerLook[] {
    const place = set && suggested && this.world(set, suggested.place);
    if (!place) return [];
    const radius = this.atLeast(LEAST_MARKER * ranked(set), MARKER * this.size * ranked(set), place);
    return [
      {
        shape: "key",
        place,
        radius: 1.1 * radius,
        colour: hueOf(set.colour),
        influence: 0,
        selected: false,
        hovered: suggested.pointed,
        bright: false,
        rim: this.stage.palette.live,
      },
    ];
  }

  private locatorLooks({ set, locators }: PerformShow): MarkerLook[] {
    const looks = { shape: "controller", influence: 0, selected: false, hovered: false, bright: true } as const;
    return locators.flatMap((local): MarkerLook[] => {
      const place = set && this.world(set, local);
      if (!place) return [];
      const radius = this.atLeast(LEAST_MARKER, MARKER * this.size, place);
      return [{ ...looks, place, radius, colour: this.stage.palette.text }];
    });
  }

  private flying(look: MarkerLook): MarkerLook {
    const { place, share, pulse } = flightAt(this.flight!.from, look.place, this.flight!.elapsed);
    const radius = this.ballRadius(place) * (1 - share) + look.radius * share;
    return {
      ...look,
      place,
      radius,
      colour: share < 0.4 ? RED : look.colour,
      influence: Math.max(look.influence, pulse),
    };
  }

  private radius(set: SetRecord, show: PerformShow): number {
    const size = MARKER * this.size * ranked(set);
    return set.id === show.set?.id ? size : QUIET * size;
  }

  private layPath({ path }: PerformShow): void {
    const frame = path && this.frameOf(path.set);
    if (!path || !frame) return this.path.hide();
    const { palette } = this.stage;
    const held = path.held ?? this.pointed.event;
    this.path.show({ ...path, held }, frame, this.size, { trail: palette.live, held: palette.text }, this.stage);
  }

  private layHealth({ health, set }: PerformShow): void {
    const frame = health && set && this.frameOf(set);
    if (!health || !frame) return this.health.hide();
    const { palette } = this.stage;
    this.health.show(health, frame, palette.live, palette.danger);
  }

  private layGizmo({ gizmo }: PerformShow, actor: Actor): void {
    const joint = gizmo && actor.joints[gizmo.joint];
    if (!joint) return this.gizmo.hide();
    const { axis, held } = this.pointed;
    const place = gizmoOfJoint(joint, gizmo.mode, actor.object);
    this.gizmo.show(place, this.stage.rig, axis, held, this.stage.palette.live);
  }

  /** The frame that a set's places are in; null while its character is not on stage. */
  private frameOf(set: SetRecord): Matrix4 | null {
    const actor = this.stage.actors.get(set.character);
    if (!actor) return null;
    actor.object.updateMatrixWorld(true);
    if (set.carrier !== null) return actor.joints[set.carrier]?.matrixWorld ?? null;
    const { shift, turn } = this.show?.character === set.character ? this.show.walked : STANDING;
    const carried = new Matrix4().makeRotationY(turn).setPosition(...shift);
    return actor.object.matrixWorld.clone().multiply(carried);
  }

  world(set: SetRecord, place: Point3): Point3 | null {
    const frame = this.frameOf(set);
    return frame && new Vector3(...place).applyMatrix4(frame).toArray();
  }

  local(set: SetRecord, world: Point3): Point3 | null {
    const frame = this.frameOf(set);
    return frame && new Vector3(...world).applyMatrix4(frame.clone().invert()).toArray();
  }

  /** Where the ball is seen [m]: on the path while a layer of its set plays. */
  get ballAt(): Point3 | null {
    const { show } = this;
    if (!show?.set) return null;
    return show.path?.set.id === show.set.id ? this.onPath(show.path) : show.ball;
  }

  private onPath({ set, path, time }: NonNullable<PerformShow["path"]>): Point3 | null {
    return this.world(set, alongPath(path, time));
  }

  /** Where a set's controller is in the world [m]. */
  controllerAt(set: SetRecord): Point3 | null {
    const { path, controllers } = this.show!;
    if (path?.set.id === set.id) return this.onPath(path);
    return this.world(set, controllers.get(set.id) ?? set.home);
  }

  /** What of Perform is under a point of the window [client px]: the gizmo and the ball first, then keys of the set in hand, those of
   * others, controllers, the path. */
  pick(clientX: number, clientY: number): PerformHit {
    const { show, actor } = this;
    const { rig } = this.stage;
    if (!show || !actor) return null;
    const axis = show.gizmo ? this.gizmo.pick(rig, clientX, clientY) : null;
    if (axis !== null) {
      const { joint, mode } = show.gizmo!;
      return { part: "gizmo", axis, joint, place: gizmoOfJoint(actor.joints[joint]!, mode, actor.object) };
    }
    const under = (place: Point3 | null, radius: number): number | null => {
      if (!place) return null;
      const middle = new Vector3(...place);
      const at = rig.toWindow(middle);
      const away = Math.hypot(at.x - clientX, at.y - clientY);
      return away < Math.max(1.2 * radius * rig.pixelsPerMetre(middle), this.reach) ? away : null;
    };
    if (under(this.ballAt, this.ballRadius(this.ballAt ?? [0, 0, 0])) !== null) return { part: "ball" };
    const there = show.set && show.suggested && this.world(show.set, show.suggested.place);
    if (there && under(there, this.radius(show.set!, show)) !== null) return { part: "suggested" };
    const own = show.sets.filter(({ id }) => id === show.set?.id);
    return (
      this.nearestMarker(own, show, under) ??
      this.nearestMarker(
        this.around(show).filter((set) => !own.includes(set)),
        show,
        under,
      ) ??
      this.pathUnder(show, clientX, clientY)
    );
  }

  private nearestMarker(
    sets: readonly SetRecord[],
    show: PerformShow,
    under: (place: Point3 | null, radius: number) => number | null,
  ): PerformHit {
    let best: { hit: PerformHit; away: number } | null = null;
    for (const set of sets) {
      const radius = this.radius(set, show);
      const consider = (hit: PerformHit, place: Point3 | null) => {
        const away = under(place, radius);
        if (away !== null && away < (best?.away ?? Infinity)) best = { hit, away };
      };
      for (const { name, place } of set.keys) consider({ part: "marker", set, key: name }, this.world(set, place));
      if (set.id !== show.set?.id) consider({ part: "controller", set }, this.controllerAt(set));
    }
    return (best as { hit: PerformHit } | null)?.hit ?? null;
  }

  private pathUnder({ path }: PerformShow, x: number, y: number): PerformHit {
    const found = path && this.path.pick(this.stage.rig, x, y, this.reach);
    return found ? { part: "path", set: path.set, ...found } : null;
  }

  /** What is to be seen of Perform, as tests look at it: world places [m]. */
  get seen() {
    const { show, actor } = this;
    if (!show || !actor)
      return { ball: null, markers: [], controllers: [], suggested: null, path: null, gizmo: null, way: [] };
    const markers = this.around(show).flatMap((set) =>
      set.keys.map(({ name, place }) => ({ set: set.name, key: name, place: this.world(set, place)! })),
    );
    return {
      ball: this.ballAt,
      markers,
      controllers: this.around(show).map((set) => ({ set: set.name, place: this.controllerAt(set)! })),
      suggested: show.set && show.suggested && this.world(show.set, show.suggested.place),
      path: show.path && this.path.events,
      way: show.way.path,
      gizmo: this.seenGizmo(show),
    };
  }

  private seenGizmo({ gizmo }: PerformShow) {
    const drawn = gizmo && this.gizmo.drawn(this.stage.rig);
    return drawn && { joint: gizmo.joint, ...drawn };
  }

  /** The character with the markers of all its sets. */
  bounds(): Box3 {
    const { actor, show } = this;
    const box = actor?.bounds() ?? new Box3();
    for (const set of actor && show ? show.sets : [])
      for (const { place } of set.keys) box.expandByPoint(new Vector3(...(this.world(set, place) ?? place)));
    return box;
  }

  /** A character left the stage: what was made of its shapes goes, too. */
  left(): void {
    this.ghosts.clear();
    this.ghosted = null;
  }

  dispose(): void {
    this.cursor.dispose();
    this.markers.dispose();
    this.path.dispose();
    this.gizmo.dispose();
    this.health.dispose();
    this.way.dispose();
    this.ghosts.clear();
  }
}
