/** Which format a motion is best written to. */

import type { CharacterRecord, ExportOptions, FormatInfo, MotionRecord } from "../protocol/generated";
import type { Records } from "./records";

/** Endings of files whose curves have keys that are edited elsewhere, best first; all others hold a pose for each frame. */
const KEYED = [".blend", ".fbx", ".glb", ".gltf", ".usda", ".usdc", ".usdz", ".usd", ".json"];

export const keepsKeys = (extension: string): boolean => KEYED.includes(extension);

/** The format that is offered first: for keyed motion one that arrives with its keys; undefined where none can be written. */
export function usualFormat(formats: readonly FormatInfo[], keyed: boolean): FormatInfo | undefined {
  const written = formats.filter((format) => format.writes && format.holds === "motion");
  const kept = keyed
    ? KEYED.map((extension) => written.find((format) => format.extensions.includes(extension))).find(Boolean)
    : undefined;
  return kept ?? written[0];
}

/** Whether a format has anything of a choice to write: a film shows one motion, a plan is of a made creature. */
export function isFor(
  { holds }: FormatInfo,
  who: CharacterRecord | null | undefined,
  motions: readonly MotionRecord[],
): boolean {
  if (holds === "film") return motions.length <= 1;
  if (holds === "page") return Boolean(who);
  if (holds === "creature") return Boolean(who?.plan);
  if (holds === "animation") return motions.length === 1 && Boolean(motions[0]?.playing?.animation);
  return true;
}

export type PageKind = NonNullable<ExportOptions["page"]>;

/** What a web page can do with a choice: play it; let its character be performed, where that has sets; lead it as a creature. */
export function pageKinds(who: CharacterRecord | null | undefined, records: Records): PageKind[] {
  if (!who) return ["motion"];
  const all = [...records.values()];
  const performed = all.some(
    (record) => record.kind === "set" && record.character === who.id && record.keys.length > 0,
  );
  return performed ? ["motion", "sets", "creature"] : ["motion", "creature"];
}
