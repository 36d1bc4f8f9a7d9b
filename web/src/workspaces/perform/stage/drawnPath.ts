/** The ghost of a hand's path: a trail that tapers away from the playhead, with beads on it to take hold of. */

import { Color, Group, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import { beadsOf, placeAt, tapered, type HandPath } from "../model/handPath";
import type { CameraRig } from "../../../stage/scene/cameraRig";
import { Trail } from "../../../stage/marks/trail";
import type { Point3 } from "../../../stage/points";
import { nearestOnPath } from "../../../stage/marks/nearestOnPath";

const MOST_BEADS = 60;
const MOST_POINTS = 500;
const MOST_KEYS = 200;
/** How much larger than a bead a temporal key is. */
const KEY = 2.2;
/** Of the character's height: how far beads are apart, and how large they are. */
const [GAP, BEAD] = [0.07, 0.007];
const ORDER = 3.2;

/** time: of the playhead [s]. held: the event under the hand or the pointer. */
export interface PathLook {
  path: HandPath;
  time: number;
  held: number | null;
  /** Events that are temporal keys, and the selected one of them. */
  keys: readonly number[];
  picked: number | null;
}

export class PerformPath {
  readonly object = new Group();
  private readonly trail = new Trail(ORDER);
  private readonly beads = new InstancedMesh(
    new SphereGeometry(1, 12, 8),
    new MeshBasicMaterial({ transparent: true, opacity: 0.95, depthTest: false, depthWrite: false }),
    MOST_BEADS + MOST_KEYS + 2,
  );
  private keys: readonly number[] = [];
  /** Where the path's events are in the world (N, 3) [m]. */
  private drawn: Float32Array | null = null;
  private times: Float64Array = new Float64Array(0);

  constructor() {
    this.beads.renderOrder = ORDER + 0.2;
    this.beads.frustumCulled = false;
    this.object.add(this.trail.object, this.beads);
    this.hide();
  }

  hide(): void {
    this.object.visible = false;
    this.drawn = null;
  }

  /** frame: from the controller's space to the world. size: of the element [px]. */
  show(
    { path, time, held, keys, picked }: PathLook,
    frame: Matrix4,
    height: number,
    colours: { trail: string; held: string },
    size: { width: number; height: number },
  ): void {
    this.object.visible = true;
    this.times = path.times;
    this.drawn = inWorld(path.places, frame);
    const { events, strengths } = tapered(path.times, time, MOST_POINTS);
    const points = new Float32Array(3 * events.length);
    events.forEach((event, index) => points.set(this.drawn!.subarray(3 * event, 3 * event + 3), 3 * index));
    this.trail.show(points, strengths, colours.trail, size.width, size.height);
    this.keys = keys.slice(0, MOST_KEYS);
    this.layBeads(path, held, picked, height, colours);
  }

  private layBeads(
    path: HandPath,
    held: number | null,
    picked: number | null,
    height: number,
    colours: { trail: string; held: string },
  ): void {
    const events = [...new Set([...beadsOf(path, GAP * height, MOST_BEADS), ...this.keys])];
    if (held !== null && !events.includes(held)) events.push(held);
    const [at, colour] = [new Matrix4(), new Color()];
    const most = MOST_BEADS + MOST_KEYS + 2;
    events.slice(0, most).forEach((event, index) => {
      const radius = BEAD * height * (this.keys.includes(event) ? KEY : event === held ? 2 : 1);
      at.makeScale(radius, radius, radius).setPosition(...placeAt({ places: this.drawn! }, event));
      this.beads.setMatrixAt(index, at);
      this.beads.setColorAt(index, colour.set(event === held || event === picked ? colours.held : colours.trail));
    });
    this.beads.count = Math.min(events.length, most);
    this.beads.instanceMatrix.needsUpdate = true;
    if (this.beads.instanceColor) this.beads.instanceColor.needsUpdate = true;
  }

  /** Where the path's events are in the world [m], and when [s]. */
  get events(): { time: number; place: Point3 }[] {
    return Array.from(this.times, (time, event) => ({ time, place: placeAt({ places: this.drawn! }, event) }));
  }

  /** The event of the path under a point of the window [client px], where it is in the world and when; null beside the path. */
  pick(rig: CameraRig, x: number, y: number, reach: number): { event: number; time: number; at: Vector3 } | null {
    const { drawn } = this;
    if (!drawn || !this.object.visible) return null;
    const points = Array.from({ length: drawn.length / 3 }, (_, event) =>
      rig.toElement(new Vector3().fromArray(drawn, 3 * event)),
    );
    const pointer = rig.fromWindow(x, y);
    const away = (event: number) => Math.hypot(points[event]!.x - pointer.x, points[event]!.y - pointer.y);
    const key = this.keys.filter((each) => away(each) < reach).sort((a, b) => away(a) - away(b))[0];
    const event = key ?? nearestOnPath(points, pointer, reach);
    return event === null ? null : { event, time: this.times[event]!, at: new Vector3().fromArray(drawn, 3 * event) };
  }

  dispose(): void {
    this.object.removeFromParent();
    this.trail.dispose();
    this.beads.geometry.dispose();
    this.beads.material.dispose();
    this.beads.dispose();
  }
}

function inWorld(places: Float32Array, frame: Matrix4): Float32Array {
  const [world, point] = [new Float32Array(places.length), new Vector3()];
  for (let index = 0; index < places.length; index += 3)
    point.fromArray(places, index).applyMatrix4(frame).toArray(world, index);
  return world;
}
