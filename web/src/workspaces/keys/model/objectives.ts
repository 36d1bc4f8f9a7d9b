/** What makes a good choice of keyframes, as people choose it: the engine's objectives, each in one line. */

import { displayName } from "../../../text/names";
import { strings } from "../strings";

export interface ObjectiveChoice {
  /** As the engine calls it; null for layers. */
  name: string | null;
  title: string;
  says: string;
}

const { layers: LAYERED, ...KNOWN } = strings.objectives;
const isKnown = (name: string): name is keyof typeof KNOWN => name in KNOWN;

/** The engine's criteria as people choose among them, layers first; one without text here shows its name. */
export const objectiveChoices = (names: readonly string[]): ObjectiveChoice[] => [
  { name: null, ...LAYERED },
  ...names.map((name) => ({
    name,
    ...(isKnown(name) ? KNOWN[name] : { title: displayName(name), says: "" }),
  })),
];

/** How poses are compared. */
export const SPACES = [
  { name: "positions", ...strings.spaces.positions },
  { name: "channels", ...strings.spaces.channels },
] as const;

/** What rotations are keyed as. */
export const ROTATIONS = [
  { id: "auto", title: strings.rotations.auto },
  { id: "QUATERNION", title: strings.rotations.quaternion },
  ...["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"].map((order) => ({ id: order, title: strings.rotations.order(order) })),
] as const;

/** The layers of keyframes, coarsest first. */
export const LAYERS = [
  { ...strings.layers.segments, tag: "keypose" },
  { ...strings.layers.keyposes, tag: "keypose" },
  { ...strings.layers.breakdowns, tag: "breakdown" },
  { ...strings.layers.detail, tag: "detail" },
] as const;

/** The only layer where a criterion is named. */
export const ONE_LAYER = [{ ...strings.layers.all, tag: "keypose" }] as const;
