/** The markers of all sets: a ball where each key is, in its set's colour; those of the set in hand shine, and glow by how much
 * their keys count. Controllers of other sets are diamonds. */

import {
  AdditiveBlending,
  BackSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  OctahedronGeometry,
  SphereGeometry,
  type BufferGeometry,
} from "three";
import type { Point3 } from "../points";

/** A marker as it looks now. radius: [m]. influence: 0 to 1. bright: whether it is of the set in hand. */
export interface MarkerLook {
  shape: "key" | "controller";
  place: Point3;
  radius: number;
  colour: string;
  influence: number;
  hovered: boolean;
  selected: boolean;
  bright: boolean;
  /** How much of it is seen through a body, where that is not what is usual. */
  through?: number;
  /** The colour of a line around it, where it has one. */
  rim?: string | undefined;
}

interface Marker {
  ball: Mesh<BufferGeometry, MeshStandardMaterial>;
  behind: Mesh<BufferGeometry, MeshBasicMaterial>;
  halo: Mesh<BufferGeometry, MeshBasicMaterial>;
  rim: Mesh<BufferGeometry, MeshBasicMaterial>;
}

const ORDER = 3.5;
/** How much of a marker is seen that is not of the set in hand, and how much of one behind a body. */
const [QUIET, HIDDEN, QUIET_HIDDEN] = [0.4, 0.3, 0.08];
/** How much larger than a marker the line around it is. */
const RIM = 1.2;
const share = (value: number) => Math.min(Math.max(value, 0), 1);

export class Markers {
  readonly object = new Group();
  private readonly shapes = { key: new SphereGeometry(1, 24, 16), controller: new OctahedronGeometry(1.25) };
  private markers: Marker[] = [];

  show(looks: readonly MarkerLook[]): void {
    while (this.markers.length < looks.length) this.markers.push(this.made());
    this.markers.forEach((marker, index) => {
      const look = looks[index];
      marker.ball.visible = marker.behind.visible = look !== undefined;
      marker.halo.visible = look !== undefined && (look.influence > 0.01 || look.selected || look.hovered);
      marker.rim.visible = look?.rim !== undefined;
      if (look) this.paint(marker, look);
    });
  }

  private paint({ ball, behind, halo, rim }: Marker, look: MarkerLook): void {
    const glow = share(look.influence);
    const lit = look.hovered || look.selected;
    const size = look.radius * (1 + 0.2 * glow + (lit ? 0.25 : 0));
    for (const each of [ball, behind, halo, rim]) {
      each.position.set(...look.place);
      each.material.color.set(each === rim && look.rim ? look.rim : look.colour);
      each.geometry = this.shapes[look.shape];
      each.scale.setScalar(size);
    }
    rim.scale.setScalar(RIM * size);
    halo.scale.setScalar(size * (1.3 + 1.2 * glow));
    ball.material.emissive.set(look.colour);
    ball.material.emissiveIntensity = 0.12 + 0.75 * glow + (look.hovered ? 0.2 : 0);
    const solid = look.bright || lit;
    ball.material.transparent = !solid;
    ball.material.opacity = solid ? 1 : QUIET;
    ball.castShadow = solid && look.shape === "key";
    behind.material.opacity = look.through ?? (solid ? HIDDEN : QUIET_HIDDEN);
    halo.material.opacity = 0.28 * glow + (look.selected ? 0.18 : look.hovered ? 0.1 : 0);
  }

  private made(): Marker {
    const sphere = this.shapes.key;
    const ball = new Mesh<BufferGeometry, MeshStandardMaterial>(sphere, new MeshStandardMaterial({ roughness: 0.4 }));
    const film = () => new MeshBasicMaterial({ transparent: true, opacity: 0, depthWrite: false });
    const behind = new Mesh<BufferGeometry, MeshBasicMaterial>(sphere, film());
    const halo = new Mesh<BufferGeometry, MeshBasicMaterial>(sphere, film());
    // Of the ball around the ball only the far side is drawn: what is seen of it is its edge.
    const far = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
    const rim = new Mesh<BufferGeometry, MeshBasicMaterial>(sphere, far);
    behind.material.depthTest = false;
    halo.material.blending = AdditiveBlending;
    rim.renderOrder = ball.renderOrder = ORDER - 0.1;
    behind.renderOrder = ORDER;
    halo.renderOrder = ORDER + 0.1;
    this.object.add(ball, behind, halo, rim);
    return { ball, behind, halo, rim };
  }

  dispose(): void {
    this.object.removeFromParent();
    for (const shape of Object.values(this.shapes)) shape.dispose();
    for (const marker of this.markers) for (const mesh of Object.values(marker)) mesh.material.dispose();
    this.markers = [];
  }
}
