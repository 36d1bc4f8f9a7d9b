/** Movement modes as the inspector says them: a few choices each, with a word, a sentence and a picture. */

import type { ModePicture } from "./channelPictures";
import type { PositionModeEntry as PositionMode, RotationModeEntry as RotationMode } from "../../../protocol/generated";

/** set: what choosing it changes in a mode. */
export interface ModeChoice<Mode> {
  word: string;
  about: string;
  picture: ModePicture;
  set: Mode;
}

/** One question that a mode answers. lead: the words before the chip. */
export interface ModeQuestion<Mode> {
  id: string;
  label: string;
  lead: string;
  choices: readonly ModeChoice<Mode>[];
  /** Which of the choices a mode has made. */
  chosen: (mode: Mode) => number;
  /** Whether it is asked at all, with the other answers as they are. */
  asked: (mode: Mode) => boolean;
}

const secondary = (mode: PositionMode) => mode.secondary ?? "off";

export const POSITION_QUESTIONS: readonly ModeQuestion<PositionMode>[] = [
  {
    id: "frame",
    label: "What it moves relative to",
    lead: "move",
    chosen: (mode) => (secondary(mode) === "reach" ? 2 : secondary(mode) === "direction" ? 3 : mode.absolute ? 1 : 0),
    asked: () => true,
    choices: [
      {
        word: "relative to rest",
        about: "Zero is where the body rests, on every creature",
        picture: "rest",
        set: { absolute: false, secondary: "off" },
      },
      {
        word: "to a place of its own",
        about: "Copied as it is: a level hand that holds a platter",
        picture: "absolute",
        set: { absolute: true, secondary: "off" },
      },
      {
        word: "towards a target",
        about: "From rest (0) all the way to the target (1), wherever that is",
        picture: "reach",
        set: { absolute: false, secondary: "reach" },
      },
      {
        word: "in a target's direction",
        about: "Points at the target, and keeps its own scale: a punch, a sniff",
        picture: "direction",
        set: { absolute: false, secondary: "direction" },
      },
    ],
  },
  {
    id: "scale",
    label: "What one unit is long",
    lead: "scaled by",
    chosen: ({ scale = "limb" }) => ["limb", "creature", "stance", "none"].indexOf(scale),
    asked: (mode) => !mode.absolute || secondary(mode) !== "off",
    choices: [
      {
        word: "limb length",
        about: "The way from the hand, or whatever it is, to the spine",
        picture: "limb",
        set: { scale: "limb" },
      },
      {
        word: "creature size",
        about: "The creature's width, height and length, axis by axis",
        picture: "creature",
        set: { scale: "creature" },
      },
      {
        word: "how high it stands",
        about: "From the ground to the middle of the body: crouching, jumping",
        picture: "stance",
        set: { scale: "stance" },
      },
      { word: "nothing", about: "A metre is a metre on everyone", picture: "none", set: { scale: "none" } },
    ],
  },
  {
    id: "ground",
    label: "What down means",
    lead: "",
    chosen: ({ ground }) => Number(ground === true),
    asked: () => true,
    choices: [
      { word: "up and down freely", about: "As any other way", picture: "level", set: { ground: false } },
      {
        word: "down to the ground",
        about: "1 is the ground under the body, however high it rests: stamping, picking up",
        picture: "ground",
        set: { ground: true },
      },
    ],
  },
  {
    id: "sagittal",
    label: "What inwards means",
    lead: "",
    chosen: ({ sagittal }) => Number(sagittal === true),
    asked: () => true,
    choices: [
      { word: "sideways freely", about: "As any other way", picture: "aside", set: { sagittal: false } },
      {
        word: "inwards to the middle",
        about: "1 is the plane between left and right: hands of any width meet when they clap",
        picture: "sagittal",
        set: { sagittal: true },
      },
    ],
  },
  {
    id: "follows",
    label: "Whether it rides on the body",
    lead: "",
    chosen: ({ follows = true }) => Number(!follows),
    asked: (mode) => !mode.absolute,
    choices: [
      {
        word: "riding on the body",
        about: "Goes along when the body moves",
        picture: "follows",
        set: { follows: true },
      },
      {
        word: "staying where it is",
        about: "Keeps its place when the body moves, as feet do",
        picture: "stays",
        set: { follows: false },
      },
    ],
  },
  {
    id: "turns",
    label: "Whether its place turns with the body",
    lead: "",
    chosen: ({ turns }) => Number(turns === true),
    asked: (mode) => mode.follows === false && secondary(mode) === "off",
    choices: [
      {
        word: "facing as at rest",
        about: "Its place at rest stays where it is",
        picture: "stays",
        set: { turns: false },
      },
      {
        word: "going round with its turn",
        about: "Its place at rest is turned by its own rotation: feet of a body that turns round",
        picture: "turn",
        set: { turns: true },
      },
    ],
  },
];

export const ROTATION_QUESTIONS: readonly ModeQuestion<RotationMode>[] = [
  {
    id: "frame",
    label: "What it turns relative to",
    lead: "turn",
    chosen: ({ absolute, look_at }) => (look_at ? 2 : absolute ? 1 : 0),
    asked: () => true,
    choices: [
      {
        word: "away from rest",
        about: "Zero is how the body rests, on every creature",
        picture: "turn",
        set: { absolute: false, look_at: false },
      },
      {
        word: "to an orientation",
        about: "The same way up on everyone: a hand that stays level",
        picture: "orient",
        set: { absolute: true, look_at: false },
      },
      {
        word: "to face a target",
        about: "Looks at the target, and turns from there; softly lets go of what is behind",
        picture: "lookAt",
        set: { absolute: false, look_at: true },
      },
    ],
  },
  {
    id: "follows",
    label: "Whether it turns with the body",
    lead: "",
    chosen: ({ follows = true }) => Number(!follows),
    asked: ({ absolute }) => !absolute,
    choices: [
      {
        word: "turning with the body",
        about: "Turns along when the body turns",
        picture: "follows",
        set: { follows: true },
      },
      { word: "on its own", about: "Keeps its heading when the body turns", picture: "stays", set: { follows: false } },
    ],
  },
];

const DEFAULTS = {
  absolute: false,
  scale: "limb",
  ground: false,
  sagittal: false,
  secondary: "off",
  follows: true,
  turns: false,
} as const;

/** Whether two modes mean the same, with what is left out as the file has it. */
export function sameMode(a: PositionMode & RotationMode, b: PositionMode & RotationMode): boolean {
  const whole = (mode: PositionMode & RotationMode) => ({ ...DEFAULTS, look_at: false, ...mode });
  const [one, other] = [whole(a), whole(b)];
  return (Object.keys(one) as (keyof typeof one)[]).every((part) => one[part] === other[part]);
}

/** The units of a position's three coordinates, as people call them: "limb lengths aside". */
export function axisNames(mode: PositionMode, mirrored = false): readonly [string, string, string] {
  const unit = { limb: "limbs", creature: "sizes", stance: "stances", none: "m" }[mode.scale ?? "limb"];
  if (secondary(mode) !== "off")
    return [secondary(mode) === "reach" ? "to target" : `to target, ${unit}`, `up, ${unit}`, `aside, ${unit}`];
  return [
    mode.sagittal ? "to middle" : mirrored ? `right, ${unit}` : `left, ${unit}`,
    mode.ground ? "to ground" : `up, ${unit}`,
    `ahead, ${unit}`,
  ];
}
