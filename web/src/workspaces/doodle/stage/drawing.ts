/** What Doodle adds to the stage: the paper behind the drawing, the things on it, and the camera that looks square on at the sheet, or from
 * wherever a hand has put it. */

import { AmbientLight, MathUtils, Plane, Spherical, Vector3 } from "three";
import type { DoodleCamera, DoodlePicture, DoodleProp } from "../../../protocol/generated";
import { DoodleBack } from "./backPicture";
import { BehindPlane, type BehindInk } from "./behindInk";
import { DoodleProps, type PropPose } from "./props";
import type { StageScene } from "../../../stage/scene/stageScene";
import type { Point3 } from "../../../stage/points";
import type { SheetView } from "../../../stage/scene/cameraRig";

/** Everything of a doodle that decides what the stage looks like. */
export interface DoodleShow {
  /** What of the sheet is seen; null where a camera looks at the scene. */
  sheet: SheetView | null;
  camera: DoodleCamera | null;
  picture: { picture: DoodlePicture; address: string } | null;
  /** Scenery behind the characters. */
  behind: readonly BehindInk[];
  props: readonly DoodleProp[];
  poseOf: (prop: DoodleProp) => PropPose | null;
  selected: string | null;
}

/** How much of the light from everywhere is left in the room, beside its own: paper stays paper, and yet there are shadows. */
const IN_ROOM = 0.7 * Math.PI;

const same = (a: DoodleCamera, b: DoodleCamera) =>
  [...a.position, ...a.target].every((value, index) => Math.abs(value - [...b.position, ...b.target][index]!) < 1e-6);

export class DoodleDrawing {
  private readonly back: DoodleBack;
  private readonly behind = new BehindPlane();
  private readonly props = new DoodleProps();
  /** On paper colours are what they are: light from everywhere, as much as a matte surface gives back. */
  private readonly light = new AmbientLight("#ffffff", Math.PI);
  private shown = false;
  private from: DoodleCamera | null = null;

  constructor(
    private readonly stage: StageScene,
    private readonly canvas: HTMLCanvasElement,
  ) {
    this.back = new DoodleBack(() => stage.invalidate());
    this.props.object.visible = false;
    this.light.visible = false;
    stage.hang(this.back.object, this.behind.object, this.props.object, this.light);
  }

  /** Null for another workspace. */
  direct(show: DoodleShow | null): void {
    const { rig, palette } = this.stage;
    const opened = show !== null && !this.shown;
    if (!show && !this.shown) return;
    this.shown = show !== null;
    this.stage.bare = show?.sheet != null;
    this.stage.papered = show !== null;
    this.back.place = show ? (show.sheet ? "sheet" : "room") : null;
    this.light.visible = show !== null;
    this.light.intensity = show?.sheet ? Math.PI : IN_ROOM;
    this.props.object.visible = show !== null;
    rig.face(show?.sheet ?? null);
    this.behind.lay(show?.sheet ? show.behind : [], palette.paperScenery);
    if (!show) return void (this.from = null);
    this.back.paint(palette);
    this.back.hang(show.picture?.picture ?? null, show.picture?.address ?? "");
    this.props.lay(show.props, show.poseOf, show.selected, palette.paperInk, palette.live);
    if (show.camera && (opened || !this.from || !same(this.from, show.camera))) this.lookFrom(show.camera);
    this.from = show.camera;
    this.stage.invalidate();
  }

  get camera(): DoodleCamera {
    const { camera, controls } = this.stage.rig;
    return {
      position: camera.position.toArray(),
      target: controls.target.toArray(),
      verticalFov: MathUtils.degToRad(camera.fov),
      aspect: camera.aspect,
    };
  }

  lookFrom({ position, target }: DoodleCamera): void {
    const { rig } = this.stage;
    rig.camera.position.set(...position);
    rig.controls.target.set(...target);
    rig.camera.lookAt(rig.controls.target);
    rig.camera.updateMatrixWorld();
    rig.shift(new Vector3()); // draws it
  }

  /** Goes round what is looked at. right, down: how far the hand went [px]. */
  turn(right: number, down: number): void {
    const { rig } = this.stage;
    const { target, maxPolarAngle } = rig.controls;
    const way = new Spherical().setFromVector3(rig.camera.position.clone().sub(target));
    way.theta -= (right / this.canvas.clientHeight) * Math.PI;
    way.phi = MathUtils.clamp(way.phi - (down / this.canvas.clientHeight) * Math.PI, 0.05, maxPolarAngle);
    rig.camera.position.setFromSpherical(way).add(target);
    rig.camera.lookAt(target);
    rig.shift(new Vector3());
  }

  slide(right: number, down: number): void {
    this.stage.rig.pan(right, down);
  }

  approach(factor: number, clientX: number, clientY: number): void {
    this.stage.rig.zoom(factor, clientX, clientY);
  }

  toElement(place: Readonly<Point3>): { x: number; y: number } {
    this.stage.rig.camera.updateMatrixWorld();
    return this.stage.rig.toElement(new Vector3(...place));
  }

  onGround(clientX: number, clientY: number): [number, number, number] | null {
    return this.stage.rig.onGround(clientX, clientY)?.toArray() ?? null;
  }

  /** On the upright plane through a place that faces the viewer. */
  onUpright(clientX: number, clientY: number, through: Readonly<Point3>): [number, number, number] | null {
    const { rig } = this.stage;
    const facing = rig.camera.getWorldDirection(new Vector3()).setY(0).normalize();
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, new Vector3(...through));
    return rig.ray(clientX, clientY).intersectPlane(plane, new Vector3())?.toArray() ?? null;
  }

  /** The things that are shown, and where they are [m]. */
  get seen(): { kind: string; place: [number, number, number] }[] {
    return this.props.seen;
  }

  dispose(): void {
    this.back.dispose();
    this.behind.dispose();
    this.props.dispose();
  }
}
