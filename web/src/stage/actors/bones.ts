/** Bones drawn through the skin: slim octahedra from each joint to its parent, a ball at each joint. */

import {
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  OctahedronGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { Actor } from "./actor";

const MOST = 1024;
const UP = new Vector3(0, 1, 0);

/** An octahedron from 0 to 1 along y, thickest near its start, as animators know them. */
function boneShape(): OctahedronGeometry {
  const geometry = new OctahedronGeometry(1);
  const position = geometry.getAttribute("position");
  for (let vertex = 0; vertex < position.count; vertex++) {
    const y = position.getY(vertex);
    position.setXYZ(
      vertex,
      position.getX(vertex) * 0.07,
      y > 0.5 ? 1 : y < -0.5 ? 0 : 0.14,
      position.getZ(vertex) * 0.07,
    );
  }
  return geometry;
}

export class Bones {
  readonly object = new Group();
  private readonly bones: InstancedMesh;
  private readonly balls: InstancedMesh;
  private readonly from = new Vector3();
  private readonly to = new Vector3();
  private readonly turn = new Quaternion();
  private readonly matrix = new Matrix4();
  private readonly tint = new Color();

  constructor() {
    const material = () =>
      new MeshBasicMaterial({ transparent: true, opacity: 0.8, depthTest: false, depthWrite: false });
    this.bones = new InstancedMesh(boneShape(), material(), MOST);
    this.balls = new InstancedMesh(new SphereGeometry(1, 12, 8), material(), MOST);
    for (const mesh of [this.bones, this.balls]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 5;
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      this.object.add(mesh);
    }
    this.object.visible = false;
  }

  /** Draws the bones of `actors`; `marked` is a joint of the first that stands out, or -1. */
  show(actors: readonly Actor[], colour: string, marked: number, markedColour: string): void {
    let [bones, balls] = [0, 0];
    actors.forEach((actor, which) => {
      for (let joint = 0; joint < actor.joints.length && balls < MOST; joint++) {
        this.from.setFromMatrixPosition(actor.joints[joint]!.matrixWorld);
        const stands = which === 0 && joint === marked;
        const parent = actor.parents[joint]!;
        let length = 0.05;
        if (parent >= 0) {
          this.to.setFromMatrixPosition(actor.joints[parent]!.matrixWorld);
          const along = this.from.clone().sub(this.to);
          length = along.length();
          if (length > 1e-5) {
            this.turn.setFromUnitVectors(UP, along.divideScalar(length));
            this.bones.setMatrixAt(bones, this.matrix.compose(this.to, this.turn, new Vector3(length, length, length)));
            this.bones.setColorAt(bones++, this.tint.set(colour));
          }
        }
        const radius = Math.min(Math.max(length * 0.05, 0.006), 0.02) * (stands ? 1.8 : 1);
        this.balls.setMatrixAt(balls, this.matrix.makeScale(radius, radius, radius).setPosition(this.from));
        this.balls.setColorAt(balls++, this.tint.set(stands ? markedColour : colour));
      }
    });
    [this.bones.count, this.balls.count] = [bones, balls];
    for (const mesh of [this.bones, this.balls]) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
    this.object.visible = true;
  }

  hide(): void {
    this.object.visible = false;
  }
}
