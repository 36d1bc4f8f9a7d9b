/** What the maker adds to the stage: the spine as a line with balls on it, how thick it is, the joints of the limb that is picked. All
 * of it rides on the body, whatever that does; places of the plan are the body's at rest. */

import { Box3, Matrix4, Ray, Vector3 } from "three";
import { pieceOfJoint, SPINE, type Picked } from "../model/pieces";
import type { CharacterRecord, CreatureHandles } from "../../../protocol/generated";
import type { Actor } from "../../../stage/actors/actor";
import { Markers, type MarkerLook } from "../../../stage/marks/markers";
import type { StageScene } from "../../../stage/scene/stageScene";
import { Trail } from "../../../stage/marks/trail";
import type { Point3 } from "../../../stage/points";

/** Everything of the maker that decides what is seen. */
export interface MakerShow {
  creature: CharacterRecord;
  handles: CreatureHandles;
  picked: Picked | null;
}

/** A thing to take hold of. rest: in the creature's space, as the plan has it [m]. */
export type Handle = { joint: number; rest: Vector3 } & (
  { part: "spine"; point: number } | { part: "thickness"; point: number } | { part: "joint"; limb: string; at: number }
);

/** A place on the skin under the pointer, at rest before the drag [m], and whose joint is there. */
export interface SkinHit {
  joint: number;
  rest: Vector3;
  world: Vector3;
}

const ORDER = 3.1;
/** How large handles are on screen, and what a pointer still hits beside them [px]. */
const [BALL, KNOB, RIM, NEAR, NEAR_WITH_A_FINGER] = [4.5, 4, 1.5, 11, 26];

export class MakerDrawing {
  private readonly markers = new Markers();
  private readonly spine = new Trail(ORDER);
  private readonly limb = new Trail(ORDER);
  private readonly reach = matchMedia("(pointer: coarse)").matches ? NEAR_WITH_A_FINGER : NEAR;
  private show: MakerShow | null = null;
  private handles: Handle[] = [];
  private hovered: string | null = null;
  private held = false;
  /** Height of the torso at rest when the drag began [m]. */
  private stood: number | null = null;

  constructor(private readonly stage: StageScene) {
    stage.hang(this.markers.object, this.spine.object, this.limb.object);
  }

  private get actor(): Actor | null {
    return this.show ? (this.stage.actors.get(this.show.creature.id) ?? null) : null;
  }

  /** Call whenever the body has moved; null for nothing. */
  direct(show: MakerShow | null): void {
    this.show = show;
    this.handles = show && this.actor ? this.made(show, this.actor) : [];
    this.lay();
  }

  /** Handles have their size on the screen: they are laid anew when the camera has moved. */
  advance(): void {
    const { position } = this.stage.rig.camera;
    if (this.eye.equals(position)) return;
    this.eye.copy(position);
    if (this.show) this.lay();
  }
  private readonly eye = new Vector3();

  /** The handle under the pointer looks so. */
  point(handle: Handle | null, held = false): void {
    const key = handle && keyOf(handle);
    if (key === this.hovered && held === this.held) return;
    [this.hovered, this.held] = [key, held];
    this.lay();
  }

  private made({ creature, handles, picked }: MakerShow, actor: Actor): Handle[] {
    const ofSpine = (place: Point3) => this.nearest(actor, place, (name) => name.startsWith(`${SPINE}_`));
    const made: Handle[] = handles.spine.flatMap((place, point) => {
      const joint = ofSpine(place);
      const up = this.across(handles.spine, point).multiplyScalar(handles.spineRadii[point] ?? 0);
      const rest = new Vector3(...place);
      const knob: Handle = { part: "thickness", point, joint, rest: rest.clone().add(up) };
      const ball: Handle = { part: "spine", point, joint, rest };
      return picked?.kind === "spine" && picked.point === point ? [knob, ball] : [ball];
    });
    const limb = picked?.kind === "limb" ? handles.limbs.find(({ name }) => name === picked.name) : undefined;
    const plan = creature.plan;
    limb?.joints.forEach((place, at) => {
      const joint = this.nearest(actor, place, (name) => !plan || pieceOfJoint(plan, name) === limb.name);
      made.push({ part: "joint", limb: limb.name, at, joint, rest: new Vector3(...place) });
    });
    return made;
  }

  /** The way from the spine to the skin above it, in the plane that left and right mirror in. */
  private across(spine: readonly Point3[], point: number): Vector3 {
    const [before, after] = [spine[Math.max(point - 1, 0)]!, spine[Math.min(point + 1, spine.length - 1)]!];
    const along = new Vector3(...after).sub(new Vector3(...before));
    const up = new Vector3(0, along.z, -along.y);
    if (up.lengthSq() < 1e-12) return new Vector3(0, 1, 0);
    up.normalize();
    // Above, or where the spine stands, behind.
    return up.y > 0.05 || (Math.abs(up.y) <= 0.05 && up.z < 0) ? up : up.negate();
  }

  /** The joint that a place at rest rides on. */
  private nearest(actor: Actor, place: Point3, fits: (name: string) => boolean): number {
    const names = this.show!.creature.joints;
    const at = new Vector3(...place);
    let [best, least] = [0, Infinity];
    actor.joints.forEach((_, joint) => {
      const distance = actor.restPlace(joint).distanceTo(at) + (fits(names[joint] ?? "") ? 0 : 1e3);
      if (distance < least) [best, least] = [joint, distance];
    });
    return best;
  }

  /** Where a place at rest is on the body as it stands now, in the world. */
  world(handle: { joint: number; rest: Vector3 }): Vector3 {
    const actor = this.actor;
    const joint = actor?.joints[handle.joint];
    if (!actor || !joint) return handle.rest.clone();
    return handle.rest.clone().sub(actor.restPlace(handle.joint)).applyMatrix4(joint.matrixWorld);
  }

  /** Where a point of the world is on the body at rest, as the joint carries it. */
  atRest(world: Vector3, joint: number): Vector3 {
    const actor = this.actor;
    const carrier = actor?.joints[joint];
    if (!actor || !carrier) return world.clone();
    return world.clone().applyMatrix4(new Matrix4().copy(carrier.matrixWorld).invert()).add(actor.restPlace(joint));
  }

  /** A drag begins: places on the skin are from now on those of the body as it stands here. */
  hold(): void {
    this.stood = this.torsoHeight;
  }

  private get torsoHeight(): number | null {
    const joint = this.show?.creature.joints.findIndex((name) => name.startsWith(`${SPINE}_`)) ?? -1;
    return this.actor?.joints[joint] ? this.actor.restPlace(joint).y : null;
  }

  /** How far legs have lifted the body since the drag began [m]. */
  private get lift(): number {
    return this.stood === null ? 0 : (this.torsoHeight ?? this.stood) - this.stood;
  }

  /** The skin under a point of the window [client px]. Where legs have lifted the body from under a hand, the hand still finds the
   * body where it was when the drag began. without: joints that do not count. */
  skin(clientX: number, clientY: number, without?: ReadonlySet<number>): SkinHit | null {
    const ray = this.stage.rig.ray(clientX, clientY);
    const { lift } = this;
    return this.skinOn(ray, 0, without) ?? (lift === 0 ? null : this.skinOn(ray, lift, without));
  }

  /** The skin where a ray meets the body. lower: how far below its place the body counts [m]. */
  private skinOn(ray: Ray, lower: number, without?: ReadonlySet<number>): SkinHit | null {
    const raised = new Ray(ray.origin.clone(), ray.direction);
    raised.origin.y += lower;
    const hit = this.actor?.hit(raised, without);
    if (!hit) return null;
    const world = raised.at(hit.distance, new Vector3());
    const rest = this.beforeDrag(world, hit.joint);
    world.y -= lower;
    return { joint: hit.joint, world, rest };
  }

  /** Where a point of the world is on the body at rest as it stood when the drag began. */
  beforeDrag(world: Vector3, joint: number): Vector3 {
    const rest = this.atRest(world, joint);
    rest.y -= this.lift;
    return rest;
  }

  /** How far a point of the window is from the creature [px]; 0 on it. */
  beside(clientX: number, clientY: number, without?: ReadonlySet<number>): number {
    const actor = this.actor;
    if (!actor) return Infinity;
    if (this.skin(clientX, clientY, without)) return 0;
    const near = actor.joints
      .map((joint, index) => ({ joint, body: actor.bodies[index]!, index }))
      .filter(({ index }) => !without?.has(index))
      .map(({ joint, body }) => {
        const centre = body.centre.clone().applyMatrix4(joint.matrixWorld);
        const at = this.stage.rig.toWindow(centre);
        const round = Math.max(body.half.x, body.half.y, body.half.z) * this.stage.rig.pixelsPerMetre(centre);
        return Math.hypot(at.x - clientX, at.y - clientY) - round;
      });
    return Math.max(0, Math.min(...near));
  }

  private lay(): void {
    const { show, actor } = this;
    this.spine.object.visible = this.limb.object.visible = this.markers.object.visible = !!(show && actor);
    if (!show || !actor) return this.stage.invalidate();
    actor.object.updateMatrixWorld(true);
    this.markers.show(this.handles.flatMap((handle) => this.looks(handle)));
    this.line(
      this.spine,
      this.handles.filter(({ part }) => part === "spine"),
      0.8,
    );
    this.line(
      this.limb,
      this.handles.filter(({ part }) => part === "joint"),
      0.8,
    );
    this.stage.invalidate();
  }

  private line(trail: Trail, handles: readonly Handle[], strength: number): void {
    trail.object.visible = handles.length > 1;
    if (handles.length < 2) return;
    const points = new Float32Array(handles.flatMap((handle) => this.world(handle).toArray()));
    const { width, height, palette } = this.stage;
    trail.show(
      points,
      handles.map(() => strength),
      palette.text,
      width,
      height,
    );
  }

  /** A ball in a dark rim, so that it is seen on any coat. */
  private looks(handle: Handle): MarkerLook[] {
    const place = this.world(handle);
    const { palette, rig } = this.stage;
    const hovered = keyOf(handle) === this.hovered;
    const { picked } = this.show!;
    const selected =
      (picked?.kind === "spine" && handle.part === "spine" && handle.point === picked.point) ||
      (picked?.kind === "limb" && handle.part === "joint" && handle.at === picked.joint);
    const lit = hovered || selected;
    const pixel = 1 / rig.pixelsPerMetre(place);
    const radius = (handle.part === "thickness" ? KNOB : BALL) * pixel * (lit ? 1.25 : 1);
    const plain = { influence: 0, hovered: false, selected: false, bright: true, place: place.toArray() };
    const shape = handle.part === "thickness" ? ("controller" as const) : ("key" as const);
    return [
      { ...plain, shape, radius: radius + RIM * pixel, colour: palette.shadow, through: 0.5 },
      { ...plain, shape, radius, colour: lit ? palette.live : "#ffffff", through: 0.95 },
    ];
  }

  /** The handle under a point of the window [client px]. */
  pick(clientX: number, clientY: number): Handle | null {
    let [best, least]: [Handle | null, number] = [null, this.reach];
    for (const handle of this.handles) {
      const at = this.stage.rig.toWindow(this.world(handle));
      // Where several are in one place, a limb's joint comes before a knob.
      const favour = handle.part === "spine" ? 0 : 3;
      const distance = Math.hypot(at.x - clientX, at.y - clientY) - favour;
      if (distance < least) [best, least] = [handle, distance];
    }
    return best;
  }

  /** The radius of the torso at a point of the spine [m]. */
  thickness(point: number): number {
    return this.show?.handles.spineRadii[point] ?? 0;
  }

  bounds(): Box3 {
    return this.actor?.bounds() ?? new Box3();
  }

  /** What tests may look at. */
  get seen(): { kind: string; name: string; place: Point3 }[] {
    return this.handles.map((handle) => ({
      kind: handle.part,
      name: handle.part === "joint" ? `${handle.limb} ${handle.at}` : String(handle.point),
      place: this.world(handle).toArray(),
    }));
  }

  dispose(): void {
    this.markers.dispose();
    for (const trail of [this.spine, this.limb]) trail.dispose();
  }
}

const keyOf = (handle: Handle) =>
  handle.part === "joint" ? `joint ${handle.limb} ${handle.at}` : `${handle.part} ${handle.point}`;
