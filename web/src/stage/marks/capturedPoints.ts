/** Captured points without a skeleton: small balls where they were seen. */

import { Box3, DynamicDrawUsage, InstancedMesh, Matrix4, MeshStandardMaterial, SphereGeometry, Vector3 } from "three";
import { between, type MarkerArrays } from "../../document/motion";

const RADIUS = 0.014;

export class CapturedPoints {
  object: InstancedMesh<SphereGeometry, MeshStandardMaterial> | null = null;
  private shown: MarkerArrays | null = null;
  private readonly matrix = new Matrix4();

  /** Returns the object to add where it is a new one. */
  show(markers: MarkerArrays, time: number, colour: string): InstancedMesh {
    if (this.shown !== markers || !this.object) {
      this.clear();
      this.object = new InstancedMesh(
        new SphereGeometry(RADIUS, 16, 12),
        new MeshStandardMaterial({ roughness: 0.5 }),
        markers.points,
      );
      this.object.instanceMatrix.setUsage(DynamicDrawUsage);
      this.object.castShadow = true;
      this.object.frustumCulled = false;
      this.shown = markers;
    }
    this.object.material.color.set(colour);
    const { before, after, share } = between(time, markers.fps, markers.frames);
    let count = 0;
    for (let point = 0; point < markers.points; point++) {
      const [a, b] = [before * markers.points + point, after * markers.points + point];
      if (!markers.seen[a]) continue;
      const to = markers.seen[b] ? share : 0;
      const at = (axis: number) => markers.positions[3 * a + axis]! * (1 - to) + markers.positions[3 * b + axis]! * to;
      this.object.setMatrixAt(count++, this.matrix.makeTranslation(at(0), at(1), at(2)));
    }
    this.object.count = count;
    this.object.instanceMatrix.needsUpdate = true;
    return this.object;
  }

  bounds(): Box3 {
    const box = new Box3();
    const point = new Vector3();
    for (let index = 0; this.object && index < this.object.count; index++) {
      this.object.getMatrixAt(index, this.matrix);
      box.expandByPoint(point.setFromMatrixPosition(this.matrix));
    }
    return box.isEmpty() ? box : box.expandByScalar(0.1);
  }

  /** Everywhere that the points are seen. */
  path(): Box3 {
    const box = new Box3();
    const point = new Vector3();
    const { positions, seen } = this.shown ?? { positions: [], seen: [] };
    for (let index = 0; index < seen.length; index++)
      if (seen[index]) box.expandByPoint(point.fromArray(positions, 3 * index));
    return box;
  }

  clear(): void {
    this.object?.removeFromParent();
    this.object?.geometry.dispose();
    this.object?.material.dispose();
    this.object = null;
    this.shown = null;
  }
}
