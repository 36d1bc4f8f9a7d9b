/** The animations that a creature plays over and after its first one, as a list that is edited as a whole. */

import type { CreatureLayer } from "../../../../protocol/generated";

export type Layers = readonly CreatureLayer[];

/** How long an animation lasts by itself [s], by its record's id. */
export type DurationOf = (animation: string) => number;

const FADE = 0.3;

const layerOf = (animation: string, start: number, fade: number): CreatureLayer => ({
  animation,
  variant: 0,
  start,
  seconds: null,
  fade,
  weight: 1,
  score: "",
});

/** When a layer begins to fade out [s]. */
export const endOf = (layer: CreatureLayer, durationOf: DurationOf): number =>
  layer.start + (layer.seconds ?? durationOf(layer.animation));

/** When all that plays has ended [s]. first: how long the first animation lasts. */
export const lastEnd = (layers: Layers, first: number, durationOf: DurationOf): number =>
  Math.max(first, ...layers.map((layer) => endOf(layer, durationOf)));

/** With an animation that plays over the others from a time on [s]. */
export const playOver = (layers: Layers, animation: string, start: number): CreatureLayer[] => [
  ...layers,
  layerOf(animation, Math.max(start, 0), FADE),
];

/** With an animation that plays when all others have ended. */
export const queueNext = (
  layers: Layers,
  animation: string,
  first: number,
  durationOf: DurationOf,
): CreatureLayer[] => [...layers, layerOf(animation, lastEnd(layers, first, durationOf), FADE)];

export const changeLayer = (layers: Layers, at: number, change: Partial<CreatureLayer>): CreatureLayer[] =>
  layers.map((layer, index) => (index === at ? { ...layer, ...change } : layer));

export const removeLayer = (layers: Layers, at: number): CreatureLayer[] => layers.filter((_, index) => index !== at);

/** With a layer one place further up (by: 1) or down (-1); the list as it is at its ends. */
export function shiftLayer(layers: Layers, at: number, by: 1 | -1): CreatureLayer[] {
  const to = at + by;
  const moved = [...layers];
  if (to < 0 || to >= layers.length) return moved;
  [moved[at], moved[to]] = [moved[to]!, moved[at]!];
  return moved;
}
