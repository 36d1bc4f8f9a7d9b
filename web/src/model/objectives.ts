/** What makes a good choice of keys, as people choose it: the engine's objectives, each in one line. */

export interface ObjectiveChoice {
  /** As the engine calls it; null for layers. */
  name: string | null;
  title: string;
  says: string;
}

export const OBJECTIVES: readonly ObjectiveChoice[] = [
  {
    name: null,
    title: "Layers",
    says: "Keyposes where the leading part changes course, then breakdowns that the rest of the body needs.",
  },
  {
    name: "chord_max",
    title: "Straightest, at worst",
    says: "No pose strays far from the straight way between its keys; timing does not count.",
  },
  {
    name: "chord_sum",
    title: "Straightest, on the whole",
    says: "As before, but added up: a single spike of a bad capture does not decide.",
  },
  {
    name: "time_linear_max",
    title: "Steadiest, at worst",
    says: "No pose is far from where even timing between its keys would put it.",
  },
  {
    name: "time_linear_sum",
    title: "Steadiest, on the whole",
    says: "As before, but added up over all frames.",
  },
  {
    name: "bezier_max",
    title: "What one curve can follow",
    says: "Each stretch is one smooth curve away from the capture: the fewest keys for a given error.",
  },
];

export const objectiveOf = (name: string | null): ObjectiveChoice =>
  OBJECTIVES.find((each) => each.name === name) ?? { name, title: name ?? "", says: "" };

/** The layers of keys, coarsest first. */
export const LAYERS = [
  { title: "Segments", says: "where the leading part turns", tag: "keypose" },
  { title: "Keyposes", says: "its extremes in between", tag: "keypose" },
  { title: "Breakdowns", says: "what the whole body needs", tag: "breakdown" },
  { title: "Detail", says: "the last tenth of a percent", tag: "detail" },
] as const;

/** How many layers the settings ask for. */
export const layersOf = (settings: { objective: string | null; detail: boolean }): number =>
  settings.objective !== null ? 1 : settings.detail ? 4 : 3;
