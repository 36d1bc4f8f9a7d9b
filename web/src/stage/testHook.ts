/** What tests in a real browser may look at: where things are, not how they are made. */

import { Vector3 } from "three";
import type { Actor } from "./actors/actor";
import type { ChannelStageLayer } from "../workspaces/creatures/stage/channelStageLayer";
import type { DoodleStageLayer } from "../workspaces/doodle/stage/stageLayer";
import type { MakerStageLayer } from "../workspaces/creatures/stage/makerStageLayer";
import type { PerformStageLayer } from "../workspaces/perform/stage/stageLayer";
import type { StageScene } from "./scene/stageScene";

/** transport: where the playhead is. */
export function exposeForTests(
  stage: StageScene,
  canvas: HTMLCanvasElement,
  playback: { readonly transport: { time: number; playing: boolean } },
  perform: PerformStageLayer,
  maker: MakerStageLayer,
  channels: ChannelStageLayer,
  doodles: DoodleStageLayer,
  glows: () => ReadonlyMap<string, readonly number[]>,
  chosen: () => string | null,
): void {
  const inWindow = (point: Vector3) => {
    const at = stage.rig.toElement(point);
    const box = canvas.getBoundingClientRect();
    return { x: box.left + at.x, y: box.top + at.y };
  };
  const positions = (actor: Actor) => {
    actor.object.updateMatrixWorld(true);
    return actor.joints.flatMap((joint) => joint.getWorldPosition(new Vector3()).toArray());
  };
  Object.assign(window, {
    __kinegraph: {
      get drawn() {
        return stage.drawn;
      },
      get time() {
        return playback.transport.time;
      },
      get playing() {
        return playback.transport.playing;
      },
      get loaded() {
        return [...stage.actors.keys()];
      },
      /** World positions of an actor's joints, three numbers each. */
      joints: (id: string) => positions(stage.actors.get(id)!),
      /** The same of the original that stands beside or under a result; null where there is none. */
      get original() {
        return stage.original.double && positions(stage.original.double);
      },
      /** Where a joint is in the window [client px]. */
      screen: (id: string, joint: number) => {
        const actor = stage.actors.get(id)!;
        actor.object.updateMatrixWorld(true);
        return inWindow(actor.bodies[joint]!.centre.clone().applyMatrix4(actor.joints[joint]!.matrixWorld));
      },
      /** Where a point of the world is in the window [client px]. */
      point: (place: [number, number, number]) => inWindow(new Vector3(...place)),
      /** Where the ball of Perform is [m]; null where there is none. */
      get ball() {
        return perform.seen.ball;
      },
      /** Where the markers of the chosen set are [m]. */
      get markers() {
        return perform.seen.markers.filter(({ set }) => set === chosen()).map(({ place }) => place);
      },
      /** All that Perform draws: markers and controllers of all sets, the path, the gizmo. */
      get perform() {
        return perform.seen;
      },
      /** What can be taken hold of in the maker, and where it is [m]. */
      get maker() {
        return maker.seen;
      },
      /** The joints that glow on each creature. */
      get glows() {
        return Object.fromEntries(glows());
      },
      /** What an animation of creatures puts on the stage, and where it is [m]. */
      get channels() {
        return channels.seen;
      },
      /** Things on a sheet, and where they are now [m]. */
      get things() {
        return doodles.seen;
      },
      /** Where the camera is, and what it looks at [m]. */
      get camera() {
        return { eye: stage.rig.camera.position.toArray(), target: stage.rig.controls.target.toArray() };
      },
      /** Where a point of the ground is in the window [client px]. */
      ground: (x: number, z: number) => inWindow(new Vector3(x, 0, z)),
    },
  });
}
