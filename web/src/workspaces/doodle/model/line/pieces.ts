/** Pieces of lines: their colours, where they land, and which of them is under a pointer. */

import type { GestureInfo, LinkInfo, PieceInfo } from "../../../../protocol/generated";
import type { Point } from "../sheet/sheet";
import { strings } from "../../strings";

export type Group = NonNullable<PieceInfo["group"]>;

/** Colours on paper: distinct for people with any common colour vision, and dark enough to be seen there. A name beside the piece
 * says the same. */
export const PIECE_HUES: Record<Group, string> = {
  step: "#2671b0",
  glide: "#1c7f5c",
  jump: "#c4501b",
  flip: "#8a3f9e",
  stand: "#746a5c",
};
/** What was not understood. */
export const UNKNOWN_HUE = "#7d7466";

export const hueOfPiece = (piece: Pick<PieceInfo, "group">): string =>
  piece.group ? PIECE_HUES[piece.group] : UNKNOWN_HUE;

/** A place where a piece lands, and with it the ink, can be dragged; the last one of a line is where the next begins. */
export interface Landing {
  readonly piece: number;
  readonly title: string;
  readonly place: readonly [number, number, number];
  readonly last: boolean;
}

export function landingsOf(pieces: readonly PieceInfo[]): Landing[] {
  return pieces.flatMap((piece, index) =>
    piece.motion === null || piece.group === "stand"
      ? []
      : [
          {
            piece: index,
            title: piece.title,
            place: piece.landing,
            last: pieces[index + 1]?.stroke !== piece.stroke,
          },
        ],
  );
}

/** The top of an arc, which can be dragged: a level piece has none. */
export interface Top {
  readonly piece: number;
  readonly title: string;
  readonly place: readonly [number, number, number];
}

/** How high over the line between its ends an arc must be for its top to be moved, as a share of that line. The engine refuses
 * lower ones from 0.08 on. */
const FLAT = 0.1;

export const topsOf = (pieces: readonly PieceInfo[]): Top[] =>
  pieces.flatMap((piece, index) => {
    if (piece.motion === null || piece.group === "stand") return [];
    const { takeoff, apex, landing } = piece;
    const chord = landing.map((value, axis) => value - takeoff[axis]!);
    const length = Math.hypot(...chord);
    const along = chord.reduce((sum, value, axis) => sum + value * (apex[axis]! - takeoff[axis]!), 0);
    const share = length > 1e-6 ? Math.min(Math.max(along / length ** 2, 0), 1) : 0;
    const rise = apex[1] - (takeoff[1] + share * (landing[1] - takeoff[1]));
    return rise > Math.max(FLAT * length, 0.02) ? [{ piece: index, title: piece.title, place: apex }] : [];
  });

/** Of the sheet, a place in the doodle's space: x is its z, y is its y. */
export const onSheet = ([, y, z]: readonly [number, number, number]): Point => [z, y];
export const inSpace = ([x, y]: Point): [number, number, number] => [0, y, x];

/** The piece that a time of the performance falls into; -1 between them. */
export const pieceAt = (pieces: readonly PieceInfo[], time: number): number =>
  pieces.findIndex(({ startTime, endTime }) => startTime <= time && time < endTime);

/** What a piece may mean, each once and none that it means already. kept: what leaves the character facing as it does: guesses first,
 * then motions of the piece's own group, then the others. turned: the forms to the other side, which turn the character. */
export function otherMeanings(piece: PieceInfo, gestures: readonly GestureInfo[]) {
  const backward = piece.motion === null ? piece.guesses.some((guess) => guess.backward) : piece.backward;
  const sorted = gestures.toSorted((a, b) => Number(b.group === piece.group) - Number(a.group === piece.group));
  const means = (gesture: GestureInfo, back: boolean) => gesture.name === piece.motion && back === piece.backward;
  const formOf = ({ name, title }: GestureInfo, back: boolean) => ({
    motion: name,
    title: back ? strings.names.backward(title) : title,
    backward: back,
  });
  const guesses = piece.guesses
    .filter((guess) => guess.motion !== piece.motion || guess.backward !== piece.backward)
    .map(({ motion, title, backward: back }) => ({ motion, title, backward: back }));
  const forms = (back: boolean, offered: readonly GestureInfo[]) =>
    offered
      .filter((gesture) => !means(gesture, back))
      .filter(({ name }) => !guesses.some((guess) => guess.motion === name && guess.backward === back))
      .map((gesture) => formOf(gesture, back));
  return {
    kept: [...guesses, ...forms(backward, sorted)],
    turned: forms(!backward, backward ? sorted : sorted.filter((gesture) => gesture.backward.length > 0)),
  };
}

/** The sentence that says how sure the engine is of a piece; it takes the piece's title. */
export const sureness = (confidence: number): ((title: string) => string) =>
  confidence > 0.8 ? strings.names.clearly : confidence > 0.5 ? strings.names.likely : strings.names.perhaps;

/** The display name of a body part. */
export const wordsOf = (label: LinkInfo["label"]): string => (label ? strings.parts[label] : strings.unknownPart);

/** The bounding box of example points, and those points on a card of a given size: the ground at its foot, y down. */
export function onCard(
  example: readonly (readonly [number, number, number])[],
  width: number,
  height: number,
  jumpLine = 0.82,
): { path: string; ground: number; jump: number | null } {
  const margin = 5;
  const xs = example.map(([x]) => x);
  const top = Math.max(...example.map(([, y]) => y), 0.35);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const scale = Math.min((width - 2 * margin) / Math.max(right - left, 0.5), (height - 2.4 * margin) / top);
  const ground = height - 1.4 * margin;
  const shift = (width - (right - left) * scale) / 2 - left * scale;
  const path = example
    .map(([x, y], index) => `${index ? "L" : "M"}${(x * scale + shift).toFixed(1)} ${(ground - y * scale).toFixed(1)}`)
    .join("");
  const jump = top > jumpLine ? ground - jumpLine * scale : null;
  return { path, ground, jump };
}
