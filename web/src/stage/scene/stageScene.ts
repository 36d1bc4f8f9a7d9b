/** StageScene: the drawn stage. Holds what is on it and draws when something changed; decides nothing. */

import {
  Box3,
  NeutralToneMapping,
  PCFShadowMap,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from "three";
import { QualityWatch } from "./quality";
import { HEAT, palettes, type Palette, type ThemeName } from "../../ui/theme/tokens";
import type { Actor } from "../actors/actor";
import { Backdrop } from "./backdrop";
import { watchContext } from "./context";
import { BaseRing } from "./baseRing";
import { Bones } from "../actors/bones";
import { CameraRig } from "./cameraRig";
import { paintRamp, paintRim } from "../actors/clay";
import { ContactShadows } from "./contactShadows";
import { Ghosts } from "../actors/ghosts";
import { Lights } from "./lights";
import { CapturedPoints } from "../marks/capturedPoints";
import { Original } from "../actors/original";
import { Props } from "../actors/props";
import { Trail } from "../marks/trail";

/** What the pointer is over. */
export type Hit = { part: "joint"; actor: Actor; joint: number } | { part: "base"; actor: Actor } | null;

export class StageScene {
  readonly rig: CameraRig;
  readonly actors = new Map<string, Actor>();
  readonly props = new Props();
  readonly ghosts = new Ghosts();
  readonly original = new Original();
  readonly trail = new Trail();
  readonly originalTrail = new Trail(2.8);
  readonly bones = new Bones();
  readonly markers = new CapturedPoints();
  readonly ring = new BaseRing();
  palette: Palette = palettes.dark;
  private readonly scene = new Scene();
  private readonly renderer: WebGLRenderer;
  private readonly backdrop = new Backdrop();
  private readonly lights = new Lights();
  private readonly contacts = new ContactShadows();
  private readonly size = { width: 1, height: 1, pixelRatio: 1 };
  private readonly quality = new QualityWatch();
  private readonly stopWatching: () => void;
  private drewBefore = false;
  private stale = true;
  /** How often it was drawn: tests wait for it. */
  drawn = 0;

  /** Draw calls of the last frame, its shadows included. */
  get calls(): number {
    return this.renderer.info.render.calls;
  }

  /** Throws where the browser cannot draw in 3D. */
  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.rig = new CameraRig(canvas);
    this.stopWatching = watchContext(canvas, () => this.invalidate());
    this.scene.add(
      this.backdrop.object,
      this.lights.object,
      this.contacts.object,
      this.ring.object,
      this.props.object,
      this.ghosts.object,
      this.original.object,
      this.originalTrail.object,
      this.trail.object,
      this.bones.object,
    );
  }

  paint(theme: ThemeName): void {
    this.palette = palettes[theme];
    this.backdrop.paint(this.palette);
    this.lights.paint(this.palette, theme === "dark");
    this.contacts.paint(this.palette.shadow);
    paintRim(this.palette.rimLight, theme === "dark" ? 0.22 : 0.1);
    paintRamp(HEAT[theme]);
    this.invalidate();
  }

  resize(width: number, height: number, pixelRatio: number): void {
    [this.size.width, this.size.height, this.size.pixelRatio] = [width, height, pixelRatio];
    this.renderer.setPixelRatio(Math.min(pixelRatio, 2) * this.quality.quality.pixels);
    this.renderer.setSize(width, height, false);
    this.rig.resize(width, height);
    this.invalidate();
  }

  get width(): number {
    return this.size.width;
  }

  get height(): number {
    return this.size.height;
  }

  add(actor: Actor): void {
    this.actors.set(actor.id, actor);
    this.scene.add(actor.object);
    this.invalidate();
  }

  remove(id: string): void {
    const actor = this.actors.get(id);
    if (!actor) return;
    this.ghosts.clear();
    this.original.clear();
    actor.dispose();
    this.actors.delete(id);
    this.invalidate();
  }

  /** Adds what a workspace draws for itself. */
  hang(...objects: Object3D[]): void {
    this.scene.add(...objects);
  }

  addMarkers(): void {
    if (this.markers.object && !this.markers.object.parent) this.scene.add(this.markers.object);
  }

  /** How many ghosts this machine draws with ease. */
  get mostGhosts(): number {
    return this.quality.quality.ghosts;
  }

  /** Something looks different now. */
  invalidate(): void {
    this.stale = true;
  }

  /** Whether the room is of paper: what is drawn with ink is seen there, whatever the theme. */
  set papered(papered: boolean) {
    const { paper, paperGrain, paperLine } = this.palette;
    const room = {
      skyTop: paper,
      horizon: paper,
      ground: paperGrain,
      grid: paperLine,
      gridStrong: paperLine,
      pool: "0",
    };
    this.backdrop.paint(papered ? { ...this.palette, ...room, shadow: paperLine } : this.palette);
  }

  /** Whether the room is gone, with its ground, its sky and its light: a workspace hangs up what it needs itself. */
  set bare(bare: boolean) {
    for (const { object } of [this.backdrop, this.contacts, this.lights]) object.visible = !bare;
    this.invalidate();
  }

  /** Some actors alone are on stage, the others wait behind it; null for all. */
  set solo(ids: ReadonlySet<string> | null) {
    for (const actor of this.actors.values()) actor.object.visible = ids === null || ids.has(actor.id);
  }

  /** Everything that takes up room: the actors, and an original that stands beside its result. */
  get bodies(): Actor[] {
    const { double, beside } = this.original;
    const seen = [...this.actors.values()].filter((actor) => actor.object.visible);
    return double && beside ? [...seen, double] : seen;
  }

  /** Everything on the stage, or one actor. */
  bounds(id?: string | null): Box3 {
    const box = new Box3();
    for (const actor of this.bodies) if (!id || actor.id === id) box.union(actor.bounds());
    if (!id) box.union(this.markers.bounds()).expandByObject(this.props.object);
    return box;
  }

  /** How wide the ring around an actor's feet is [m]. */
  baseRadius(actor: Actor): number {
    const size = actor.bounds().getSize(new Vector3());
    return Math.min(Math.max(0.3 * Math.max(size.x, size.z), 0.12 * size.y, 0.05), 1.2);
  }

  /** What is under a point of the window: a body part first, then a base ring. */
  pick(clientX: number, clientY: number): Hit {
    const ray = this.rig.ray(clientX, clientY);
    let best: { actor: Actor; joint: number; distance: number } | null = null;
    for (const actor of this.bodies) {
      const hit = actor.hit(ray);
      if (hit && (!best || hit.distance < best.distance)) best = { actor, ...hit };
    }
    if (best) return { part: "joint", actor: best.actor, joint: best.joint };
    const ground = this.rig.onGround(clientX, clientY);
    if (!ground) return null;
    for (const actor of this.bodies) {
      const { x, z } = actor.object.position;
      const root = actor.joints[0]!.getWorldPosition(new Vector3());
      const radius = 1.1 * this.baseRadius(actor);
      if (Math.hypot(ground.x - x, ground.z - z) < radius || Math.hypot(ground.x - root.x, ground.z - root.z) < radius)
        return { part: "base", actor };
    }
    return null;
  }

  /** The prop under a point of the window, where no body is before it. */
  pickProp(clientX: number, clientY: number): string | null {
    const ray = this.rig.ray(clientX, clientY);
    const prop = this.props.hit(ray);
    if (!prop) return null;
    const before = this.bodies.some((actor) => (actor.hit(ray)?.distance ?? Infinity) < prop.distance);
    return before ? null : prop.id;
  }

  /** Draws if anything changed. Returns whether it did. */
  draw(elapsed: number): boolean {
    if (this.rig.update(elapsed)) this.stale = true;
    // Only frames that follow a drawn one show how long drawing takes.
    if (this.drewBefore && elapsed > 0 && this.quality.drew(elapsed)) this.adapt();
    this.drewBefore = this.stale;
    if (!this.stale) return false;
    this.stale = false;
    this.scene.updateMatrixWorld();
    this.contacts.lay(this.bodies);
    this.ghosts.sort(this.rig.camera.position);
    const target = this.rig.controls.target;
    const away = this.rig.camera.position.distanceTo(target);
    this.backdrop.centre(target.x, target.z, 2.2 * away);
    const box = this.bounds();
    if (!box.isEmpty()) {
      const centre = box.getCenter(new Vector3());
      this.lights.aim(centre, Math.min(box.getSize(new Vector3()).length() / 2, 12));
    }
    this.renderer.render(this.scene, this.rig.camera);
    this.drawn++;
    return true;
  }

  private adapt(): void {
    this.lights.shadowWidth(this.quality.quality.shadow);
    this.resize(this.size.width, this.size.height, this.size.pixelRatio);
  }

  dispose(): void {
    this.stopWatching();
    for (const id of [...this.actors.keys()]) this.remove(id);
    this.ghosts.clear();
    this.original.clear();
    this.markers.clear();
    this.props.dispose();
    this.trail.dispose();
    this.originalTrail.dispose();
    this.rig.dispose();
    this.renderer.dispose();
  }
}
