/** Which format a motion is best written to. */

import type { CharacterRecord, FormatInfo, MotionRecord } from "../protocol/generated";

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
  if (holds === "creature") return Boolean(who?.plan);
  if (holds === "animation") return motions.length === 1 && Boolean(motions[0]?.playing?.animation);
  return true;
}
