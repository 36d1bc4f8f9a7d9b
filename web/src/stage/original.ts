/** The original of a result: the same body in matte grey, so that colour means "result" at a glance. */

import { Group, MeshBasicMaterial, MeshStandardMaterial, type Mesh } from "three";
import type { ClipArrays } from "../model/motion";
import type { Actor } from "./actor";

/** Drawn after ghosts and shadows, before trails. */
const FILM_ORDER = 2.5;

export class Original {
  readonly object = new Group();
  /** The grey body; null while there is no original on stage. */
  double: Actor | null = null;
  /** Whether it stands beside the result, as a body of its own; else it lies over it as a film. */
  beside = false;
  private of: Actor | null = null;
  private readonly depths: Mesh[] = [];
  private readonly suit = new MeshStandardMaterial({ roughness: 0.95, metalness: 0 });
  private readonly depthOnly = new MeshBasicMaterial({ colorWrite: false, transparent: true });

  /** The grey body of an actor, ready to be posed. */
  bodyOf(actor: Actor): Actor {
    if (this.of !== actor || !this.double) {
      this.clear();
      this.of = actor;
      this.double = actor.double(this.suit);
      for (const mesh of this.double.meshes) this.depths.push(this.depthOf(mesh));
      this.object.add(this.double.object);
      this.wear(false);
    }
    return this.double;
  }

  show(actor: Actor, clip: ClipArrays, time: number, beside: boolean, colour: string): Actor {
    const double = this.bodyOf(actor);
    if (beside !== this.beside) this.wear(beside);
    double.showClip(clip, time);
    for (const mesh of double.meshes) (mesh.material as MeshStandardMaterial).color.set(colour);
    return double;
  }

  /** A film's nearest surface alone is seen, not the limbs behind it: its depth is laid down first. */
  private depthOf(mesh: Mesh): Mesh {
    const depth = mesh.clone(false);
    depth.material = this.depthOnly;
    depth.castShadow = depth.receiveShadow = false;
    depth.renderOrder = FILM_ORDER;
    mesh.parent!.add(depth);
    return depth;
  }

  private wear(beside: boolean): void {
    this.beside = beside;
    for (const depth of this.depths) depth.visible = !beside;
    for (const mesh of this.double!.meshes) {
      const material = mesh.material as MeshStandardMaterial;
      material.transparent = !beside;
      material.opacity = beside ? 1 : 0.5;
      // Where both surfaces are in one place, the result is seen.
      material.polygonOffset = !beside;
      [material.polygonOffsetFactor, material.polygonOffsetUnits] = [2, 16];
      material.needsUpdate = true;
      mesh.castShadow = beside;
      mesh.renderOrder = beside ? 0 : FILM_ORDER + 0.1;
    }
  }

  clear(): void {
    for (const depth of this.depths) depth.removeFromParent();
    this.depths.length = 0;
    this.double?.dispose();
    [this.double, this.of, this.beside] = [null, null, false];
  }
}
