/** Props of the scene: meshes as the engine made them, where it has them at a moment. */

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  Raycaster,
  Vector3,
  type Ray,
} from "three";
import { between } from "../../document/motion";
import type { PropMotion, PropShape } from "../../timeline/scene/frames";

/** A prop as it is now. at: in the hand, instead of where its motion has it; turn: null for that of its motion. time: [s]. */
export interface ShownProp {
  id: string;
  shape: PropShape;
  motion: PropMotion;
  time: number;
  at: { place: readonly [number, number, number]; turn: number | null } | null;
  lit: boolean;
}

interface Made {
  shape: PropShape;
  mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
}

const GLOW = 0.35;
const scratch = new Quaternion();

export class Props {
  readonly object = new Group();
  private readonly made = new Map<string, Made>();
  private readonly raycaster = new Raycaster();

  /** Lays out the props; colour: of those that are lit. */
  lay(props: readonly ShownProp[], colour: string): void {
    const wanted = new Map(props.map((prop) => [prop.id, prop]));
    for (const [id, { shape }] of this.made) if (wanted.get(id)?.shape !== shape) this.drop(id);
    for (const prop of props) {
      const { mesh } = this.made.get(prop.id) ?? this.make(prop);
      place(mesh, prop);
      mesh.material.emissive.set(prop.lit ? colour : "black");
      mesh.material.emissiveIntensity = prop.lit ? GLOW : 0;
    }
    this.object.updateMatrixWorld(true);
  }

  private make({ id, shape }: ShownProp): Made {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(shape.positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(shape.normals, 3));
    geometry.setAttribute("color", new BufferAttribute(shape.colors, 3));
    geometry.setIndex(new BufferAttribute(new Uint32Array(shape.triangles), 1));
    const mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors: true, roughness: 0.85 }));
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.name = id;
    const made = { shape, mesh };
    this.made.set(id, made);
    this.object.add(mesh);
    return made;
  }

  /** The prop that a ray meets first, and how far away. */
  hit(ray: Ray): { id: string; distance: number } | null {
    this.raycaster.ray.copy(ray);
    const [first] = this.raycaster.intersectObjects(this.object.children, false);
    return first ? { id: first.object.name, distance: first.distance } : null;
  }

  /** Where each prop is drawn, for tests in a real browser. */
  get seen(): { id: string; place: [number, number, number]; middle: [number, number, number] }[] {
    return [...this.made].map(([id, { mesh }]) => ({
      id,
      place: mesh.position.toArray(),
      middle: this.middleOf(id)!.toArray(),
    }));
  }

  /** The middle of a prop where it is drawn [m]; null where it is not there. */
  middleOf(id: string): Vector3 | null {
    const mesh = this.made.get(id)?.mesh;
    if (!mesh) return null;
    mesh.geometry.boundingBox ?? mesh.geometry.computeBoundingBox();
    return mesh.localToWorld(mesh.geometry.boundingBox!.getCenter(new Vector3()));
  }

  meshOf(id: string): Mesh | null {
    return this.made.get(id)?.mesh ?? null;
  }

  private drop(id: string): void {
    const found = this.made.get(id);
    this.made.delete(id);
    found?.mesh.removeFromParent();
    found?.mesh.geometry.dispose();
    found?.mesh.material.dispose();
  }

  dispose(): void {
    for (const id of [...this.made.keys()]) this.drop(id);
  }
}

function place(mesh: Mesh, { motion, time, at }: ShownProp): void {
  const { before, after, share } = between(time, motion.fps, motion.frames);
  const mix = (axis: number) =>
    motion.places[3 * before + axis]! * (1 - share) + motion.places[3 * after + axis]! * share;
  mesh.position.set(mix(0), mix(1), mix(2));
  mesh.quaternion.fromArray(motion.rotations, 4 * before);
  if (share > 0) mesh.quaternion.slerp(scratch.fromArray(motion.rotations, 4 * after), share);
  if (!at) return;
  mesh.position.set(...at.place);
  if (at.turn !== null) mesh.rotation.set(0, at.turn, 0);
}
