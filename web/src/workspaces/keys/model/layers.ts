/** Layers over a motion: which one is edited, and which ones play. */

import type { Layering, StackedLayer } from "../../../protocol/generated";

/** The base of a layered motion, where a layer's name is asked for. */
export const BASE = "";

/** Whether a base or a layer has keyframes that can be edited. */
export function isKeyed(layering: Layering, name: string): boolean {
  const part = name === BASE ? layering.base : layering.layers.find((layer) => layer.name === name)?.part;
  return part?.form === "animation";
}

/** The layer that is edited, by name: the chosen one, else the highest one with keyframes, else the base. */
export function editedLayer(layering: Layering | null | undefined, chosen: string | null): string {
  if (!layering) return BASE;
  const there = chosen === BASE || layering.layers.some(({ name }) => name === chosen);
  if (chosen !== null && there) return chosen;
  return layering.layers.findLast(({ part }) => part.form === "animation")?.name ?? BASE;
}

/** Whether a layer plays: it is not muted, and no other is soloed without it. */
export function plays(layer: StackedLayer, layers: readonly StackedLayer[]): boolean {
  return !layer.muted && (layer.solo || !layers.some(({ solo }) => solo));
}
