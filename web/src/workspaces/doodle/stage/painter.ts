/** Paints what lies on the sheet over the stage: the ground, the jump line, ink, and an example on an empty sheet. */

import { drawnUntil, shapeOf, smoothed, trace, traceMiddle, type Ink, type Shape } from "../model/sheet/ink";
import { EXAMPLE } from "../model/example";
import { toScreen, toSheet, type Point, type Size } from "../model/sheet/sheet";
import type { Palette } from "../../../ui/theme/tokens";
import type { SheetView } from "../../../stage/scene/cameraRig";

/** A stroke as it is painted. onScreen: where its points are [px], by place and by index; epoch: another one where that has changed. */
export interface PaintedStroke {
  readonly id: string;
  readonly ink: Ink;
  readonly onScreen: (point: Point, index: number) => Point;
  readonly epoch: string;
  /** [px] */
  readonly width: number;
  /** Whether it is a line that says how to move, and when in the performance it begins [s]; null for a part of a character. */
  readonly at: number | null;
  /** Of ground and scenery; null for ink. */
  readonly tint: "earth" | "scenery" | null;
  /** The only parts that are painted, from point to point; null for all. */
  readonly runs: readonly (readonly [number, number])[] | null;
  /** Whether it is being rubbed out. */
  readonly fading: boolean;
  /** Whether it was drawn from another camera than the room is seen from. */
  readonly elsewhere: boolean;
}

export interface PaintedPiece {
  readonly stroke: string;
  readonly start: number;
  readonly stop: number;
  readonly hue: string;
  /** Whether it was understood; and whether it is still being drawn. */
  readonly known: boolean;
  readonly tentative: boolean;
}

export interface Painting {
  /** The sheet; null in three dimensions, where there is no paper. */
  readonly sheet: SheetView | null;
  readonly size: Size;
  readonly jumpLine: number | null;
  /** The parts of the ground line that are left beside drawn ground, from x to x [m]; null for all of it. */
  readonly level: readonly (readonly [number, number])[] | null;
  readonly strokes: readonly PaintedStroke[];
  readonly pieces: readonly PaintedPiece[];
  /** How far the ink has drawn itself along, on the clock of the performance [s]; null for all of it. */
  readonly time: number | null;
  /** How far the pencil on an empty sheet is, as a share of its round; null where there is no example. */
  readonly example: number | null;
  /** Something that is drawn to size [px]. */
  readonly frame: { from: Point; to: Point } | null;
}

interface Kept {
  epoch: string;
  shape: Shape;
  paths: Map<string, Path2D>;
}

/** How strong ink is that is rubbed out or not yet drawn along; and that of a line drawn from elsewhere. */
const [FAINT, BEHIND] = [0.22, 0.55];
/** How broad an example's ink is [m]. */
const EXAMPLE_WIDTH = 0.028;

export class DoodlePainter {
  private readonly kept = new WeakMap<Ink, Kept>();

  constructor(private readonly context: CanvasRenderingContext2D) {}

  /** ratio: of the screen's pixels to those of the page. */
  paint(painting: Painting, palette: Palette, ratio: number): void {
    const { context: pen } = this;
    const { width, height } = painting.size;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.lineCap = pen.lineJoin = "round";
    if (painting.sheet) this.ground(painting.sheet, painting, palette);
    if (painting.sheet && painting.example !== null)
      this.example(painting.sheet, painting.size, painting.example, palette);
    for (const stroke of painting.strokes) this.stroke(stroke, painting, palette);
    if (painting.frame) this.frame(painting.frame, palette);
  }

  /** A pencil line with a little life in it, and hatching under it; the jump line in dashes. */
  private ground(view: SheetView, { size, jumpLine, level }: Painting, palette: Palette): void {
    const { context: pen } = this;
    const [left] = toSheet(view, size, [0, 0]);
    const [right] = toSheet(view, size, [size.width, 0]);
    for (const [start, end] of level ?? [[left, right] as const]) {
      const [from, to] = [Math.max(left, start), Math.min(right, end)];
      if (from < to) this.groundLine(view, size, from, to, palette);
    }
    if (jumpLine === null) return;
    pen.strokeStyle = palette.paperLine;
    pen.lineWidth = 1.5;
    pen.setLineDash([9, 8]);
    pen.beginPath();
    pen.moveTo(...toScreen(view, size, [left, jumpLine]));
    pen.lineTo(...toScreen(view, size, [right, jumpLine]));
    pen.stroke();
    pen.setLineDash([]);
  }

  private groundLine(view: SheetView, size: Size, left: number, right: number, palette: Palette): void {
    const { context: pen } = this;
    const step = 24 / view.scale;
    const wobble = (x: number) => (0.8 * Math.sin(3.1 * x) + 0.5 * Math.sin(7.7 * x + 1)) / view.scale;
    pen.strokeStyle = palette.paperLine;
    pen.lineWidth = 2.5;
    pen.beginPath();
    for (let x = left; x < right + step; x += step)
      pen.lineTo(...toScreen(view, size, [Math.min(x, right), wobble(Math.min(x, right))]));
    pen.stroke();
    this.hatch(view, size, left, right);
  }

  private hatch(view: SheetView, size: Size, left: number, right: number): void {
    const { context: pen } = this;
    const apart = Math.max(0.16, 22 / view.scale);
    const long = Math.min(0.1, 18 / view.scale);
    pen.globalAlpha = 0.45;
    pen.lineWidth = 1.25;
    pen.beginPath();
    for (let at = Math.floor(left / apart); at * apart < right + apart; at++) {
      const x = at * apart + 0.3 * apart * Math.sin(12.9 * at);
      if (x < left || x > right) continue;
      const reach = long * (0.7 + 0.3 * Math.sin(4.1 * at));
      pen.moveTo(...toScreen(view, size, [x, -0.022]));
      pen.lineTo(...toScreen(view, size, [x - 0.8 * reach, -0.022 - reach]));
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** The dotted figure; a pencil traces it, line by line. */
  private example(view: SheetView, size: Size, share: number, palette: Palette): void {
    const { context: pen } = this;
    const turn = share * EXAMPLE.length;
    EXAMPLE.forEach(({ points }, index) => {
      const even = smoothed(points.flat(), 1);
      const at = (point: number) => toScreen(view, size, [even[2 * point]!, even[2 * point + 1]!]);
      const until = Math.min(Math.max(turn - index, 0), 1) * (points.length - 1);
      pen.strokeStyle = palette.paperLine;
      pen.lineWidth = 2.5;
      pen.setLineDash([0.1, 7]);
      pen.beginPath();
      points.forEach((_, point) => pen.lineTo(...at(point)));
      pen.stroke();
      pen.setLineDash([]);
      if (until <= 0) return;
      pen.strokeStyle = palette.paperInk;
      pen.globalAlpha = 0.28;
      pen.lineWidth = EXAMPLE_WIDTH * view.scale;
      pen.beginPath();
      for (let point = 0; point <= until; point++) pen.lineTo(...at(point));
      pen.stroke();
      pen.globalAlpha = 1;
      if (until < points.length - 1) this.pencil(at(Math.floor(until)), palette);
    });
  }

  private stroke(stroke: PaintedStroke, painting: Painting, palette: Palette): void {
    const { context: pen } = this;
    const last = stroke.ink.times.length - 1;
    const along = stroke.at !== null && painting.time !== null;
    const until = along ? drawnUntil(stroke.ink.times, painting.time! - stroke.at!) : last;
    const full = stroke.fading ? FAINT : stroke.elsewhere ? BEHIND : 1;
    if (along) {
      pen.globalAlpha = FAINT * full;
      this.parts(stroke, painting, last, palette);
    }
    pen.globalAlpha = full;
    if (stroke.tint) this.tinted(stroke, last, palette);
    else this.parts(stroke, painting, until, palette);
    pen.globalAlpha = 1;
    if (along && until >= 0 && until < last) {
      const { points } = this.shape(stroke).shape;
      this.pencil([points[2 * until]!, points[2 * until + 1]!], palette);
    }
  }

  private tinted(stroke: PaintedStroke, last: number, palette: Palette): void {
    const colour = stroke.tint === "earth" ? palette.paperEarth : palette.paperScenery;
    for (const [from, to] of stroke.runs ?? [[0, last] as const]) this.fill(stroke, from, to, colour);
  }

  /** The pieces of a line in their colours, what is between them and a part of a body in ink. */
  private parts(stroke: PaintedStroke, { pieces }: Painting, until: number, palette: Palette): void {
    if (until < 0) return;
    const own = pieces.filter((piece) => piece.stroke === stroke.id && piece.start <= until);
    let from = 0;
    for (const piece of own) {
      if (piece.start > from) this.fill(stroke, from, piece.start, palette.paperInk);
      const to = Math.min(piece.stop, until);
      if (piece.known) this.fill(stroke, piece.start, to, piece.hue, piece.tentative ? 0.7 : 1);
      else this.dash(stroke, piece.start, to, piece.hue);
      from = Math.max(from, to);
    }
    if (from < until || own.length === 0) this.fill(stroke, from, until, palette.paperInk);
  }

  private fill(stroke: PaintedStroke, first: number, last: number, colour: string, alpha = 1): void {
    const { context: pen } = this;
    const before = pen.globalAlpha;
    pen.globalAlpha = before * alpha;
    pen.fillStyle = colour;
    pen.fill(this.path(stroke, first, last, trace));
    pen.globalAlpha = before;
  }

  private dash(stroke: PaintedStroke, first: number, last: number, colour: string): void {
    const { context: pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = 0.8 * stroke.width;
    pen.setLineDash([1.2 * stroke.width, 1.6 * stroke.width]);
    pen.stroke(this.path(stroke, first, last, traceMiddle));
    pen.setLineDash([]);
  }

  private path(stroke: PaintedStroke, first: number, last: number, draw: typeof trace): Path2D {
    const { shape, paths } = this.shape(stroke);
    const key = `${draw.name} ${first} ${last}`;
    const found = paths.get(key);
    if (found) return found;
    const path = new Path2D();
    draw(path, shape, first, last);
    if (paths.size > 64) paths.clear(); // those of a line that draws itself along are needed once
    paths.set(key, path);
    return path;
  }

  private shape(stroke: PaintedStroke): Kept {
    const { ink, epoch, onScreen, width } = stroke;
    const kept = this.kept.get(ink);
    if (kept?.epoch === epoch) return kept;
    const points = new Float64Array(ink.points.length);
    for (let at = 0; at < points.length; at += 2)
      points.set(onScreen([ink.points[at]!, ink.points[at + 1]!], at / 2), at);
    // Ground is seen where feet and balls meet it.
    const shape = { points: stroke.tint === "earth" ? points : smoothed(points), radii: shapeOf(ink, width).radii };
    const made = { epoch, shape, paths: new Map<string, Path2D>() };
    this.kept.set(ink, made);
    return made;
  }

  /** A pencil whose tip is at a point. */
  private pencil([x, y]: Point, palette: Palette): void {
    const { context: pen } = this;
    pen.save();
    pen.translate(x, y);
    pen.rotate(Math.PI / 5);
    const part = (from: number, to: number, half: number, tip: number, colour: string) => {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.moveTo(-tip, -from);
      pen.lineTo(tip, -from);
      pen.lineTo(half, -to);
      pen.lineTo(-half, -to);
      pen.closePath();
      pen.fill();
    };
    part(0, 5, 2.2, 0, palette.paperInk);
    part(5, 13, 5, 2.2, "#e9cfa4");
    part(13, 40, 5, 5, "#f0a52b");
    part(40, 44, 5, 5, "#c9c4bb");
    part(44, 50, 5, 5, "#e2776d");
    pen.restore();
  }

  private frame({ from, to }: { from: Point; to: Point }, palette: Palette): void {
    const { context: pen } = this;
    pen.strokeStyle = palette.paperInk;
    pen.lineWidth = 1.5;
    pen.setLineDash([5, 5]);
    pen.strokeRect(
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.abs(to[0] - from[0]),
      Math.abs(to[1] - from[1]),
    );
    pen.setLineDash([]);
  }
}
