/** A motion that plays: the bodies and animations of a binary glTF file, on the studio's transport. */

import { AnimationMixer, Vector3, type AnimationAction, type Box3, type Object3D, type SkinnedMesh } from "three";
import { GLTFLoader, type GLTF } from "three/addons/loaders/GLTFLoader.js";
import { advanced, sought, stopped, toggled, type Transport } from "../timeline/transport";
import { Actor } from "../stage/actors/actor";
import type { Show } from "./frames";

/** A path longer than this many bodies is followed, not framed as a whole. */
const LONG = 4;
/** Moments of a path that are looked at. */
const SAMPLES = 48;

export class MotionShow implements Show {
  transport = $state.raw<Transport>(stopped);
  /** Which of the motions plays. */
  chosen = $state(0);
  readonly names: readonly string[];
  readonly actor: Actor;
  private readonly mixer: AnimationMixer;
  private readonly actions: readonly AnimationAction[];
  private shown = -1;

  private constructor(
    gltf: GLTF,
    /** The file itself. */
    readonly glb: ArrayBuffer,
    plays: boolean,
  ) {
    const joints = jointsOf(gltf);
    const indexOf = new Map(joints.map((joint, index) => [joint, index]));
    const parents = joints.map(({ parent }) => (parent ? (indexOf.get(parent) ?? -1) : -1));
    this.mixer = new AnimationMixer(gltf.scene);
    this.actions = gltf.animations.map((each) => this.mixer.clipAction(each));
    this.names = gltf.animations.map(({ name }) => name);
    this.actor = new Actor("shared", parents, { scene: gltf.scene, joints });
    this.choose(0, plays);
  }

  /** plays: whether it starts by itself. */
  static async open(glb: ArrayBuffer, plays: boolean): Promise<MotionShow> {
    return new MotionShow(await new GLTFLoader().parseAsync(glb, ""), glb, plays);
  }

  get duration(): number {
    return this.actions[this.chosen]?.getClip().duration ?? 0;
  }

  choose(number: number, plays = true): void {
    this.actions[this.chosen]?.stop();
    this.chosen = number;
    this.actions[number]?.play();
    this.shown = -1;
    const moves = this.duration > 0;
    this.transport = { ...stopped, duration: this.duration, playing: plays && moves };
  }

  toggle(): void {
    this.transport = toggled(this.transport);
  }

  seek(time: number): void {
    this.transport = sought(this.transport, time);
  }

  get led(): boolean {
    return this.transport.playing;
  }

  /** The room that it is framed in: all of a short path, else where it begins. aspect: of the picture. */
  room(aspect: number): Box3 {
    const start = this.actor.bounds();
    const path = start.clone();
    for (let part = 0; part <= SAMPLES; part++) {
      this.show((this.duration * part) / SAMPLES);
      path.union(this.actor.bounds());
    }
    this.show(this.transport.time);
    const size = (box: Box3) => box.getSize(new Vector3()).length();
    return size(path) < LONG * Math.min(aspect, 1) * size(start) ? path : start;
  }

  tick(elapsed: number): boolean {
    this.transport = advanced(this.transport, elapsed);
    const { time } = this.transport;
    if (time === this.shown) return false;
    this.show(time);
    return true;
  }

  private show(time: number): void {
    this.shown = time;
    const action = this.actions[this.chosen];
    if (action) action.time = time;
    this.mixer.update(0);
  }
}

/** The nodes that move: all of the file but those that only carry a skin. */
function jointsOf(gltf: GLTF): Object3D[] {
  const found: Object3D[] = [];
  gltf.scene.traverse((object) => {
    const node = gltf.parser.associations.get(object)?.nodes;
    if (node !== undefined && !(object as SkinnedMesh).isSkinnedMesh) found.push(object);
  });
  return found;
}
