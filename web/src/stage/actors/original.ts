/** The original of a result: the same body in matte grey, so that colour means "result" at a glance.
 *
 * Beside the result it is a body of clay. Over it, it is a film that lies behind the result where the two are about in one
 * place, so that the result keeps its colours, with its outline drawn before both.
 */

import { Group, MeshStandardMaterial, type Mesh, type MeshLambertMaterial } from "three";
import type { ClipArrays } from "../../document/motion";
import type { Actor } from "./actor";
import { edgeMaterial } from "./clay";
import { again, depthMaterial, ordered, setBack } from "./depthFirst";

const ORDER = 2.5;
/** How much the film gives way, and how much the outline comes forward, as shares of the body's height. */
const BEHIND = 0.15;
const BEFORE = 0.05;

interface Layer {
  mesh: Mesh;
  depth: Mesh;
  outline: Mesh;
}

export class Original {
  readonly object = new Group();
  /** The grey body; null while there is no original on stage. */
  double: Actor | null = null;
  /** Whether it stands beside the result, as a body of its own; else it lies over it as a film. */
  beside = false;
  private of: Actor | null = null;
  private layers: Layer[] = [];
  private height = 0;
  private readonly suit = new MeshStandardMaterial({ roughness: 0.95, metalness: 0 });
  private readonly behind = { value: 0 };
  private readonly before = { value: 0 };
  private readonly depth = depthMaterial(this.behind);
  private readonly outline: MeshLambertMaterial = edgeMaterial();

  constructor() {
    setBack(this.outline, this.before);
  }

  show(actor: Actor, clip: ClipArrays, time: number, beside: boolean, colour: string, edge: string): Actor {
    const double = this.bodyOf(actor);
    if (beside !== this.beside) this.wear(beside);
    double.showClip(clip, time);
    for (const { mesh } of this.layers) (mesh.material as MeshStandardMaterial).color.set(colour);
    this.outline.color.set(edge);
    this.outline.emissive.set(edge);
    return double;
  }

  private bodyOf(actor: Actor): Actor {
    if (this.of === actor && this.double) return this.double;
    this.clear();
    this.of = actor;
    this.double = actor.double(this.suit);
    const { min, max } = this.double.bounds();
    this.height = max.y - min.y;
    this.before.value = -BEFORE * this.height;
    this.layers = this.double.meshes.map((mesh) => {
      setBack(mesh.material as MeshStandardMaterial, this.behind);
      return { mesh, depth: again(mesh, this.depth), outline: again(mesh, this.outline) };
    });
    this.object.add(this.double.object);
    this.wear(false);
    return this.double;
  }

  private wear(beside: boolean): void {
    this.beside = beside;
    for (const { mesh, depth, outline } of this.layers) {
      const material = mesh.material as MeshStandardMaterial;
      depth.visible = outline.visible = material.transparent = !beside;
      material.opacity = beside ? 1 : 0.62;
      material.needsUpdate = true;
      mesh.castShadow = beside;
      ordered(mesh, depth, beside ? 0 : ORDER);
      outline.renderOrder = ORDER + 0.1;
    }
    this.behind.value = beside ? 0 : BEHIND * this.height;
  }

  clear(): void {
    for (const { depth, outline } of this.layers) {
      depth.removeFromParent();
      outline.removeFromParent();
    }
    this.layers = [];
    this.double?.dispose();
    [this.double, this.of, this.beside] = [null, null, false];
  }
}
