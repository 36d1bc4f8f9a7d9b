/** The markers of a set: a ball where each key is, in the set's colour, glowing by how much the key counts. */

import { AdditiveBlending, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry } from "three";
import type { Place } from "../model/performSets";

/** A marker as it looks now. influence: 0 to 1. */
export interface MarkerLook {
  place: Place;
  influence: number;
  selected: boolean;
  hovered: boolean;
}

interface Marker {
  ball: Mesh<SphereGeometry, MeshStandardMaterial>;
  behind: Mesh<SphereGeometry, MeshBasicMaterial>;
  halo: Mesh<SphereGeometry, MeshBasicMaterial>;
}

const ORDER = 3.5;
const share = (value: number) => Math.min(Math.max(value, 0), 1);

export class PerformMarkers {
  readonly object = new Group();
  private readonly sphere = new SphereGeometry(1, 24, 16);
  private markers: Marker[] = [];

  /** colour: of the set. radius: [m]. chosen: the colour of what is selected. */
  show(looks: readonly MarkerLook[], radius: number, colour: string, chosen: string): void {
    while (this.markers.length < looks.length) this.markers.push(this.made());
    this.markers.forEach((marker, index) => {
      const look = looks[index];
      marker.ball.visible = marker.behind.visible = marker.halo.visible = look !== undefined;
      if (look) this.paint(marker, look, radius, look.selected ? chosen : colour);
    });
  }

  private paint({ ball, behind, halo }: Marker, look: MarkerLook, radius: number, colour: string): void {
    const glow = share(look.influence);
    const size = radius * (1 + 0.35 * glow + (look.hovered || look.selected ? 0.25 : 0));
    for (const each of [ball, behind, halo]) each.position.set(...look.place);
    ball.scale.setScalar(size);
    behind.scale.setScalar(size);
    halo.scale.setScalar(size * (1.3 + 1.2 * glow));
    ball.material.color.set(colour);
    ball.material.emissive.set(colour);
    ball.material.emissiveIntensity = 0.12 + 0.75 * glow + (look.hovered ? 0.2 : 0);
    behind.material.color.set(colour);
    halo.material.color.set(colour);
    halo.material.opacity = 0.28 * glow + (look.selected ? 0.18 : 0);
  }

  private made(): Marker {
    const [ball, behind, halo] = [
      new Mesh(this.sphere, new MeshStandardMaterial({ roughness: 0.4 })),
      new Mesh(
        this.sphere,
        new MeshBasicMaterial({ transparent: true, opacity: 0.3, depthTest: false, depthWrite: false }),
      ),
      new Mesh(
        this.sphere,
        new MeshBasicMaterial({ transparent: true, opacity: 0, depthWrite: false, blending: AdditiveBlending }),
      ),
    ];
    behind.renderOrder = ORDER;
    halo.renderOrder = ORDER + 0.1;
    this.object.add(ball, behind, halo);
    return { ball, behind, halo };
  }

  dispose(): void {
    this.object.removeFromParent();
    this.sphere.dispose();
    for (const marker of this.markers) for (const mesh of Object.values(marker)) mesh.material.dispose();
    this.markers = [];
  }
}
