/** Things on the sheet: boxes, balls and trees, as somebody would cut them out of coloured paper. They go where the performance takes them. */

import {
  BoxGeometry,
  BufferAttribute,
  Color,
  CylinderGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
  type BufferGeometry,
} from "three";
import type { DoodleProp, PropKind } from "../protocol/generated";

/** Where a thing is now: the middle of its underside [m], and how it is turned. */
export interface PropPose {
  readonly place: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
}

const COLOURS = {
  box: "#d9a35f",
  lid: "#e7bd83",
  ball: "#d8574a",
  stripe: "#f4e9d4",
  trunk: "#8a5f3c",
  crown: "#6f9e58",
};
/** What is selected is brighter by this much of the accent. */
const SELECTED = 0.35;

export class DoodleProps {
  readonly object = new Group();
  private readonly made = new Map<string, { kind: PropKind; group: Group }>();
  private readonly edge = new LineBasicMaterial({ color: "#4a3a28", transparent: true, opacity: 0.75 });

  /** Lays out the things; poseOf: where each is now, null for where it begins. */
  lay(
    props: readonly DoodleProp[],
    poseOf: (prop: DoodleProp) => PropPose | null,
    selected: string | null,
    accent: string,
  ): void {
    const wanted = new Set(props.map(({ id }) => id));
    for (const id of [...this.made.keys()]) if (!wanted.has(id)) this.drop(id);
    for (const prop of props) {
      const { group } = this.made.get(prop.id) ?? this.make(prop);
      const pose = poseOf(prop);
      const [x, y, z] = pose ? [pose.place[0]!, pose.place[1]!, pose.place[2]!] : prop.place;
      group.position.set(x, y, z);
      if (pose) group.quaternion.set(pose.rotation[0]!, pose.rotation[1]!, pose.rotation[2]!, pose.rotation[3]!);
      else group.rotation.set(0, prop.turn, 0);
      group.scale.set(...prop.size);
      this.light(group, prop.id === selected ? accent : null);
    }
  }

  private light(group: Group, accent: string | null): void {
    group.traverse((object) => {
      const material = (object as Mesh).material;
      if (!(material instanceof MeshLambertMaterial)) return;
      material.emissive.set(accent ?? "#000000");
      material.emissiveIntensity = accent ? SELECTED : 0;
    });
  }

  private make({ id, kind }: DoodleProp): { kind: PropKind; group: Group } {
    const group = new Group();
    group.add(...(kind === "box" ? this.box() : kind === "ball" ? this.ball() : this.tree()));
    const made = { kind, group };
    this.made.set(id, made);
    this.object.add(group);
    return made;
  }

  /** All are made one metre wide and tall, with the middle of their underside at the origin. */
  private box() {
    const geometry = new BoxGeometry(1, 1, 1).translate(0, 0.5, 0);
    const sides = new MeshLambertMaterial({ color: COLOURS.box });
    const lid = new MeshLambertMaterial({ color: COLOURS.lid });
    return [
      solid(geometry, [sides, sides, lid, sides, sides, sides]),
      new LineSegments(new EdgesGeometry(geometry), this.edge),
    ];
  }

  /** With stripes, so that one sees it roll. */
  private ball() {
    const geometry = new SphereGeometry(0.5, 48, 32).translate(0, 0.5, 0);
    const places = geometry.getAttribute("position");
    const [red, light] = [new Color(COLOURS.ball), new Color(COLOURS.stripe)];
    const colours = new Float32Array(3 * places.count);
    for (let index = 0; index < places.count; index++) {
      const angle = Math.atan2(places.getY(index) - 0.5, places.getZ(index));
      const colour = Math.floor((6 * (angle + Math.PI)) / (2 * Math.PI) + 0.25) % 2 === 0 ? red : light;
      colours.set(colour.toArray(), 3 * index);
    }
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
    return [solid(geometry, new MeshLambertMaterial({ vertexColors: true }))];
  }

  private tree() {
    const trunk = new CylinderGeometry(0.07, 0.11, 0.45, 16).translate(0, 0.22, 0);
    const crown = new MeshLambertMaterial({ color: COLOURS.crown });
    const balls = (
      [
        [0, 0.74, 0, 0.26],
        [0, 0.58, -0.24, 0.22],
        [0, 0.58, 0.24, 0.22],
        [-0.2, 0.62, 0, 0.2],
      ] as const
    ).map(([x, y, z, radius]) => solid(new SphereGeometry(radius, 28, 20).translate(x, y, z), crown));
    return [solid(trunk, new MeshLambertMaterial({ color: COLOURS.trunk })), ...balls];
  }

  private drop(id: string): void {
    const found = this.made.get(id);
    this.made.delete(id);
    found?.group.removeFromParent();
    found?.group.traverse((object) => (object as Mesh).geometry?.dispose());
  }

  dispose(): void {
    for (const id of [...this.made.keys()]) this.drop(id);
    this.edge.dispose();
  }
}

function solid(geometry: BufferGeometry, material: MeshLambertMaterial | MeshLambertMaterial[]): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}
