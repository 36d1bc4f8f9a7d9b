/** Ghosts: translucent poses of a motion at other times than now, tinted by what they are. */

import { Group, Vector3, type Mesh, type MeshLambertMaterial, type Object3D, type SkinnedMesh } from "three";
import { SAME_TIME, type KeyColumn } from "../../timeline/curves/curves";
import type { ClipArrays } from "../../document/motion";
import type { Palette } from "../../ui/theme/tokens";
import type { Actor } from "./actor";
import { ghostMaterial } from "./clay";
import { again, depthMaterial, ordered, setBack } from "./depthFirst";
import { showClip } from "./poses";
import type { GhostSettings } from "../../document/preferences.svelte";

/** One ghost. time: [s] in the motion. strength: 0..1. */
export interface GhostPose {
  time: number;
  tint: "ghostBefore" | "ghostAfter" | KeyColumn["tag"];
  strength: number;
}

/** Onion skin at even steps around a playhead, nearest first on either side; what is outside the motion is left out. */
export function onionSkin(time: number, duration: number, { before, after, step }: GhostSettings): GhostPose[] {
  const side = (count: number, sign: 1 | -1, tint: GhostPose["tint"]): GhostPose[] =>
    Array.from({ length: count }, (_, index) => ({
      time: time + sign * (index + 1) * step,
      tint,
      strength: 0.5 * (1 - index / (count + 1)),
    }));
  return [...side(before, -1, "ghostBefore"), ...side(after, 1, "ghostAfter")].filter(
    (ghost) => ghost.time >= -1e-9 && ghost.time <= duration + 1e-9,
  );
}

/** Keys that may have ghosts. around: whether they were not chosen, so that a few around the playhead are enough. */
export interface GhostedKeys {
  columns: readonly KeyColumn[];
  around: boolean;
}

/** The selected keys, or all keyposes where none is selected. selected: times [s]. */
export function ghostColumns(columns: readonly KeyColumn[], selected: readonly number[]): GhostedKeys {
  const chosen = columns.filter(({ time }) => selected.some((each) => Math.abs(each - time) < SAME_TIME));
  if (chosen.length > 0) return { columns: chosen, around: false };
  const keyposes = columns.filter(({ tag }) => tag === "keypose");
  return { columns: keyposes.length > 1 ? keyposes : columns, around: true };
}

/** By default: enough to show where the motion comes from and where it goes. */
const AROUND = 4;

/** Ghosts of the `most` keys that are nearest to a playhead, nearest first, fainter the further away.
 * half: half a frame [s]; a key that the body itself stands in needs no ghost. */
export function keyGhosts({ columns, around }: GhostedKeys, time: number, half: number, most: number): GhostPose[] {
  const nearest = columns
    .map((column) => ({ column, away: Math.abs(column.time - time) }))
    .filter(({ away }) => away > half)
    .sort((a, b) => a.away - b.away)
    .slice(0, around ? Math.min(AROUND, most) : most);
  return nearest.map(({ column }, rank) => ({
    time: column.time,
    tint: column.tag,
    strength: 0.62 - (0.34 * rank) / nearest.length,
  }));
}

interface Ghost {
  object: Object3D;
  joints: Object3D[];
  meshes: Mesh[];
  depths: Mesh[];
  material: MeshLambertMaterial;
}

const ORDER = 2.1;
/** How much they give way to the body, as a share of its height: they are about it, not before it. */
const YIELD = 0.15;

export class Ghosts {
  readonly object = new Group();
  private pool: Ghost[] = [];
  private actor: Actor | null = null;
  private readonly setback = { value: 0 };
  private readonly depth = depthMaterial(this.setback);

  show(actor: Actor, clip: ClipArrays, poses: readonly GhostPose[], palette: Palette): void {
    if (actor !== this.actor) {
      this.clear();
      const size = actor.bounds();
      this.setback.value = YIELD * (size.max.y - size.min.y);
    }
    this.actor = actor;
    this.object.position.copy(actor.object.position);
    this.object.quaternion.copy(actor.object.quaternion);
    while (this.pool.length < poses.length) this.pool.push(this.made(actor));
    this.pool.forEach((ghost, index) => {
      const pose = poses[index];
      ghost.object.visible = pose !== undefined;
      if (!pose) return;
      showClip(ghost.joints, clip, pose.time, actor.restPositions);
      ghost.material.color.set(palette[pose.tint]);
      ghost.material.emissive.copy(ghost.material.color);
      ghost.material.opacity = pose.strength;
    });
  }

  /** They wait: they are likely to be wanted again. */
  hide(): void {
    for (const ghost of this.pool) ghost.object.visible = false;
  }

  /** Puts the furthest first: those before it shine through. The ghosts' world matrices must be up to date. */
  sort(eye: Vector3): void {
    const place = new Vector3();
    const away = (ghost: Ghost) => eye.distanceToSquared(place.setFromMatrixPosition(ghost.joints[0]!.matrixWorld));
    const seen = this.pool.filter((ghost) => ghost.object.visible).map((ghost) => ({ ghost, away: away(ghost) }));
    seen.sort((a, b) => b.away - a.away);
    seen.forEach(({ ghost: { meshes, depths } }, rank) =>
      meshes.forEach((mesh, index) => ordered(mesh, depths[index]!, ORDER + 0.01 * rank)),
    );
  }

  private made(actor: Actor): Ghost {
    const { object, joints, meshes } = actor.ghost();
    const material = ghostMaterial();
    setBack(material, this.setback);
    for (const mesh of meshes) {
      mesh.material = material;
      mesh.castShadow = mesh.receiveShadow = false;
      mesh.frustumCulled = false;
    }
    this.object.add(object);
    return { object, joints, meshes, depths: meshes.map((mesh) => again(mesh, this.depth)), material };
  }

  clear(): void {
    for (const { object, meshes, material } of this.pool) {
      object.removeFromParent();
      material.dispose();
      for (const mesh of meshes) if ((mesh as SkinnedMesh).isSkinnedMesh) (mesh as SkinnedMesh).skeleton.dispose();
    }
    this.pool = [];
    this.actor = null;
  }
}
