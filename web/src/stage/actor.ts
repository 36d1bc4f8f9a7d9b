/** Actor: one character on the stage. Owns its objects, its place, its pose and its glow. */

import { Box3, Color, Group, Mesh, Quaternion, Vector3, type Object3D, type Ray, type SkinnedMesh } from "three";
import { clone as cloneWithSkins } from "three/addons/utils/SkeletonUtils.js";
import type { ClipArrays, PoseArrays } from "../model/motion";
import type { LoadedCharacter } from "./actorLoader";
import { bodiesOf, hitDistance, type Ellipsoid } from "./bodies";
import { clad, type Glow } from "./clay";
import { showClip, showPose } from "./poses";

/** More points of a path than this make no better box. */
const PATH_SAMPLES = 500;

/** A part's meshes and how to make them glow. bones: joint index per bone of a skin; owner: the joint of a rigid mesh. */
interface Part {
  mesh: Mesh;
  glow: Glow;
  boneOfJoint: Map<number, number> | null;
  owner: number;
}

export class Actor {
  readonly object = new Group();
  readonly joints: readonly Object3D[];
  readonly bodies: readonly Ellipsoid[];
  private readonly restRotations: Quaternion[];
  private readonly restPositions: Vector3[];
  private readonly parts: Part[] = [];
  private readonly glowColour = new Color();

  constructor(
    readonly id: string,
    readonly parents: readonly number[],
    private readonly loaded: LoadedCharacter,
  ) {
    this.object.add(loaded.scene);
    this.joints = loaded.joints;
    this.restRotations = this.joints.map((joint) => joint.quaternion.clone());
    this.restPositions = this.joints.map((joint) => joint.position.clone());
    this.object.updateMatrixWorld(true);
    this.bodies = bodiesOf(loaded.scene, this.joints);
    const indexOf = new Map(this.joints.map((joint, index) => [joint, index]));
    loaded.scene.traverse((object) => {
      if ((object as Mesh).isMesh) this.parts.push(this.dressed(object as Mesh, indexOf));
    });
  }

  private dressed(mesh: Mesh, indexOf: Map<Object3D, number>): Part {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false; // a skin's bounds are those of its bind pose
    const glow = clad(mesh, this.glowColour);
    const bones = (mesh as SkinnedMesh).isSkinnedMesh ? (mesh as SkinnedMesh).skeleton.bones : null;
    let owner: Object3D | null = mesh;
    while (owner && !indexOf.has(owner)) owner = owner.parent;
    return {
      mesh,
      glow,
      boneOfJoint: bones && new Map(bones.map((bone, index) => [indexOf.get(bone) ?? -1, index])),
      owner: owner ? indexOf.get(owner)! : -1,
    };
  }

  place(position: readonly [number, number, number], heading: number): void {
    this.object.position.set(...position);
    this.object.rotation.set(0, heading, 0);
  }

  rest(): void {
    this.joints.forEach((joint, index) => {
      joint.quaternion.copy(this.restRotations[index]!);
      joint.position.copy(this.restPositions[index]!);
    });
  }

  showClip(clip: ClipArrays, time: number): void {
    showClip(this.joints, clip, time);
  }

  showPose(pose: PoseArrays): void {
    showPose(this.joints, pose);
  }

  /** Lights up the body of a joint; -1 for none. */
  glow(joint: number, colour: string): void {
    this.glowColour.set(colour);
    for (const part of this.parts)
      part.glow.uGlowBone.value = part.boneOfJoint
        ? (part.boneOfJoint.get(joint) ?? -1)
        : Number(joint >= 0 && part.owner === joint);
  }

  /** The joint whose body a ray meets first, and how far away. */
  hit(ray: Ray): { joint: number; distance: number } | null {
    let best: { joint: number; distance: number } | null = null;
    this.joints.forEach((joint, index) => {
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

  /** A copy of its meshes for a ghost: same geometry, own skeleton. */
  ghost(): { object: Object3D; joints: Object3D[]; meshes: Mesh[] } {
    const object = cloneWithSkins(this.loaded.scene);
    const originals: Object3D[] = [];
    this.loaded.scene.traverse((each) => originals.push(each));
    const copies: Object3D[] = [];
    object.traverse((each) => copies.push(each));
    const copyOf = new Map(originals.map((each, index) => [each, copies[index]!]));
    const meshes = copies.filter((each): each is Mesh => (each as Mesh).isMesh);
    return { object, joints: this.joints.map((joint) => copyOf.get(joint)!), meshes };
  }

  dispose(): void {
    this.object.removeFromParent();
    for (const { mesh } of this.parts) {
      mesh.geometry.dispose();
      for (const material of [mesh.material].flat()) material.dispose();
      if ((mesh as SkinnedMesh).isSkinnedMesh) (mesh as SkinnedMesh).skeleton.dispose();
    }
  }
}
