/** Which format a motion is best written to. */

import type { FormatInfo } from "../protocol/generated";

/** Endings of files whose curves have keys that are edited elsewhere, best first; all others hold a pose for each frame. */
const KEYED = [".blend", ".glb", ".gltf", ".usda", ".usdc", ".usdz", ".usd", ".json"];

export const keepsKeys = (extension: string): boolean => KEYED.includes(extension);

/** The format that is offered first: for keyed motion one that arrives with its keys; undefined where none can be written. */
export function usualFormat(formats: readonly FormatInfo[], keyed: boolean): FormatInfo | undefined {
  const written = formats.filter((format) => format.writes);
  const kept = keyed
    ? KEYED.map((extension) => written.find((format) => format.extensions.includes(extension))).find(Boolean)
    : undefined;
  return kept ?? written[0];
}
