/** Things on the sheet: boxes, balls and trees, as if cut out of coloured paper and outlined with a pen. They go where
 * the performance takes them. */

import {
  BackSide,
  BoxGeometry,
  BufferAttribute,
  Color,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
  type BufferGeometry,
} from "three";
import type { DoodleProp, PropKind } from "../../../protocol/generated";

/** Where a thing is now: the middle of its underside [m], and how it is turned. */
export interface PropPose {
  readonly place: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
}

const COLOURS = {
  box: "#d9a35f",
  shade: "#c78d49",
  lid: "#eac68f",
  ball: "#d8574a",
  stripe: "#f4e9d4",
  trunk: "#8a5f3c",
  crowns: ["#7caf62", "#6c9f55", "#6c9f55", "#87ba6d"],
};
/** How broad the pen is that goes round them [m]. */
const OUTLINE = 0.014;
const STRIPES = 6;

interface Made {
  kind: PropKind;
  group: Group;
  outline: MeshBasicMaterial;
  /** What is made larger by the pen's breadth; with its middle when the thing is one metre wide and tall. */
  edges: { mesh: Mesh; middle: Vector3 }[];
}

export class DoodleProps {
  readonly object = new Group();
  private readonly made = new Map<string, Made>();

  /** Lays out the things; poseOf: where each is now, null for where it begins. ink, accent: of what is round them. */
  lay(
    props: readonly DoodleProp[],
    poseOf: (prop: DoodleProp) => PropPose | null,
    selected: string | null,
    ink: string,
    accent: string,
  ): void {
    const wanted = new Set(props.map(({ id }) => id));
    for (const id of [...this.made.keys()]) if (!wanted.has(id)) this.drop(id);
    for (const prop of props) {
      const made = this.made.get(prop.id) ?? this.make(prop);
      const pose = poseOf(prop);
      const [x, y, z] = pose ? [pose.place[0]!, pose.place[1]!, pose.place[2]!] : prop.place;
      made.group.position.set(x, y, z);
      if (pose) made.group.quaternion.set(pose.rotation[0]!, pose.rotation[1]!, pose.rotation[2]!, pose.rotation[3]!);
      else made.group.rotation.set(0, prop.turn, 0);
      made.group.scale.set(...prop.size);
      made.outline.color.set(prop.id === selected ? accent : ink);
      outlined(made, prop.size, prop.id === selected ? 2 * OUTLINE : OUTLINE);
    }
  }

  private make({ id, kind }: DoodleProp): Made {
    const group = new Group();
    const outline = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
    const parts = kind === "box" ? [box()] : kind === "ball" ? [ball()] : tree();
    const edges = parts.map((part) => {
      part.geometry.computeBoundingBox();
      const middle = part.geometry.boundingBox!.getCenter(new Vector3());
      const mesh = new Mesh(part.geometry.clone().translate(-middle.x, -middle.y, -middle.z), outline);
      mesh.position.copy(middle);
      return { mesh, middle };
    });
    group.add(...parts, ...edges.map(({ mesh }) => mesh));
    const made = { kind, group, outline, edges };
    this.made.set(id, made);
    this.object.add(group);
    return made;
  }

  get seen(): { kind: string; place: [number, number, number] }[] {
    return [...this.made.values()].map(({ kind, group }) => ({ kind, place: group.position.toArray() }));
  }

  private drop(id: string): void {
    const found = this.made.get(id);
    this.made.delete(id);
    found?.group.removeFromParent();
    found?.group.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
  }

  dispose(): void {
    for (const id of [...this.made.keys()]) this.drop(id);
  }
}

/** Behind each part is the same, larger by a line's breadth on all sides whatever the thing's size. */
function outlined({ edges }: Made, size: readonly [number, number, number], width: number): void {
  for (const { mesh } of edges) {
    const own = mesh.geometry.boundingBox ?? (mesh.geometry.computeBoundingBox(), mesh.geometry.boundingBox!);
    const extent = own.getSize(new Vector3());
    const wider = (axis: "x" | "y" | "z", index: number) =>
      1 + (2 * width) / Math.max(extent[axis] * size[index]!, 1e-3);
    mesh.scale.set(wider("x", 0), wider("y", 1), wider("z", 2));
  }
}

const flat = (color: string) => new MeshBasicMaterial({ color, toneMapped: false });

function solid(geometry: BufferGeometry, material: MeshBasicMaterial | MeshBasicMaterial[]): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = true;
  return mesh;
}

// All are made one metre wide and tall, with the middle of their underside at the origin.

function box(): Mesh {
  const [side, shade, lid] = [flat(COLOURS.box), flat(COLOURS.shade), flat(COLOURS.lid)];
  return solid(new BoxGeometry(1, 1, 1).translate(0, 0.5, 0), [side, side, lid, shade, shade, shade]);
}

/** With stripes about the way it rolls, so that one sees it roll. */
function ball(): Mesh {
  const around = 8 * STRIPES;
  const geometry = new SphereGeometry(0.5, around, 24).rotateZ(Math.PI / 2).toNonIndexed();
  const places = geometry.getAttribute("position");
  const [red, light] = [new Color(COLOURS.ball), new Color(COLOURS.stripe)];
  const colours = new Float32Array(3 * places.count);
  for (let corner = 0; corner < places.count; corner += 3) {
    const middle = new Vector3();
    for (const at of [0, 1, 2]) middle.add(new Vector3().fromBufferAttribute(places, corner + at));
    const stripe = Math.floor(((Math.atan2(middle.y, middle.z) + Math.PI) / (2 * Math.PI)) * STRIPES) % 2;
    for (const at of [0, 1, 2]) colours.set((stripe === 0 ? red : light).toArray(), 3 * (corner + at));
  }
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  return solid(geometry.translate(0, 0.5, 0), new MeshBasicMaterial({ vertexColors: true, toneMapped: false }));
}

function tree(): Mesh[] {
  const places = [
    [0.1, 0.74, 0, 0.26],
    [0, 0.58, -0.24, 0.22],
    [0, 0.58, 0.24, 0.22],
    [-0.2, 0.6, 0, 0.21],
  ] as const;
  return [
    solid(new CylinderGeometry(0.07, 0.11, 0.45, 16).translate(0, 0.225, 0), flat(COLOURS.trunk)),
    ...places.map(([x, y, z, radius], index) =>
      solid(new SphereGeometry(radius, 28, 20).translate(x, y, z), flat(COLOURS.crowns[index]!)),
    ),
  ];
}
