/** Files that people drop, paste or choose: which can be read, which go together, and what to say about the others. */

import type { FormatInfo } from "../protocol/generated";
import { strings } from "./strings";

/** What of a File decides. */
export interface NamedFile {
  name: string;
  size: number;
}

export interface Sorted<F extends NamedFile> {
  /** Sets of files that are imported together, in the order of their first file. */
  sets: F[][];
  /** One sentence for each file that stays out. */
  refusals: string[];
}

/** ".bvh" of "Walk.BVH"; empty where a name has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "";
}

const stemOf = (name: string) => name.slice(0, name.length - extensionOf(name).length).toLowerCase();

/** Files that another one needs: motions to a skeleton, buffers and pictures to a scene. */
const SKELETON = ".asf";
const MOTION = ".amc";
const SCENE = ".gltf";
const BESIDE_SCENE = new Set([".bin", ".png", ".jpg", ".jpeg"]);

/** Sorts files into sets to import and sentences about those that stay out. limit: [bytes] per set. */
export function sorted<F extends NamedFile>(
  files: readonly F[],
  formats: readonly FormatInfo[],
  limit: number,
): Sorted<F> {
  const sets: F[][] = [];
  const refusals: string[] = [];
  const skeletons = files.filter((file) => extensionOf(file.name) === SKELETON);
  const scenes = files.filter((file) => extensionOf(file.name) === SCENE);
  for (const file of files) {
    const extension = extensionOf(file.name);
    if (extension === MOTION && skeletons.length > 0) continue;
    if (BESIDE_SCENE.has(extension) && scenes.length > 0) continue;
    const refusal = refusalOf(file, extension, formats);
    if (refusal) refusals.push(refusal);
    else if (extension === SKELETON) sets.push([file, ...motionsOf(file, files, skeletons)]);
    else if (extension === SCENE)
      sets.push([file, ...files.filter((other) => BESIDE_SCENE.has(extensionOf(other.name)))]);
    else sets.push([file]);
  }
  const fitting = sets.filter((set) => {
    const size = set.reduce((sum, file) => sum + file.size, 0);
    if (size > limit) refusals.push(strings.files.tooLarge(set[0]!.name, sizeText(limit)));
    return size <= limit;
  });
  return { sets: fitting, refusals };
}

/** "01.asf" takes "01_02.amc"; a lone skeleton takes every motion. */
function motionsOf<F extends NamedFile>(skeleton: F, files: readonly F[], skeletons: readonly F[]): F[] {
  const motions = files.filter((file) => extensionOf(file.name) === MOTION);
  if (skeletons.length === 1) return motions;
  const owner = (motion: F) =>
    skeletons
      .filter((one) => stemOf(motion.name).startsWith(stemOf(one.name)))
      .sort((a, b) => b.name.length - a.name.length)[0] ?? skeletons[0];
  return motions.filter((motion) => owner(motion) === skeleton);
}

function refusalOf(file: NamedFile, extension: string, formats: readonly FormatInfo[]): string | null {
  if (file.size === 0) return strings.files.empty(file.name);
  if (extension === MOTION) return strings.files.needsSkeleton(file.name);
  const format = formats.find((candidate) => candidate.extensions.includes(extension));
  if (format?.reads) return null;
  if (format?.note) return strings.files.unreadable(file.name, format.note);
  return strings.files.unknown(file.name, readableText(formats));
}

/** "BVH, glTF, USD": what the drop veil names. */
export function readableText(formats: readonly FormatInfo[]): string {
  return [...new Set(formats.filter((format) => format.reads).map((format) => format.title))].join(", ");
}

/** For the file chooser: every extension that can be read, and what goes beside. */
export function acceptText(formats: readonly FormatInfo[]): string {
  const extensions = formats.filter((format) => format.reads).flatMap((format) => format.extensions);
  return [...new Set([...extensions, ...(extensions.includes(SCENE) ? BESIDE_SCENE : [])])].join(",");
}

export function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** The body of an import request: each file behind its name and length, nothing read into memory. */
export function importBody(files: readonly File[]): Blob {
  const parts = files.flatMap((file) => {
    const name = new TextEncoder().encode(file.name);
    const header = new DataView(new ArrayBuffer(4 + name.length + 8));
    header.setUint32(0, name.length, true);
    new Uint8Array(header.buffer).set(name, 4);
    header.setBigUint64(4 + name.length, BigInt(file.size), true);
    return [header.buffer, file];
  });
  return new Blob(parts);
}
