/** Actor: one character on the stage. Owns its objects, its place, its pose and what is painted on it. */

import {
  Box3,
  Group,
  Mesh,
  Quaternion,
  Texture,
  Vector3,
  type BufferGeometry,
  type Material,
  type Object3D,
  type Ray,
  type SkinnedMesh,
} from "three";
import { clone as cloneWithSkins } from "three/addons/utils/SkeletonUtils.js";
import type { ClipArrays, PoseArrays } from "../../document/motion";
import type { LoadedCharacter } from "./loader";
import { bodiesOf, hitDistance, type Ellipsoid } from "./bodies";
import { clad, newCoat, newPaint, type Paint } from "./clay";
import { oneSkin, wornBy, type Piece } from "./oneSkin";
import { showClip, showPart, showPose } from "./poses";

/** More points of a path than this make no better box. */
const PATH_SAMPLES = 500;

/** What is painted on joints' bodies. glow: joints that are pointed at. marked: chosen joints.
 * heat: shares of the heat map's scale (J,), null for the body's own colours. plain: whether those give way to what is marked. */
export interface JointPaint {
  glow: readonly number[];
  marked: readonly number[];
  heat: Float32Array | null;
  plain: boolean;
}

/** A mesh and what is painted on it. joints: the joint of each bone of a skin; of the one that carries a rigid mesh. */
interface Part {
  mesh: Mesh;
  paint: Paint;
  joints: readonly number[];
}

/** Frees the pictures that a material is painted with: no other body has them. */
function disposeTextures(material: Material): void {
  for (const value of Object.values(material)) {
    if (!(value instanceof Texture)) continue;
    (value.source.data as Partial<ImageBitmap> | null)?.close?.();
    value.dispose();
  }
}

const bonesOf = (mesh: Mesh) => ((mesh as SkinnedMesh).isSkinnedMesh ? (mesh as SkinnedMesh).skeleton.bones : null);

export class Actor {
  readonly object = new Group();
  readonly joints: readonly Object3D[];
  readonly bodies: readonly Ellipsoid[];
  private readonly restRotations: Quaternion[];
  /** Where joints are from their parents at rest [m]. */
  readonly restPositions: readonly Vector3[];
  private readonly parts: Part[] = [];
  private readonly coat = newCoat();
  private merged: BufferGeometry | null = null;
  /** How long it is at rest, along its longest side [m]. */
  readonly length: number;

  /** suit: worn by all of it instead of its own materials; then its shapes belong to another actor. */
  constructor(
    readonly id: string,
    readonly parents: readonly number[],
    private readonly loaded: LoadedCharacter,
    private readonly suit: Material | null = null,
  ) {
    this.object.add(loaded.scene);
    this.joints = loaded.joints;
    this.restRotations = this.joints.map((joint) => joint.quaternion.clone());
    this.restPositions = this.joints.map((joint) => joint.position.clone());
    this.object.updateMatrixWorld(true);
    this.bodies = bodiesOf(loaded.scene, this.joints);
    const size = this.bounds().getSize(new Vector3());
    this.length = Math.max(size.x, size.y, size.z);
    const indexOf = new Map(this.joints.map((joint, index) => [joint, index]));
    loaded.scene.traverse((object) => {
      if ((object as Mesh).isMesh) this.parts.push(this.dressed(object as Mesh, indexOf));
    });
  }

  private dressed(mesh: Mesh, indexOf: Map<Object3D, number>): Part {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false; // a skin's bounds are those of its bind pose
    let owner: Object3D | null = mesh;
    while (owner && !indexOf.has(owner)) owner = owner.parent;
    const bones = bonesOf(mesh) ?? [owner];
    const paint = newPaint(bones.length);
    if (this.suit) mesh.material = this.suit;
    clad(mesh, this.coat, paint);
    return { mesh, paint, joints: bones.map((bone) => (bone ? (indexOf.get(bone) ?? -1) : -1)) };
  }

  place(position: readonly [number, number, number], heading: number): void {
    this.object.position.set(...position);
    this.object.rotation.set(0, heading, 0);
  }

  rest(): void {
    this.toRest(this.joints);
  }

  /** The pose at rest, in the parents' frames: (J, 3) [m] and (J, 4). */
  get atRest(): { translations: number[][]; rotations: number[][] } {
    return {
      translations: this.restPositions.map((each) => each.toArray()),
      rotations: this.restRotations.map((each) => each.toArray()),
    };
  }

  private toRest(joints: readonly Object3D[]): void {
    joints.forEach((joint, index) => {
      joint.quaternion.copy(this.restRotations[index]!);
      joint.position.copy(this.restPositions[index]!);
    });
  }

  showClip(clip: ClipArrays, time: number): void {
    showClip(this.joints, clip, time, this.restPositions);
  }

  showPose(pose: PoseArrays): void {
    showPose(this.joints, pose, this.restPositions);
  }

  /** Turns some joints as a pose has them; the others stay as they are. */
  showPart(pose: PoseArrays, joints: readonly number[]): void {
    showPart(this.joints, pose, joints);
  }

  /** Shows a pose, or the rest pose without one. */
  wear(pose: PoseArrays | null): void {
    if (pose) this.showPose(pose);
    else this.rest();
  }

  /** Paints the bodies of joints; colour: of what glows and what is marked. */
  paint({ glow, marked, heat, plain }: JointPaint, colour: string): void {
    this.coat.uGlow.value.set(colour);
    this.coat.uHeat.value = heat ? 1 : 0;
    this.coat.uPlain.value = plain ? 1 : 0;
    for (const { paint, joints } of this.parts) {
      const texels = paint.image.data as Float32Array;
      let changed = false;
      const write = (at: number, value: number) => {
        changed ||= texels[at] !== value;
        texels[at] = value;
      };
      joints.forEach((joint, bone) => {
        write(4 * bone, heat?.[joint] ?? 0);
        write(4 * bone + 1, Number(glow.includes(joint)));
        write(4 * bone + 2, Number(marked.includes(joint)));
      });
      if (changed) paint.needsUpdate = true;
    }
  }

  get meshes(): Mesh[] {
    return this.parts.map((part) => part.mesh);
  }

  /** Where a joint is from its parent at rest [m]. */
  restOffset(joint: number): Vector3 {
    return this.restPositions[joint]!;
  }

  /** Where a joint is in the body's own space at rest [m], where all joints rest unturned. */
  restPlace(joint: number): Vector3 {
    return (this.restPlaces ??= this.placesAtRest())[joint]!;
  }
  private restPlaces: Vector3[] | null = null;

  private placesAtRest(): Vector3[] {
    const places: Vector3[] = [];
    this.restPositions.forEach((offset, joint) => {
      const parent = this.parents[joint] ?? -1;
      places.push(parent < 0 ? offset.clone() : offset.clone().add(places[parent]!));
    });
    return places;
  }

  /** The joint whose body a ray meets first, and how far away. without: joints whose bodies it goes through. */
  hit(ray: Ray, without?: ReadonlySet<number>): { joint: number; distance: number } | null {
    let best: { joint: number; distance: number } | null = null;
    this.joints.forEach((joint, index) => {
      if (without?.has(index)) return;
      const distance = hitDistance(ray, joint, this.bodies[index]!);
      if (distance !== null && (!best || distance < best.distance)) best = { joint: index, distance };
    });
    return best;
  }

  /** Where the joints are, with a margin for the bodies around them. */
  bounds(): Box3 {
    this.object.updateMatrixWorld(true);
    const box = new Box3();
    const point = new Vector3();
    this.joints.forEach((joint, index) => {
      const { centre, half } = this.bodies[index]!;
      const reach = Math.max(half.x, half.y, half.z) * joint.matrixWorld.getMaxScaleOnAxis();
      point.copy(centre).applyMatrix4(joint.matrixWorld);
      box.expandByPoint(point.clone().addScalar(reach)).expandByPoint(point.clone().addScalar(-reach));
    });
    return box;
  }

  /** Everywhere that a clip's root carries the body as it stands now. */
  path(clip: ClipArrays): Box3 {
    const body = this.bounds();
    const root = this.joints[0]!;
    const now = root.getWorldPosition(new Vector3());
    const box = new Box3();
    const point = new Vector3();
    const step = Math.max(1, Math.floor(clip.frames / PATH_SAMPLES));
    for (let frame = 0; frame < clip.frames; frame += step) {
      point
        .fromArray(clip.roots, 3 * frame)
        .applyMatrix4(root.parent!.matrixWorld)
        .sub(now);
      box.expandByPoint(point.clone().add(body.min)).expandByPoint(point.add(body.max));
    }
    return box;
  }

  /** A copy of its shapes for a ghost, at rest: same geometry, own skeleton; rigid pieces as one skin, in no colours of their own. */
  ghost(): { object: Group; joints: Object3D[]; meshes: Mesh[] } {
    const object = cloneWithSkins(this.loaded.scene) as Group;
    const originals: Object3D[] = [];
    this.loaded.scene.traverse((each) => originals.push(each));
    const copies: Object3D[] = [];
    object.traverse((each) => copies.push(each));
    const copyOf = new Map(originals.map((each, index) => [each, copies[index]!]));
    const joints = this.joints.map((joint) => copyOf.get(joint)!);
    const pieces = this.pieces();
    for (const { mesh } of pieces) copyOf.get(mesh)!.removeFromParent();
    this.toRest(joints);
    if (pieces.length > 0) object.add(wornBy(joints, (this.merged ??= oneSkin(pieces)), pieces[0]!.mesh.material));
    const meshes: Mesh[] = [];
    object.traverse((each) => (each as Mesh).isMesh && meshes.push(each as Mesh));
    return { object, joints, meshes };
  }

  /** Its rigid meshes, where they are on their joints. */
  private pieces(): Piece[] {
    this.object.updateMatrixWorld(true);
    return this.parts
      .filter(({ mesh, joints: [joint] }) => !bonesOf(mesh) && mesh.children.length === 0 && joint! >= 0)
      .map(({ mesh, joints: [joint] }) => ({
        mesh,
        joint: joint!,
        jointFromMesh: this.joints[joint!]!.matrixWorld.clone().invert().multiply(mesh.matrixWorld),
      }));
  }

  /** An actor of the same shape, all in one material. */
  double(suit: Material): Actor {
    const { object, joints } = this.ghost();
    return new Actor(this.id, this.parents, { scene: object, joints }, suit);
  }

  dispose(): void {
    this.object.removeFromParent();
    this.merged?.dispose();
    for (const { mesh, paint } of this.parts) {
      paint.dispose();
      if (!this.suit) mesh.geometry.dispose();
      for (const material of [mesh.material].flat()) {
        if (!this.suit) disposeTextures(material);
        material.dispose();
      }
      if ((mesh as SkinnedMesh).isSkinnedMesh) (mesh as SkinnedMesh).skeleton.dispose();
    }
  }
}
