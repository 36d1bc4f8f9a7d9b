/** What an animation of creatures adds to the stage: its targets with lines to the body parts that reach for them, the path on the ground, and
 * the handle of the body that is posed. */

import { BufferAttribute, BufferGeometry, Group, LineDashedMaterial, LineSegments, Quaternion, Vector3 } from "three";
import { HUES, hueOf } from "../../../ui/theme/colours";
import type { GroundPath } from "../../../stage/groundPath";
import type { Actor } from "../../../stage/actors/actor";
import { Gizmo, type GizmoMode, type GizmoPlace } from "../../../stage/marks/gizmo";
import { Ball } from "../../../stage/marks/ball";
import type { StageScene } from "../../../stage/scene/stageScene";
import { GroundTrail } from "../../../stage/marks/groundTrail";
import type { Point3 } from "../../../stage/points";

export interface ShownTarget {
  id: string;
  name: string;
  /** Whether all creatures share it. */
  shared: boolean;
  place: Readonly<Point3>;
  reachers: readonly { character: string; joints: readonly number[] }[];
}

/** Everything of an animation that is seen beside the creatures. */
export interface ChannelShow {
  targets: readonly ShownTarget[];
  path: GroundPath;
  /** Whether the path is being drawn. */
  drawing: boolean;
  /** The body that can be posed. */
  handle: { character: string; joint: number; mode: GizmoMode } | null;
  /** How large the active creature is [m]. */
  size: number;
}

export type ChannelHit =
  | { part: "target"; target: ShownTarget }
  | { part: "handle"; character: string; joint: number; at: Vector3 }
  | { part: "gizmo"; character: string; joint: number; axis: number; place: GizmoPlace }
  | null;

/** Of the creature's size, and at the least on screen [px]. */
const [BALL, LEAST] = [0.035, 8];
const [NEAR, NEAR_WITH_A_FINGER] = [12, 26];

export class ChannelDrawing {
  private readonly object = new Group();
  private readonly balls: Ball[] = [];
  private readonly handle = new Ball(hueOf(1));
  private readonly gizmo = new Gizmo();
  private readonly path = new GroundTrail();
  private readonly lines = new LineSegments(
    new BufferGeometry(),
    new LineDashedMaterial({ transparent: true, opacity: 0.75, depthTest: false, depthWrite: false }),
  );
  private show: ChannelShow | null = null;
  private pointed: { id: string | null; axis: number | null; held: boolean } = { id: null, axis: null, held: false };
  private readonly reach = matchMedia("(pointer: coarse)").matches ? NEAR_WITH_A_FINGER : NEAR;
  private readonly eye = new Vector3();

  constructor(private readonly stage: StageScene) {
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 3.8;
    this.object.add(this.lines, this.path.object, this.handle.object, this.gizmo.object);
    stage.hang(this.object);
  }

  /** Lays everything where it is now; null for nothing. Call after the actors are posed. */
  direct(show: ChannelShow | null): void {
    this.show = show;
    this.lay();
  }

  /** What has a size on screen keeps it while the camera goes. */
  advance(): void {
    const { position } = this.stage.rig.camera;
    if (this.eye.equals(position)) return;
    this.eye.copy(position);
    if (this.show) this.lay();
  }

  point(hit: ChannelHit, held = false): void {
    const id = hit?.part === "target" ? hit.target.id : hit?.part === "handle" ? "handle" : null;
    const axis = hit?.part === "gizmo" ? hit.axis : null;
    const { pointed } = this;
    if (pointed.id === id && pointed.axis === axis && pointed.held === held) return;
    this.pointed = { id, axis, held };
    this.lay();
  }

  private lay(): void {
    const { show, stage } = this;
    stage.invalidate();
    const targets = show?.targets ?? [];
    while (this.balls.length < targets.length) this.addBall();
    this.balls.forEach((ball, index) => {
      const target = targets[index];
      if (target) ball.show([...target.place], this.radius(target.place), this.pointed.id === target.id, stage.palette);
      else ball.hide();
    });
    this.layLines(targets);
    this.layPath();
    this.layHandle();
  }

  private addBall(): void {
    const ball = new Ball(hueOf(this.balls.length % HUES.length));
    this.balls.push(ball);
    this.object.add(ball.object);
  }

  private radius(place: Readonly<Point3>): number {
    const least = LEAST / this.stage.rig.pixelsPerMetre(new Vector3(...place));
    return Math.max(BALL * (this.show?.size ?? 1), least);
  }

  /** From each target to the middle of each body that reaches for it. */
  private layLines(targets: readonly ShownTarget[]): void {
    const points = targets.flatMap(({ place, reachers }) =>
      reachers.flatMap(({ character, joints }) => {
        const actor = this.stage.actors.get(character);
        return joints.flatMap((joint) => (actor ? [...this.bodyAt(actor, joint).toArray(), ...place] : []));
      }),
    );
    this.lines.visible = points.length > 0;
    if (!points.length) return;
    this.lines.geometry.dispose();
    this.lines.geometry = new BufferGeometry().setAttribute(
      "position",
      new BufferAttribute(Float32Array.from(points), 3),
    );
    const { material } = this.lines;
    material.color.set(this.stage.palette.soft);
    const dash = 0.03 * (this.show?.size ?? 1);
    [material.dashSize, material.gapSize] = [dash, dash];
    this.lines.computeLineDistances();
  }

  private bodyAt(actor: Actor, joint: number): Vector3 {
    actor.object.updateMatrixWorld(true);
    const body = actor.bodies[joint];
    return body ? body.centre.clone().applyMatrix4(actor.joints[joint]!.matrixWorld) : new Vector3();
  }

  private layPath(): void {
    const { path = [], drawing = false } = this.show ?? {};
    const { palette } = this.stage;
    this.path.show(path, drawing ? palette.live : palette.info, this.stage);
  }

  private layHandle(): void {
    const handle = this.show?.handle;
    const actor = handle && this.stage.actors.get(handle.character);
    if (!handle || !actor) {
      this.handle.hide();
      return this.gizmo.hide();
    }
    const at = this.bodyAt(actor, handle.joint);
    const { axis, held, id } = this.pointed;
    if (handle.mode === "move") {
      this.gizmo.hide();
      this.handle.show([at.x, at.y, at.z], 0.8 * this.radius(at.toArray()), id === "handle", this.stage.palette);
    } else {
      this.handle.hide();
      this.gizmo.show(this.gizmoPlace(actor, at), this.stage.rig, axis, held, this.stage.palette.live);
    }
  }

  private gizmoPlace(actor: Actor, at: Vector3): GizmoPlace {
    return { mode: "turn", at, axes: actor.object.getWorldQuaternion(new Quaternion()) };
  }

  /** What of this is under a point of the window [client px]: the gizmo, the handle, the nearest target. */
  pick(clientX: number, clientY: number): ChannelHit {
    const { show, stage } = this;
    if (!show) return null;
    const away = (at: Vector3) => {
      const seen = stage.rig.toWindow(at);
      return Math.hypot(seen.x - clientX, seen.y - clientY);
    };
    const within = (at: Vector3) =>
      away(at) < Math.max(1.2 * this.radius(at.toArray()) * stage.rig.pixelsPerMetre(at), this.reach);
    const near = show.targets
      .map((target) => ({ target, at: new Vector3(...target.place) }))
      .filter(({ at }) => within(at))
      .sort((a, b) => away(a.at) - away(b.at))[0];
    if (near) return { part: "target", target: near.target };
    const actor = show.handle && stage.actors.get(show.handle.character);
    if (!show.handle || !actor) return null;
    const { character, joint, mode } = show.handle;
    const at = this.bodyAt(actor, joint);
    if (mode === "move") return within(at) ? { part: "handle", character, joint, at } : null;
    const axis = this.gizmo.pick(stage.rig, clientX, clientY);
    return axis === null ? null : { part: "gizmo", character, joint, axis, place: this.gizmoPlace(actor, at) };
  }

  /** For tests: where things are [m]. */
  get seen() {
    const { show } = this;
    const actor = show?.handle && this.stage.actors.get(show.handle.character);
    return {
      targets: show?.targets.map(({ id, name, place }) => ({ id, name, place })) ?? [],
      path: show?.path ?? [],
      handle: actor ? this.bodyAt(actor, show.handle!.joint).toArray() : null,
      rings: show?.handle?.mode === "turn" ? (this.gizmo.drawn(this.stage.rig)?.handles ?? []) : [],
    };
  }

  dispose(): void {
    this.object.removeFromParent();
    for (const ball of [...this.balls, this.handle]) ball.dispose();
    this.gizmo.dispose();
    this.path.dispose();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
