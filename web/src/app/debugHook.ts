/** What tests in a real browser may look at: where things are, not how they are made. Loaded only where the address asks for it (see `debugging.ts`). */

import { Vector3 } from "three";
import type { Actor } from "../stage/actors/actor";
import type { StageScene } from "../stage/scene/stageScene";

interface Exposed {
  scene: StageScene;
  canvas: HTMLCanvasElement;
  /** What the workspaces that are loaded draw. */
  seen: () => object;
  playback: { readonly transport: { time: number; playing: boolean } };
}

/** What is seen of workspaces that are not loaded. */
const UNSEEN = {
  ball: null,
  markers: [],
  perform: { ball: null, markers: [], controllers: [], suggested: null, path: null, gizmo: null, way: [] },
  maker: [],
  front: null,
  relief: null,
  heard: [],
  glows: {},
  channels: { targets: [], path: [], handle: null, rings: [] },
  posing: { gizmo: null, pins: [], trail: [] },
  things: [],
  signSounds: [],
  props: [],
  film: false,
};

export function exposeForTests({ scene, canvas, seen, playback }: Exposed): void {
  const inWindow = (point: Vector3) => {
    const at = scene.rig.toElement(point);
    const box = canvas.getBoundingClientRect();
    return { x: box.left + at.x, y: box.top + at.y };
  };
  const positions = (actor: Actor) => {
    actor.object.updateMatrixWorld(true);
    return actor.joints.flatMap((joint) => joint.getWorldPosition(new Vector3()).toArray());
  };
  const hook = {
    get drawn() {
      return scene.drawn;
    },
    get calls() {
      return scene.calls;
    },
    get time() {
      return playback.transport.time;
    },
    get playing() {
      return playback.transport.playing;
    },
    get loaded() {
      return [...scene.actors.keys()];
    },
    /** World positions of an actor's joints, three numbers each. */
    joints: (id: string) => positions(scene.actors.get(id)!),
    /** The same of the original that stands beside or under a result; null if there is no original. */
    get original() {
      return scene.original.double && positions(scene.original.double);
    },
    /** Where a joint is in the window [client px]. */
    screen: (id: string, joint: number) => {
      const actor = scene.actors.get(id)!;
      actor.object.updateMatrixWorld(true);
      return inWindow(actor.bodies[joint]!.centre.clone().applyMatrix4(actor.joints[joint]!.matrixWorld));
    },
    /** Where a point of the world is in the window [client px]. */
    point: (place: [number, number, number]) => inWindow(new Vector3(...place)),
    /** Where the camera is, and what it looks at [m]. */
    get camera() {
      return { eye: scene.rig.camera.position.toArray(), target: scene.rig.controls.target.toArray() };
    },
    /** Where a point of the ground is in the window [client px]. */
    ground: (x: number, z: number) => inWindow(new Vector3(x, 0, z)),
  };
  for (const name of Object.keys(UNSEEN) as (keyof typeof UNSEEN)[])
    Object.defineProperty(hook, name, { get: () => ({ ...UNSEEN, ...seen() })[name] });
  Object.assign(window, { __kinegraph: hook });
}
