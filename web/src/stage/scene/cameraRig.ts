/** The camera: orbit, pan and zoom with the hand; framing and standard views by themselves, in a short glide. */

import {
  Box3,
  MathUtils,
  MOUSE,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Spherical,
  TOUCH,
  Vector2,
  Vector3,
  type Ray,
} from "three";
import type { Offset, Sight } from "./keepInView";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** x, y: the point of the sheet in the middle of the view [m]. scale: [px / m]. */
export interface SheetView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A camera of the scene. way: of unit length. angle: vertical field of view of the film [degrees]. */
export interface FilmView {
  readonly eye: readonly [number, number, number];
  readonly way: readonly [number, number, number];
  readonly angle: number;
}

/** Width of a film over its height. */
export const FILM_ASPECT = 16 / 9;

export type View = "front" | "side" | "top";

const GLIDE = 0.18;
/** The nearest and the furthest that is drawn, and how far away the camera goes among bodies of a usual size [m]. */
const [NEAR, FAR, FARTHEST] = [0.02, 500, 120];
/** The usual lens, and one so long that what is near and what is far look the same size [degrees]. */
const [LENS, LONG_LENS] = [32, 1];
/** How far before and behind a sheet things are still seen [m]. */
const SHEET_DEPTH = 60;

/** view: a standard direction; without it from where the camera looks now. space: free room around, as a factor. settles: whether it is
 * framed again when more of the foot is covered before a hand has moved the camera. */
export interface Framing {
  view?: View | "start";
  atOnce?: boolean;
  space?: number;
  settles?: boolean;
}

/** No more than this share of the picture counts as covered. */
const MOST_COVERED = 0.6;

interface Glide {
  fromTarget: Vector3;
  toTarget: Vector3;
  from: Spherical;
  to: Spherical;
  elapsed: number;
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(LENS, 1, NEAR, FAR);
  readonly controls: OrbitControls;
  private glide: Glide | null = null;
  private shifted = false;
  /** How much of the picture's foot lies under bars and cards [px]. */
  private covered = 0;
  /** What was framed last, as long as that is what is seen. */
  private settling: { box: Box3; framing: Framing } | null = null;
  /** What of a sheet is seen, square on; null for the room. And where the camera was in the room before. */
  private sheet: SheetView | null = null;
  private left: { eye: Vector3; target: Vector3; near: number; far: number } | null = null;
  /** What is seen through a camera of the scene; null for the room. */
  private filming: FilmView | null = null;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly raycaster = new Raycaster();
  private readonly pointer = new Vector2();

  constructor(private readonly element: HTMLElement) {
    this.controls = new OrbitControls(this.camera, element);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.16;
    this.controls.zoomToCursor = true;
    this.controls.maxPolarAngle = 0.515 * Math.PI; // a little under the horizon, never under the ground
    this.controls.minDistance = 0.15;
    this.controls.maxDistance = FARTHEST;
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.ROTATE, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.camera.position.set(1.6, 1.5, 4.6);
    this.controls.target.set(0, 0.7, 0);
    this.controls.addEventListener("start", () => (this.glide = this.settling = null));
  }

  /** Whether a hand moves the camera, or it glides by itself: then nothing else should hover or highlight. */
  get gliding(): boolean {
    return this.glide !== null;
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(height, 1);
    if (this.sheet) this.squareOn(this.sheet);
    this.camera.updateProjectionMatrix();
  }

  /** Bars and cards lie over the picture's foot: what is framed stays above them. height: [px]. */
  coverFoot(height: number): void {
    const more = height > this.covered;
    this.covered = height;
    if (more && this.settling) this.frame(this.settling.box, { ...this.settling.framing, atOnce: true });
  }

  private get coveredShare(): number {
    return Math.min(this.covered / Math.max(this.element.clientHeight, 1), MOST_COVERED);
  }

  /** Looks square on at the sheet, the plane X = 0 with +Z to the right; null for the room again, from where it was left. Meanwhile
   * nothing else moves the camera. */
  face(sheet: SheetView | null): void {
    if (sheet && !this.sheet) {
      const { near, far } = this.camera;
      this.left = { eye: this.camera.position.clone(), target: this.controls.target.clone(), near, far };
    }
    const was = this.sheet;
    this.sheet = sheet;
    this.glide = this.settling = null;
    this.shifted = true;
    if (sheet) this.squareOn(sheet);
    else if (was && this.left) {
      this.camera.position.copy(this.left.eye);
      this.controls.target.copy(this.left.target);
      [this.camera.near, this.camera.far, this.camera.fov] = [this.left.near, this.left.far, LENS];
      this.camera.lookAt(this.controls.target);
      this.camera.updateProjectionMatrix();
    }
  }

  /** Looks through a camera of the scene; null for the room again, from where that camera was. Meanwhile nothing else moves it. */
  film(view: FilmView | null): void {
    if (!view && !this.filming) return;
    this.filming = view;
    this.glide = this.settling = null;
    this.shifted = true;
    const { camera, controls } = this;
    controls.enabled = view === null;
    if (!view) {
      camera.fov = LENS;
      camera.lookAt(controls.target);
      camera.updateProjectionMatrix();
      return;
    }
    const away = Math.max(camera.position.distanceTo(controls.target), 1);
    camera.position.set(...view.eye);
    controls.target
      .set(...view.way)
      .multiplyScalar(away)
      .add(camera.position);
    camera.lookAt(controls.target);
    // All of the film's picture is seen, also in a window that is narrower than it.
    const wider = Math.max(FILM_ASPECT / camera.aspect, 1);
    camera.fov = 2 * MathUtils.radToDeg(Math.atan(wider * Math.tan(MathUtils.degToRad(view.angle / 2))));
    camera.updateProjectionMatrix();
  }

  private squareOn({ x, y, scale }: SheetView): void {
    const half = this.element.clientHeight / 2 / scale;
    const away = half / Math.tan(MathUtils.degToRad(LONG_LENS / 2));
    this.controls.target.set(0, y, x);
    this.camera.position.set(-away, y, x);
    this.camera.lookAt(this.controls.target);
    this.camera.fov = LONG_LENS;
    [this.camera.near, this.camera.far] = [Math.max(away - SHEET_DEPTH, 1), away + SHEET_DEPTH];
    this.camera.updateProjectionMatrix();
  }

  /** Moves on by `elapsed` seconds; returns whether anything moved. */
  update(elapsed: number): boolean {
    if (this.glide) this.advance(this.glide, elapsed);
    const moved = this.shifted || this.glide !== null;
    this.shifted = false;
    return (!this.sheet && !this.filming && this.controls.update()) || moved;
  }

  private advance(glide: Glide, elapsed: number): void {
    glide.elapsed += elapsed;
    const share = MathUtils.smootherstep(Math.min(glide.elapsed / GLIDE, 1), 0, 1);
    this.controls.target.lerpVectors(glide.fromTarget, glide.toTarget, share);
    const way = new Spherical(
      MathUtils.lerp(glide.from.radius, glide.to.radius, share),
      MathUtils.lerp(glide.from.phi, glide.to.phi, share),
      MathUtils.lerp(glide.from.theta, glide.to.theta, share),
    );
    this.camera.position.setFromSpherical(way).add(this.controls.target);
    if (share >= 1) this.glide = null;
  }

  /** Frames a box above what covers the foot. */
  frame(box: Box3, framing: Framing = {}): void {
    const { view, atOnce = false, space = 1.25, settles = false } = framing;
    if (box.isEmpty() || this.sheet || this.filming) return;
    this.settling = settles ? { box: box.clone(), framing } : null;
    const centre = box.getCenter(new Vector3());
    const now = new Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    const to = now.clone();
    if (view === "front") [to.phi, to.theta] = [Math.PI / 2 - 0.02, 0];
    if (view === "side") [to.phi, to.theta] = [Math.PI / 2 - 0.02, Math.PI / 2];
    if (view === "top") [to.phi, to.theta] = [0.001, 0];
    if (view === "start") [to.phi, to.theta] = [Math.PI / 2 - 0.16, 0.38];
    to.radius = Math.max(space * this.fitting(box, to), this.controls.minDistance);
    this.reach(to.radius);
    const halfTall = to.radius * Math.tan(MathUtils.degToRad(this.camera.fov / 2));
    centre.addScaledVector(axesOf(to).up, -this.coveredShare * halfTall);
    // The short way round.
    while (to.theta - now.theta > Math.PI) to.theta -= 2 * Math.PI;
    while (to.theta - now.theta < -Math.PI) to.theta += 2 * Math.PI;
    this.glide = {
      fromTarget: this.controls.target.clone(),
      toTarget: centre,
      from: now,
      to,
      elapsed: atOnce || this.calm.matches ? GLIDE : 0,
    };
    if (atOnce) this.update(0);
  }

  /** Lets the camera go this far, and see that far: a character in centimetres that were read as metres is visible as well. */
  private reach(distance: number): void {
    this.controls.maxDistance = Math.max(FARTHEST, 2 * distance);
    const share = this.controls.maxDistance / FARTHEST;
    [this.camera.near, this.camera.far] = [NEAR * share, FAR * share];
    this.camera.updateProjectionMatrix();
  }

  /** How far away a camera in a direction sees all of a box, aimed at its middle. */
  private fitting(box: Box3, direction: Spherical): number {
    const { back, right, up } = axesOf(direction);
    const tall = Math.tan(MathUtils.degToRad(this.camera.fov / 2));
    const half = box.getSize(new Vector3()).multiplyScalar(0.5);
    let distance = 0;
    for (let index = 0; index < 8; index++) {
      const corner = half.clone();
      if (index & 1) corner.x *= -1;
      if (index & 2) corner.y *= -1;
      if (index & 4) corner.z *= -1;
      const [x, y] = [Math.abs(corner.dot(right)), Math.abs(corner.dot(up))];
      const needed = Math.max(y / (1 - this.coveredShare), x / this.camera.aspect) / tall;
      distance = Math.max(distance, corner.dot(back) + needed);
    }
    return distance;
  }

  /** Where a point is from what the camera looks at, along two directions on the ground and up; and what it sees there. */
  sightOf(point: Vector3): { right: Vector3; away: Vector3; offset: Offset; sight: Sight } {
    const view = this.controls.target.clone().sub(this.camera.position);
    const distance = view.length();
    const right = new Vector3(1, 0, 0).applyQuaternion(this.camera.quaternion).setY(0).normalize();
    const away = new Vector3(0, 1, 0).cross(right);
    const from = point.clone().sub(this.controls.target);
    const halfHeight = distance * Math.tan(MathUtils.degToRad(this.camera.fov / 2));
    return {
      right,
      away,
      offset: { right: from.dot(right), away: from.dot(away), up: from.y },
      sight: {
        halfHeight,
        halfWidth: halfHeight * this.camera.aspect,
        distance,
        elevation: Math.asin(MathUtils.clamp(-view.y / distance, -1, 1)),
      },
    };
  }

  /** Moves the camera and what it looks at. */
  shift(by: Vector3): void {
    if (this.sheet || this.filming) return;
    this.controls.target.add(by);
    this.camera.position.add(by);
    this.shifted = true;
    this.settling = null;
  }

  /** Moves the view with a hand, parallel to the screen. right, down: how far the hand went [px]. */
  pan(right: number, down: number): void {
    const perMetre = this.pixelsPerMetre(this.controls.target);
    const by = new Vector3(-right, down, 0).divideScalar(perMetre).applyQuaternion(this.camera.quaternion);
    this.shift(by);
  }

  /** Goes nearer to what is under a point of the window [client px], or further off. factor: of the distance. */
  zoom(factor: number, clientX: number, clientY: number): void {
    if (this.sheet || this.filming) return;
    const { target, minDistance, maxDistance } = this.controls;
    const distance = this.camera.position.distanceTo(target);
    const share = MathUtils.clamp(factor * distance, minDistance, maxDistance) / distance;
    const about = this.onFacingPlane(clientX, clientY, target) ?? target;
    for (const point of [target, this.camera.position]) point.sub(about).multiplyScalar(share).add(about);
    this.glide = this.settling = null;
    this.shifted = true;
  }

  /** Goes round what is looked at, and up over it. angle, lift: [rad]. */
  orbit(angle: number, lift = 0): void {
    if (this.sheet || this.filming) return;
    const { position } = this.camera;
    const { target, minPolarAngle, maxPolarAngle } = this.controls;
    const at = new Spherical().setFromVector3(position.clone().sub(target));
    at.theta -= angle;
    at.phi = MathUtils.clamp(at.phi - lift, Math.max(minPolarAngle, 1e-3), maxPolarAngle);
    position.setFromSpherical(at).add(target);
    this.camera.lookAt(target);
    this.glide = this.settling = null;
    this.shifted = true;
  }

  /** A push to the right, up and away from the eye as a way in the world. */
  along([right, up, away]: readonly [number, number, number]): [number, number, number] {
    return new Vector3(right, up, -away).applyQuaternion(this.camera.quaternion).toArray();
  }

  /** The ray under a point of the window [client px]. */
  ray(clientX: number, clientY: number): Ray {
    const box = this.element.getBoundingClientRect();
    this.pointer.set(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    this.camera.updateMatrixWorld();
    this.raycaster.setFromCamera(this.pointer, this.camera);
    return this.raycaster.ray;
  }

  /** The point under the pointer on the plane that faces the camera through `through`. */
  onFacingPlane(clientX: number, clientY: number, through: Vector3): Vector3 | null {
    const facing = new Plane().setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new Vector3()), through);
    return this.ray(clientX, clientY).intersectPlane(facing, new Vector3());
  }

  /** The point under the pointer on the ground; null above the horizon, and where it would be absurdly far. */
  onGround(clientX: number, clientY: number): Vector3 | null {
    const point = this.ray(clientX, clientY).intersectPlane(new Plane(new Vector3(0, 1, 0), 0), new Vector3());
    return point && point.length() < 100 ? point : null;
  }

  /** Where a point of the world is on the element [px from its corner]. */
  toElement(point: Vector3): { x: number; y: number } {
    const projected = point.clone().project(this.camera);
    return {
      x: ((projected.x + 1) / 2) * this.element.clientWidth,
      y: ((1 - projected.y) / 2) * this.element.clientHeight,
    };
  }

  /** Where a point of the world is in the window [client px]. */
  toWindow(point: Vector3): { x: number; y: number } {
    const [at, box] = [this.toElement(point), this.element.getBoundingClientRect()];
    return { x: box.left + at.x, y: box.top + at.y };
  }

  /** A point of the window [client px] on the element [px from its corner]. */
  fromWindow(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  /** How large a metre looks at a point of the world [px]. */
  pixelsPerMetre(point: Vector3): number {
    const depth = point.clone().sub(this.camera.position).dot(this.camera.getWorldDirection(new Vector3()));
    const tall = 2 * Math.tan(MathUtils.degToRad(this.camera.fov / 2)) * Math.max(depth, this.camera.near);
    return this.element.clientHeight / tall;
  }

  /** Whether all of a box is in sight, above what covers the foot and with a little room around it. */
  sees(box: Box3): boolean {
    const corner = new Vector3();
    const lowest = 2 * this.coveredShare - 1 + 0.1 * (1 - this.coveredShare);
    for (let index = 0; index < 8; index++) {
      corner
        .set(index & 1 ? box.max.x : box.min.x, index & 2 ? box.max.y : box.min.y, index & 4 ? box.max.z : box.min.z)
        .project(this.camera);
      if (Math.abs(corner.x) > 0.9 || corner.y > 0.9 || corner.y < lowest || corner.z > 1) return false;
    }
    return true;
  }

  dispose(): void {
    this.controls.dispose();
  }
}

/** Where a camera in a direction has its back, its right and its top. */
function axesOf({ phi, theta }: Spherical): { back: Vector3; right: Vector3; up: Vector3 } {
  const back = new Vector3().setFromSphericalCoords(1, phi, theta);
  const right = new Vector3(Math.cos(theta), 0, -Math.sin(theta));
  return { back, right, up: back.clone().cross(right) };
}
