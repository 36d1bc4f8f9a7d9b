/** What makes a good choice of keys, as people choose it: the engine's objectives, each in one line. */

export interface ObjectiveChoice {
  /** As the engine calls it; null for layers. */
  name: string | null;
  title: string;
  says: string;
}

const LAYERED: ObjectiveChoice = {
  name: null,
  title: "Layers",
  says: "Keyposes where the leading part changes course, then breakdowns that the rest of the body needs.",
};

const KNOWN: readonly ObjectiveChoice[] = [
  {
    name: "chord_max",
    title: "Straight, at worst",
    says: "No pose strays far from the straight way between its keys; when it gets there does not count.",
  },
  {
    name: "chord_sum",
    title: "Straight, on the whole",
    says: "As “at worst”, but added up: one spike of a bad capture does not decide.",
  },
  {
    name: "time_linear_max",
    title: "Steady, at worst",
    says: "No pose is far from where even timing between its keys would put it.",
  },
  {
    name: "time_linear_sum",
    title: "Steady, on the whole",
    says: "As “at worst”, but added up over all frames.",
  },
  {
    name: "bezier_max",
    title: "Curves, at worst",
    says: "No pose strays far from one smooth curve between its keys: the fewest keys for an error.",
  },
  { name: "velocity", title: "Speed", says: "Keys where the motion starts, stops and is fastest." },
  { name: "contact", title: "Contacts", says: "Keys where feet land and leave." },
  {
    name: "rotation",
    title: "Turns of joints",
    says: "Poses are told apart by how joints turn, not by where they are.",
  },
];

/** The engine's criteria as people choose among them, layers first; one that has no line here yet goes by its name. */
export const objectiveChoices = (names: readonly string[]): ObjectiveChoice[] => [
  LAYERED,
  ...names.map(
    (name) => KNOWN.find((each) => each.name === name) ?? { name, title: name.replaceAll("_", " "), says: "" },
  ),
];

/** What tells poses apart. */
export const SPACES = [
  { name: "positions", title: "where joints are", says: "Suits captures, and whatever was performed." },
  {
    name: "channels",
    title: "how the rig’s channels run",
    says: "Finds the keys of motion that was keyed and then baked.",
  },
] as const;

/** The layers of keys, coarsest first. */
export const LAYERS = [
  { title: "Segments", says: "where the leading part turns", tag: "keypose" },
  { title: "Keyposes", says: "its extremes in between", tag: "keypose" },
  { title: "Breakdowns", says: "what the whole body needs", tag: "breakdown" },
  { title: "Detail", says: "the last tenth of a percent", tag: "detail" },
] as const;

/** The only layer where a criterion is named. */
export const ONE_LAYER = [{ title: "All keys", says: "by the criterion above", tag: "keypose" }] as const;
