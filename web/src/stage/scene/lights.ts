/** A warm key with a soft shadow, a cool sky fill, a rim from behind. */

import { DirectionalLight, Group, HemisphereLight, type Vector3 } from "three";
import type { Palette } from "../../ui/theme/tokens";

export class Lights {
  readonly object = new Group();
  private readonly fill = new HemisphereLight();
  private readonly key = new DirectionalLight();
  private readonly back = new DirectionalLight();

  constructor() {
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.bias = -0.0004;
    this.key.shadow.normalBias = 0.015;
    this.key.shadow.radius = 5;
    this.object.add(this.fill, this.key, this.key.target, this.back, this.back.target);
  }

  /** width: of the shadow map [px]. */
  shadowWidth(width: number): void {
    if (this.key.shadow.mapSize.x === width) return;
    this.key.shadow.mapSize.set(width, width);
    this.key.shadow.map?.dispose();
    this.key.shadow.map = null;
  }

  paint(palette: Palette, dark: boolean): void {
    this.fill.color.set(palette.fillLight);
    // A dark floor still gives some light back: chins and bellies are round, not black.
    this.fill.groundColor.set(palette.ground).lerp(this.fill.color, dark ? 0.3 : 0);
    this.fill.intensity = dark ? 1.9 : 2.2;
    this.key.color.set(palette.keyLight);
    this.key.intensity = dark ? 2.8 : 2.1;
    this.back.color.set(palette.rimLight);
    this.back.intensity = dark ? 1.1 : 0.6;
  }

  /** Puts the lights around a centre, with a shadow just as wide as what stands there. radius: [m]. */
  aim(centre: Vector3, radius: number): void {
    const reach = Math.max(radius, 0.5);
    this.key.position.set(centre.x + 1.6 * reach, centre.y + 3.2 * reach, centre.z + 2.2 * reach);
    this.key.target.position.copy(centre);
    this.back.position.set(centre.x - 2 * reach, centre.y + 2.2 * reach, centre.z - 3 * reach);
    this.back.target.position.copy(centre);
    const box = this.key.shadow.camera;
    [box.left, box.right, box.top, box.bottom] = [-1.7 * reach, 1.7 * reach, 1.7 * reach, -1.7 * reach];
    [box.near, box.far] = [0.05 * reach, 9 * reach];
    box.updateProjectionMatrix();
  }
}
