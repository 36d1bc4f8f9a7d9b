/** How keys are chosen: the settings as people change them. Pure; the engine says what they mean. */

import type { KeySettings } from "../../../protocol/generated";

/** The engine's defaults; a test compares them with `KeySettings` in Python. */
export const AUTOMATIC: KeySettings = {
  objective: null,
  space: "positions",
  joints: null,
  leading: null,
  weights: {},
  accuracy: [],
  significance: 0.1,
  detail: false,
  layerCounts: [],
  fixed: [],
  forbidden: [],
  gap: 1,
  span: null,
  contacts: true,
  calibration: false,
  maxError: null,
  rotation: "auto",
  grid: null,
  smooth: false,
};

/** A name for settings that is the same exactly where they are. */
export const settingsName = (settings: KeySettings): string =>
  JSON.stringify({ ...settings, weights: Object.entries(settings.weights).sort(([a], [b]) => (a < b ? -1 : 1)) });

export const isAutomatic = (settings: KeySettings): boolean => settingsName(settings) === settingsName(AUTOMATIC);

/** A list with one thing put in, or taken out where it was in. */
export const toggled = <Thing>(list: readonly Thing[], thing: Thing): Thing[] =>
  list.includes(thing) ? list.filter((each) => each !== thing) : [...list, thing];

/** The leading part with a joint put in or taken out; starts from the proposal, and an empty leading part is the proposal again. */
export function withLeading(settings: KeySettings, proposed: readonly string[], joint: string): KeySettings {
  const leading = toggled(settings.leading ?? proposed, joint);
  return { ...settings, leading: leading.length ? leading : null };
}

const ascending = (frames: number[]) => frames.sort((a, b) => a - b);

/** A frame that must be kept, or no longer; it cannot be forbidden as well. */
export const withFixed = (settings: KeySettings, frame: number): KeySettings => ({
  ...settings,
  fixed: ascending(toggled(settings.fixed, frame)),
  forbidden: settings.forbidden.filter((each) => each !== frame),
});

/** A frame that must not be a key, or may be again; it cannot be pinned as well. */
export const withForbidden = (settings: KeySettings, frame: number): KeySettings => ({
  ...settings,
  forbidden: ascending(toggled(settings.forbidden, frame)),
  fixed: settings.fixed.filter((each) => each !== frame),
});

/** A layer's number of keys by hand; null leaves it to the thresholds. */
export function withLayerCount(settings: KeySettings, layer: number, count: number | null): KeySettings {
  const length = Math.max(settings.layerCounts.length, layer + 1);
  const counts = Array.from({ length }, (_, index) =>
    index === layer ? count : (settings.layerCounts[index] ?? null),
  );
  while (counts.length && counts.at(-1) === null) counts.pop();
  return { ...settings, layerCounts: counts };
}

/** A layer's accuracy threshold, as a share. usual: those of all layers there are, asked for or not. */
export const withAccuracy = (
  settings: KeySettings,
  usual: readonly number[],
  layer: number,
  share: number,
): KeySettings => ({ ...settings, accuracy: usual.map((each, index) => (index === layer ? share : each)) });

/** A joint's weight; 1 is what every joint has that is not named. */
export function withWeight(settings: KeySettings, joint: string, weight: number): KeySettings {
  const { [joint]: _, ...others } = settings.weights;
  return { ...settings, weights: weight === 1 ? others : { ...others, [joint]: weight } };
}

/** Another criterion has layers of its own. */
export const withObjective = (settings: KeySettings, objective: string | null): KeySettings => ({
  ...settings,
  objective,
  accuracy: [],
  layerCounts: [],
});

/** The layer of detail, put on or taken off. */
export const withDetail = (settings: KeySettings, detail: boolean): KeySettings => ({
  ...settings,
  detail,
  accuracy: settings.accuracy.slice(0, 3),
  layerCounts: settings.layerCounts.slice(0, 3),
});
