/** The keyframes on the trail of a joint: marks to take hold of, each where the joint is in that keyframe. */

import { Group, Mesh, MeshBasicMaterial, OctahedronGeometry, Vector3 } from "three";
import type { ClipArrays } from "../../../document/motion";
import type { Actor } from "../../../stage/actors/actor";
import { jointPath } from "../../../stage/actors/jointPath";
import { CLICK_DISTANCE, type Hold } from "../../../stage/hands/hold";
import type { PosedBody } from "../../../stage/hands/poseHolds";
import { trailWindow } from "../../../stage/marks/trail";
import type { StageScene } from "../../../stage/scene/stageScene";

/** What is shown. times: of the keyframes [s]. time: the playhead [s]. */
export interface TrailShow {
  character: string;
  arrays: ClipArrays;
  joint: number;
  times: readonly number[];
  time: number;
}

/** A keyframe on the trail. at: in the world [m]. */
export interface TrailKey {
  time: number;
  joint: number;
  at: Vector3;
}

/** From the middle of a mark to its corner, and how near the pointer must be to it [px]. */
const SIZE = 5;
const REACH = 9;
const ORDER = 4;

/** The keyframes whose frames the trail shows. */
export function keysOnTrail(times: readonly number[], time: number, fps: number, frames: number): number[] {
  const { first, stride, count } = trailWindow(time, fps, frames);
  const last = first + (count - 1) * stride;
  return times.filter((each) => {
    const frame = Math.round(each * fps);
    return frame >= first && frame <= last;
  });
}

export class TrailKeys {
  private readonly group = new Group();
  private readonly shape = new OctahedronGeometry(1);
  private readonly paint = new MeshBasicMaterial({ transparent: true, opacity: 0.95, depthTest: false });
  private readonly lit = new MeshBasicMaterial({ transparent: true, depthTest: false });
  private keys: TrailKey[] = [];
  private pointed: number | null = null;

  constructor(private readonly stage: StageScene) {
    stage.hang(this.group);
  }

  /** Lays the marks where the keyframes are; null for nothing. Call after bodies were posed. */
  direct(show: TrailShow | null): void {
    const actor = show && this.stage.actors.get(show.character);
    this.keys = show && actor ? this.laid(show, actor) : [];
    this.advance();
  }

  private laid({ arrays, joint, times, time }: TrailShow, actor: Actor): TrailKey[] {
    if (joint >= arrays.joints) return [];
    actor.object.updateWorldMatrix(true, false);
    return keysOnTrail(times, time, arrays.fps, arrays.frames).map((each) => {
      const first = Math.min(Math.max(Math.round(each * arrays.fps), 0), arrays.frames - 1);
      const [x, y, z] = jointPath(actor, arrays, joint, { first, stride: 1, count: 1 });
      return { time: each, joint, at: actor.object.localToWorld(new Vector3(x, y, z)) };
    });
  }

  /** Marks have a size on screen: they keep it while the camera moves. */
  advance(): void {
    const { group, keys, stage } = this;
    while (group.children.length > keys.length) group.remove(group.children.at(-1)!);
    while (group.children.length < keys.length) {
      const mesh = new Mesh(this.shape, this.paint);
      mesh.renderOrder = ORDER;
      group.add(mesh);
    }
    this.paint.color.set(stage.palette.live);
    this.lit.color.set(stage.palette.text);
    keys.forEach(({ time, at }, index) => {
      const mesh = group.children[index] as Mesh;
      const pointed = time === this.pointed;
      mesh.position.copy(at);
      mesh.material = pointed ? this.lit : this.paint;
      mesh.scale.setScalar((SIZE * (pointed ? 1.4 : 1)) / stage.rig.pixelsPerMetre(at));
    });
  }

  /** The keyframe under a point of the window [client px]. */
  pick(x: number, y: number): TrailKey | null {
    let best: { key: TrailKey; away: number } | null = null;
    for (const key of this.keys) {
      const on = this.stage.rig.toWindow(key.at);
      const away = Math.hypot(on.x - x, on.y - y);
      if (away <= REACH && away < (best?.away ?? Infinity)) best = { key, away };
    }
    return best?.key ?? null;
  }

  /** Lights the keyframe under the pointer. */
  point(key: TrailKey | null): void {
    this.pointed = key?.time ?? null;
    this.advance();
  }

  get seen() {
    return this.keys.map(({ time, joint, at }) => ({ time, joint, place: at.toArray() }));
  }

  dispose(): void {
    this.group.removeFromParent();
    this.shape.dispose();
    this.paint.dispose();
    this.lit.dispose();
  }
}

/** What a drag on a keyframe of the trail needs. */
interface TrailBody extends Omit<PosedBody, "begin"> {
  /** A drag begins that poses the keyframe at a time [s]. */
  begin(time: number): void;
  /** A click goes to the keyframe. */
  go(time: number): void;
}

/** Moves a joint in a keyframe, parallel to the screen: the limb follows, or all of the body with its root. */
export class TrailHold implements Hold {
  readonly slack = CLICK_DISTANCE;
  readonly joint: number;
  private readonly from: Vector3;

  constructor(
    private readonly on: TrailBody,
    private readonly key: TrailKey,
    private readonly isRoot: boolean,
    private readonly upright: boolean,
  ) {
    this.joint = key.joint;
    this.from = key.at.clone();
  }

  started(): void {
    this.on.begin(this.key.time);
    this.on.tell(this.isRoot ? "moveBody" : "pullPart");
  }

  dragged({ clientX, clientY }: PointerEvent): void {
    const to = this.on.stage.rig.onFacingPlane(clientX, clientY, this.from);
    if (!to) return;
    if (this.isRoot) this.on.step({ kind: "move", shift: to.sub(this.from).toArray() });
    else this.on.step({ kind: "reach", joint: this.joint, target: to.toArray(), upright: this.upright });
  }

  clicked(): void {
    this.on.go(this.key.time);
  }

  ended(): void {
    this.on.end(true);
  }

  cancelled(): void {
    this.on.end(false);
  }
}
