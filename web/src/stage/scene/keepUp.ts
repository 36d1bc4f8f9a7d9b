/** Moves a view after a body that walks out of it. */

import type { Sphere } from "three";
import type { CameraRig } from "./cameraRig";
import { catchingUp, strayed } from "./keepInView";

/** jumped: whether the body is suddenly elsewhere. elapsed: [s]. */
export function keepUp(rig: CameraRig, body: Sphere, jumped: boolean, elapsed: number): void {
  const { right, away, offset, sight } = rig.sightOf(body.center);
  const out = strayed(offset, body.radius, sight);
  const share = catchingUp(elapsed, jumped);
  if (out.right === 0 && out.away === 0 && out.up === 0) return;
  rig.shift(
    right
      .multiplyScalar(share * out.right)
      .addScaledVector(away, share * out.away)
      .setY(share * out.up),
  );
}
