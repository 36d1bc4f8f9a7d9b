/** The paper under the hand: which part of it is seen, and where a point of the window is on it, or in the picture of a camera. */

import {
  emptyView,
  around,
  boxOf,
  fitted,
  keptInView,
  panned,
  toScreen,
  toSheet,
  wider,
  zoomed,
} from "../model/sheet/sheet";
import type { Box, Insets, Point, Size } from "../model/sheet/sheet";
import { pointsOf } from "../model/sheet/ink";
import { onSheet } from "../model/line/pieces";
import type { DoodleCamera } from "../../../protocol/generated";
import type { Doodles } from "./doodles.svelte";
import type { SheetView } from "../../../stage/scene/cameraRig";

/** What the stage does for the sheet. */
export interface DoodleSurface {
  /** From where the room is seen now. */
  readonly camera: DoodleCamera;
  /** Looks from a camera. */
  lookFrom(camera: DoodleCamera): void;
  /** Goes round what is looked at, moves along it, or goes nearer [px, factor]. */
  turn(right: number, down: number): void;
  slide(right: number, down: number): void;
  approach(factor: number, clientX: number, clientY: number): void;
  /** Where a place of the doodle's space is on the element [px]. */
  toElement(place: readonly [number, number, number]): { x: number; y: number };
  /** Where a ray under a point of the window meets the ground, or the upright plane through a place that faces the viewer [m]. */
  onGround(clientX: number, clientY: number): [number, number, number] | null;
  onUpright(
    clientX: number,
    clientY: number,
    through: readonly [number, number, number],
  ): [number, number, number] | null;
}

/** The usual view of a scene in three dimensions, from the front right and a little above: where the eye is, from what it looks at [m]. */
const FROM = [-4.6, 1.6, -2.6] as const;
const LENS = (32 * Math.PI) / 180;
/** The middle of that view: how far ahead of the character, and how high [m]. */
const [AHEAD, MIDDLE] = [0.7, 0.7];

/** How long the paper takes to go elsewhere by itself [ms]. */
const GLIDE = 180;
const CALM = matchMedia("(prefers-reduced-motion: reduce)").matches;

export class DoodlePaper {
  size = $state.raw<Size>({ width: 0, height: 0 });
  /** What lies over the edges of the sheet. */
  insets: Insets = { left: 92, right: 24, top: 24, bottom: 116 };
  surface: DoodleSurface | null = null;
  /** Where a hand left the view; null for where it is by itself. */
  private left = $state.raw<SheetView | null>(null);
  /** From where a hand left the camera in three dimensions: what is laid over the stage goes along. */
  private seenFrom = $state.raw<DoodleCamera | null>(null);

  readonly view = $derived.by<SheetView>(() => this.left ?? emptyView(this.size, this.insets));

  constructor(private readonly doodles: Doodles) {}

  /** A point of the window on the sheet [m]. */
  onSheet(clientX: number, clientY: number, corner: Point): Point {
    return toSheet(this.view, this.size, [clientX - corner[0], clientY - corner[1]]);
  }

  /** The same in the picture of a camera: x right, y up, the upper edge at 1. */
  inPicture(clientX: number, clientY: number, corner: Point): Point {
    const half = this.size.height / 2;
    return [(clientX - corner[0] - this.size.width / 2) / half, 1 - (clientY - corner[1]) / half];
  }

  fromPicture([x, y]: Point): [number, number] {
    const half = this.size.height / 2;
    return [this.size.width / 2 + x * half, (1 - y) * half];
  }

  /** A place of the doodle's space on the screen [px from the sheet's corner]. */
  toScreen(place: readonly [number, number, number]): Point {
    void this.seenFrom; // asked again when the camera has moved
    if (!this.doodles.camera || !this.surface) return toScreen(this.view, this.size, onSheet(place));
    const { x, y } = this.surface.toElement(place);
    return [x, y];
  }

  /** Names what is seen in three dimensions: another name after each move of the camera, and for another size. */
  get epoch(): string {
    const { position = [], target = [] } = this.seenFrom ?? this.doodles.camera ?? {};
    return [...position, ...target, this.size.width, this.size.height].join(" ");
  }

  /** The camera has moved. */
  private look(): void {
    this.seenFrom = this.surface?.camera ?? null;
  }

  /** How large a metre looks, about [px]. */
  get scale(): number {
    return this.doodles.camera ? 0.3 * this.size.height : this.view.scale;
  }

  resize(width: number, height: number): void {
    if (width !== this.size.width || height !== this.size.height) this.size = { width, height };
  }

  pan(right: number, down: number): void {
    if (this.doodles.camera) {
      this.surface?.slide(right, down);
      this.look();
    } else this.left = panned(this.view, right, down);
  }

  zoom(factor: number, at: Point, corner: Point): void {
    if (this.doodles.camera) {
      this.surface?.approach(1 / factor, at[0], at[1]);
      this.look();
    } else this.left = zoomed(this.view, this.size, [at[0] - corner[0], at[1] - corner[1]], factor);
  }

  turn(right: number, down: number): void {
    this.surface?.turn(right, down);
    this.look();
  }

  /** All of the drawing in view. */
  frame(): void {
    const box = this.bounds();
    this.left = box ? fitted(wider(box, 0.25), this.size, this.insets, 320) : null;
  }

  /** As an empty sheet is seen. */
  refit(): void {
    this.left = null;
  }

  /** Goes over to a view in which all of a box is seen, where it is not seen already. */
  show(box: Box): void {
    const [left, top] = toScreen(this.view, this.size, [box.left, box.top]);
    const [right, bottom] = toScreen(this.view, this.size, [box.right, box.bottom]);
    const { insets, size } = this;
    const seen =
      left >= insets.left &&
      right <= size.width - insets.right &&
      top >= 0 &&
      bottom <= size.height - insets.bottom / 2;
    if (seen || size.width === 0) return;
    const to = fitted(wider(box, 0.15), size, insets, this.view.scale);
    if (CALM) this.left = to;
    else this.glide(this.view, to);
  }

  private glide(from: SheetView, to: SheetView): void {
    const began = performance.now();
    const step = (now: number) => {
      const share = Math.min(Math.max((now - began) / GLIDE, 0), 1);
      const eased = share * share * (3 - 2 * share);
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.left = { x: between(from.x, to.x), y: between(from.y, to.y), scale: between(from.scale, to.scale) };
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Shows a sheet that is opened. x, height: of the character on it [m], which is in view with room ahead. */
  open(x: number, height: number): void {
    this.left = fitted(
      { left: x - 0.9, right: x + 2.7, bottom: -0.06, top: Math.max(1.2 * height, 1.9) },
      this.size,
      this.insets,
    );
  }

  /** Follows a character that leaves the visible part of the sheet, no farther than needed. x: on the sheet [m]. */
  keepInView(x: number): void {
    const kept = keptInView(this.view, this.size, this.insets, x);
    if (kept !== this.view) this.left = kept;
  }

  private bounds(): Box | null {
    const { doodle } = this.doodles;
    if (!doodle) return null;
    let box: Box | null = null;
    for (const { id, camera, ink } of this.doodles.cast.strokes) {
      const body = ink === "character" || ink === "annotation";
      const drawn = camera || (body && !this.doodles.drafting) ? null : this.doodles.inkOf(id);
      if (drawn) box = around(box, boxOf(pointsOf(drawn.ink)));
    }
    for (const { place, size } of doodle.props) {
      const [x, y] = onSheet(place);
      box = around(box, { left: x - size[2] / 2, right: x + size[2] / 2, bottom: y, top: y + size[1] });
    }
    const height = this.doodles.performer?.height;
    return height ? around(box, { left: box?.left ?? -0.4, right: box?.right ?? 0.4, bottom: 0, top: height }) : box;
  }

  /** From the sheet into the room, and back. */
  toggleSpace(): void {
    const camera = this.doodles.camera ? null : this.firstCamera();
    void this.doodles.begun().then((doodle) => {
      if (doodle) void this.doodles.studio.ask({ type: "SetDoodleView", doodle, camera });
    });
  }

  /** The first view of the room: the character in the middle, with some way ahead of it. */
  private firstCamera(): DoodleCamera {
    const { pieces, clock } = this.doodles;
    const { width, height } = this.size;
    const { bottom } = this.insets;
    const last = pieces.findLast(({ startTime }) => startTime <= clock);
    const [x, y, z] = last?.landing ?? pieces[0]?.takeoff ?? [0, 0, this.view.x];
    // Farther away in a small window, of which more is covered.
    const back = Math.max(height, 1) / Math.max(height - bottom, 0.5 * height, 1);
    const low = this.lower(back * Math.hypot(...FROM), LENS);
    const target: [number, number, number] = [x, y + MIDDLE - low, z + AHEAD];
    return {
      position: [target[0] + back * FROM[0], target[1] + back * FROM[1], target[2] + back * FROM[2]],
      target,
      verticalFov: LENS,
      aspect: width / Math.max(height, 1),
    };
  }

  /** How much lower than a place a camera looks, from this far away, so that the place is in the middle of what is not covered [m]. */
  private lower(away: number, lens: number): number {
    const { top, bottom } = this.insets;
    return (((bottom - top) / 2) * 2 * away * Math.tan(lens / 2)) / Math.max(this.size.height, 1);
  }

  /** Steps back in the room until all places are seen, where they are not; the doodle's own camera stays. */
  showInRoom(places: readonly (readonly [number, number, number])[]): void {
    const { surface, insets, size } = this;
    if (!surface || places.length === 0) return;
    const out = ([x, y]: Point) =>
      x < insets.left || x > size.width - insets.right || y < 0 || y > size.height - insets.bottom / 2;
    if (!places.some((place) => out(this.toScreen(place)))) return;
    const camera = surface.camera;
    const span = [0, 1, 2].map((axis) => {
      const all = places.map((place) => place[axis]!);
      return [Math.min(...all), Math.max(...all)] as const;
    });
    const middle = span.map(([low, high]) => (low + high) / 2);
    const reach = Math.hypot(...span.map(([low, high]) => high - low)) / 2;
    const eye = camera.position.map((value, axis) => value - camera.target[axis]!);
    const narrow = Math.tan(camera.verticalFov / 2) * Math.min(camera.aspect, 1.6);
    const far = Math.max(reach / Math.max(narrow, 0.05) + reach, Math.hypot(...eye)) / Math.hypot(...eye);
    const [x, high, z] = middle as [number, number, number];
    const y = high - this.lower(far * Math.hypot(...eye), camera.verticalFov);
    surface.lookFrom({
      ...camera,
      position: [x + far * eye[0]!, y + far * eye[1]!, z + far * eye[2]!],
      target: [x, y, z],
    });
    this.look();
  }
}
