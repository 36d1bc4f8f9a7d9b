/** Doodles as they are seen: what the stage shows of one, and what is painted over it. */

import type { Ink } from "../model/sheet/ink";
import { hueOfPiece } from "../model/line/pieces";
import { inRoom } from "../model/line/linesInRoom";
import { toScreen } from "../model/sheet/sheet";
import type { DoodleCamera, DoodleProp, PieceInfo, Placement } from "../../../protocol/generated";
import type { PaintedPiece, PaintedStroke, Painting } from "./painter";
import type { PropPose } from "./props";
import type { BehindInk } from "./behindInk";
import { isLayer, runsOf } from "../model/sheet/scenery";
import type { DoodleShow } from "./drawing";
import type { Doodles } from "../state/doodles.svelte";

/** How broad the ink of a body and of a line is [m]. */
const [BODY, LINE, GROUND] = [0.026, 0.03, 0.036];
const NOBODY: ReadonlySet<string> = new Set();
/** How long the pencil on an empty sheet takes for its round, and how long it rests then [s]. */
const [ROUND, PAUSE] = [9, 2.5];

/** Where a thing is at a time of the performance [s]; null for where it begins. */
export function poseOf(doodles: Doodles, prop: DoodleProp, time: number): PropPose | null {
  const motion = doodles.propsMotion;
  const index = motion?.props.indexOf(prop.id) ?? -1;
  if (!motion || index < 0 || motion.frames === 0 || doodles.drags.prop?.id === prop.id) return null;
  const frame = Math.min(Math.max(Math.round(time * motion.fps), 0), motion.frames - 1);
  const at = index * motion.frames + frame;
  return { place: motion.places.subarray(3 * at, 3 * at + 3), rotation: motion.rotations.subarray(4 * at, 4 * at + 4) };
}

/** The corners of the box around a thing, where it is now [m]. */
export function propCorners(doodles: Doodles, prop: DoodleProp): [number, number, number][] {
  const shown = doodles.drags.prop?.id === prop.id ? doodles.drags.prop : prop;
  const place = poseOf(doodles, shown, doodles.clock)?.place ?? shown.place;
  const [wide, tall, deep] = shown.size;
  return [-0.5, 0.5].flatMap((x) =>
    [0, 1].flatMap((y) =>
      [-0.5, 0.5].map(
        (z) => [place[0]! + x * wide, place[1]! + y * tall, place[2]! + z * deep] as [number, number, number],
      ),
    ),
  );
}

/** How ink is seen: where its points are [px], what that depends on, and how large a metre looks [px]. */
interface Seen extends Pick<PaintedStroke, "onScreen" | "epoch"> {
  scale: number;
  /** Whether it was drawn from elsewhere. */
  elsewhere?: boolean;
}

const sameCamera = (a: DoodleCamera | null, b: DoodleCamera | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    [...a.position, ...a.target].every((value, at) => Math.abs(value - [...b.position, ...b.target][at]!) < 1e-4));

export class DoodlesOnStage {
  /** The only characters on stage, by id; null for all of them. */
  readonly alone = $derived.by<ReadonlySet<string> | null>(() => {
    const { active, drafting, cast } = this.doodles;
    return active ? (drafting ? NOBODY : cast.onStage) : null;
  });
  /** The character that shows live poses. */
  readonly live = $derived.by(() => (this.doodles.active ? (this.doodles.live?.character ?? null) : null));
  /** In Doodle the drawing places the characters, not their places on the stage. */
  readonly placement = $derived.by<((character: string) => Placement) | null>(() =>
    this.doodles.active ? (character) => ({ character, position: [0, 0, 0], heading: 0 }) : null,
  );

  readonly show = $derived.by<DoodleShow | null>(() => {
    const { doodles } = this;
    const { active, doodle, paper, camera, clock } = doodles;
    if (!active) return null;
    const dragged = doodles.drags.prop;
    const picture = doodles.picture.shown;
    return {
      sheet: camera ? null : paper.view,
      camera,
      picture:
        doodle && picture
          ? { picture, address: doodles.studio.address(`/api/doodles/${doodle.id}/picture?v=${picture.blob}`) }
          : null,
      behind: doodle ? this.behind() : [],
      props: doodle?.props.map((prop) => (prop.id === dragged?.id ? dragged : prop)) ?? [],
      poseOf: (prop) => poseOf(doodles, prop, clock),
      selected: doodles.prop,
    };
  });

  constructor(private readonly doodles: Doodles) {}

  /** What is painted over the stage. now: on the page's clock, for the pencil on an empty sheet [s]. */
  painting(rubbed: ReadonlySet<string>, frame: Painting["frame"], now: number): Painting {
    const { doodles } = this;
    const { paper, camera, read, penRead, playback } = doodles;
    const round = (now % (ROUND + PAUSE)) / ROUND;
    return {
      sheet: camera ? null : paper.view,
      size: paper.size,
      jumpLine: doodles.sheet.complete ? (read?.jumpLine ?? null) : null,
      level: doodles.camera ? [] : (read?.level ?? null),
      strokes: this.strokes(rubbed),
      pieces: [
        ...[...doodles.allPieces, ...(penRead?.pieces ?? [])].map((piece) => painted(piece, false)),
        ...(penRead?.tentative ?? []).map((piece) => painted(piece, true)),
      ],
      time: playback.transport.playing && !doodles.live ? playback.transport.time : null,
      example: doodles.empty && !camera ? Math.min(round, 1) : null,
      frame,
    };
  }

  /** Scenery behind the characters: the stage shows it under them. */
  private behind(): BehindInk[] {
    const { doodles } = this;
    return doodles.cast.strokes.flatMap(({ id, ink }) => {
      const drawn = isLayer(ink) ? doodles.inkOf(id) : null;
      if (!drawn || !isLayer(ink)) return [];
      return [{ ink: drawn.ink, width: BODY, runs: runsOf(drawn.ink, ink, "behind") }];
    });
  }

  private strokes(rubbed: ReadonlySet<string>): PaintedStroke[] {
    const { doodles } = this;
    const { cast, drafting } = doodles;
    const known = new Set(cast.strokes.map(({ id }) => id));
    const all = [
      ...cast.strokes,
      ...doodles.pencil.underway.filter(({ id }) => !known.has(id)).map((each) => ({ ...each, at: Infinity })),
    ];
    return all.flatMap(({ id, ink, camera, at }) => {
      const drawn = doodles.inkOf(id);
      const body = ink === "character" || ink === "annotation";
      if (!drawn || (body && !drafting)) return [];
      const seen = this.seenFrom(camera, id, drawn.ink);
      if (!seen) return [];
      const { onScreen, epoch, scale, elsewhere = false } = seen;
      const width = (ink === "motion" ? LINE : ink === "ground" ? GROUND : BODY) * scale;
      const painted = {
        id,
        ink: drawn.ink,
        width,
        at: ink === "motion" ? at : null,
        tint: ink === "ground" ? ("earth" as const) : isLayer(ink) ? ("scenery" as const) : null,
        runs: isLayer(ink) && known.has(id) && !camera ? runsOf(drawn.ink, ink, "front") : null,
      };
      return [{ ...painted, onScreen, epoch, elsewhere, fading: rubbed.has(id) }];
    });
  }

  /** How ink drawn on the sheet, or from a camera, is seen now; null where it cannot be. */
  private seenFrom(from: DoodleCamera | null, stroke: string, ink: Ink): Seen | null {
    const { paper, camera } = this.doodles;
    const { view, size } = paper;
    if (!camera)
      return from
        ? null
        : {
            onScreen: (point) => toScreen(view, size, point),
            epoch: `${view.x} ${view.y} ${view.scale} ${size.width} ${size.height}`,
            scale: view.scale,
          };
    const now = paper.surface?.camera ?? camera;
    if (from && sameCamera(from, now))
      return {
        onScreen: (point) => paper.fromPicture(point),
        epoch: `picture ${size.width} ${size.height}`,
        scale: paper.scale,
      };
    if (from) return this.seenFromElsewhere(from, stroke, ink);
    return {
      onScreen: ([x, y]) => paper.toScreen([0, y, x]),
      epoch: `scene ${paper.epoch}`,
      scale: paper.scale,
    };
  }

  /** A line that was drawn from another camera is seen where it lies in the room; null until it is read. */
  private seenFromElsewhere(from: DoodleCamera, stroke: string, ink: Ink): Seen | null {
    const { paper, read } = this.doodles;
    const pieces = (read?.pieces ?? []).filter((piece) => piece.stroke === stroke);
    if (pieces.length === 0) return null;
    let places: Float64Array | null = null;
    return {
      onScreen: (_, index) => {
        places ??= inRoom(ink, from, pieces)!; // only where it is not painted yet as it is seen now
        return paper.toScreen([places[3 * index]!, places[3 * index + 1]!, places[3 * index + 2]!]);
      },
      epoch: `room ${paper.epoch} ${pieces.map(({ takeoff, landing }) => [takeoff, landing]).join(" ")}`,
      scale: paper.scale,
      elsewhere: true,
    };
  }
}

function painted(piece: PieceInfo, tentative: boolean): PaintedPiece {
  const { stroke, start, stop, motion } = piece;
  return { stroke, start, stop, hue: hueOfPiece(piece), known: motion !== null, tentative };
}
