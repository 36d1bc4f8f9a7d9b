/** Onion skin: translucent poses before and after the playhead, blue behind and amber ahead, fainter the further away. */

import { Group, type Mesh, type MeshLambertMaterial, type Object3D } from "three";
import type { ClipArrays } from "../model/motion";
import type { Palette } from "../theme/tokens";
import type { Actor } from "./actor";
import { ghostMaterial } from "./clay";
import { showClip } from "./poses";

/** before, after: how many. step: apart [s]. */
export interface GhostSettings {
  before: number;
  after: number;
  step: number;
}

interface Ghost {
  object: Object3D;
  joints: Object3D[];
  material: MeshLambertMaterial;
}

/** The times of the ghosts around a playhead: those outside the motion are left out. Nearest first on either side. */
export function ghostTimes(
  time: number,
  duration: number,
  { before, after, step }: GhostSettings,
): { time: number; offset: number }[] {
  const offsets = [
    ...Array.from({ length: before }, (_, index) => -(index + 1)),
    ...Array.from({ length: after }, (_, index) => index + 1),
  ];
  return offsets
    .map((offset) => ({ time: time + offset * step, offset }))
    .filter((ghost) => ghost.time >= -1e-9 && ghost.time <= duration + 1e-9);
}

export class Ghosts {
  readonly object = new Group();
  private pool: Ghost[] = [];
  private actor: Actor | null = null;

  show(actor: Actor, clip: ClipArrays, time: number, settings: GhostSettings, palette: Palette): void {
    if (actor !== this.actor) this.clear();
    this.actor = actor;
    this.object.position.copy(actor.object.position);
    this.object.quaternion.copy(actor.object.quaternion);
    const wanted = ghostTimes(time, (clip.frames - 1) / clip.fps, settings);
    while (this.pool.length < wanted.length) this.pool.push(this.made(actor));
    this.pool.forEach((ghost, index) => {
      const place = wanted[index];
      ghost.object.visible = place !== undefined;
      if (!place) return;
      showClip(ghost.joints, clip, place.time);
      const count = place.offset < 0 ? settings.before : settings.after;
      ghost.material.color.set(place.offset < 0 ? palette.ghostBefore : palette.ghostAfter);
      ghost.material.emissive.copy(ghost.material.color);
      ghost.material.opacity = 0.5 * (1 - (Math.abs(place.offset) - 1) / (count + 1));
    });
  }

  private made(actor: Actor): Ghost {
    const { object, joints, meshes } = actor.ghost();
    const material = ghostMaterial("#ffffff", 0.5);
    for (const mesh of meshes as Mesh[]) {
      mesh.material = material;
      mesh.castShadow = mesh.receiveShadow = false;
      mesh.frustumCulled = false;
    }
    this.object.add(object);
    return { object, joints, material };
  }

  clear(): void {
    for (const ghost of this.pool) {
      ghost.object.removeFromParent();
      ghost.material.dispose();
    }
    this.pool = [];
    this.actor = null;
  }
}
