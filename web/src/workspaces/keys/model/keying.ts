/** What the engine says about a motion's keys: the choices that there are, and the keys that are shown now. */

import type { Curves, KeyColumn } from "../../../timeline/curves/curves";
import { FrameError, floats, optionalFloats, type Frame, type NumberArray } from "../../../protocol/frames";
import type { ClipArrays } from "../../../document/motion";
import {
  KEY_TAGS,
  type KeyChoicesFrame,
  type KeyFigures,
  type KeyMiss,
  type KeysFrame,
} from "../../../protocol/generated";

/** All that the slider browses. counts, errors: (K,), ascending numbers of keys and what each would cost [m]. */
export interface KeyChoices {
  motion: string;
  frames: number;
  fps: number;
  counts: Int32Array;
  errors: Float32Array;
  automatic: number;
  /** Of the automatic choice, the keys up to and including each layer. */
  layerCounts: readonly number[];
  /** Of each layer there is, its threshold, as a share. */
  accuracy: readonly number[];
  /** Criteria that the engine has, by name. */
  objectives: readonly string[];
  /** Frames of a calibration pose that were left out. */
  leftOut: number;
  /** How far from the original the automatic choice is to play [m]. */
  allowed: number;
  /** Frames that pins and jumps force. */
  forced: Int32Array;
  /** One per frame, 0..1. */
  importance: Float32Array;
  /** Joints that lead, by name: the user's, or the proposal. */
  leading: readonly string[];
  notes: readonly string[];
}

/** The keys that are shown now. preview: a step of a drag, or a choice that is not kept yet. */
export interface ShownKeys {
  /** The motion that holds them; null while none does. */
  result: string | null;
  count: number;
  keyFrames: Int32Array;
  tags: Uint8Array;
  importance: Float32Array;
  figures: KeyFigures | null;
  /** Where it is farther from the original than was asked for, or promised. */
  missed: KeyMiss | null;
  preview: boolean;
  /** Whether the curves are those of a quick fit: the final ones come closer. */
  quick: boolean;
}

/** The columns of chosen keys, in time order. */
export const columnsOfKeys = (shown: ShownKeys, fps: number): KeyColumn[] =>
  Array.from(shown.keyFrames, (frame, index) => ({
    time: frame / fps,
    tag: KEY_TAGS[shown.tags[index]!] ?? "keypose",
    importance: shown.importance[index] ?? 0,
  }));

/** The columns of an animation's curves, in time order. */
export const columnsOfCurves = ({ columns }: Curves): KeyColumn[] =>
  Array.from(columns.times, (time, index) => ({
    time,
    tag: columns.tags[index] ?? "keypose",
    importance: columns.importance[index] ?? 1,
  }));

/** A playhead this near to a key [s] is on it: no frame rate distinguishes them. */
const ON_KEY = 1e-4;

/** The column before or after a moment; null if there is no such column. */
export function neighbour(columns: readonly KeyColumn[], time: number, direction: 1 | -1): KeyColumn | null {
  const found =
    direction > 0
      ? columns.find((column) => column.time > time + ON_KEY)
      : columns.findLast((column) => column.time < time - ON_KEY);
  return found ?? null;
}

/** A frame's array of a kind. */
function typed<Kind extends NumberArray>(frame: Frame, name: string, kind: new (length: number) => Kind): Kind {
  const data = frame.arrays.get(name)?.data;
  if (!(data instanceof kind)) throw new FrameError(`The frame has no ${kind.name} “${name}”.`);
  return data;
}

export function choicesOf(frame: Frame<KeyChoicesFrame>): KeyChoices {
  const { motion, frames, fps, automatic, layerCounts, accuracy, leading, objectives } = frame.header;
  const { allowed, leftOut, notes } = frame.header;
  return {
    ...{ motion, frames, fps, automatic, layerCounts, accuracy, leading, objectives, allowed, leftOut, notes },
    counts: typed(frame, "counts", Int32Array),
    errors: floats(frame, "errors"),
    forced: typed(frame, "forced", Int32Array),
    importance: floats(frame, "importance"),
  };
}

export function shownOf(frame: Frame<KeysFrame>): ShownKeys {
  const { result, count, figures, missed, preview, quick } = frame.header;
  return {
    ...{ result, count, figures, missed, preview, quick },
    keyFrames: typed(frame, "keyFrames", Int32Array),
    tags: typed(frame, "tags", Uint8Array),
    importance: floats(frame, "importance"),
  };
}

/** The motion that the keys give, as a clip on the original's frames. */
export function clipOfKeys(frame: Frame<KeysFrame>): ClipArrays {
  const [frames = 0, joints = 0] = frame.arrays.get("rotations")?.shape ?? [];
  const { blob, fps } = frame.header;
  return {
    ...{ kind: "clip", blob, fps, frames, joints },
    roots: floats(frame, "roots"),
    rotations: floats(frame, "rotations"),
    translations: optionalFloats(frame, "translations"),
  };
}
