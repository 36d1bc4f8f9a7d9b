/** Movement modes as the inspector shows them: a few choices each, with a word, a sentence and a picture. */

import type { ModePicture } from "./channelPictures";
import type {
  PositionModeEntry as PositionMode,
  RotationModeEntry as RotationMode,
} from "../../../../protocol/generated";
import { modes } from "../../modeStrings";

/** A choice of a question. set: the values that it gives the mode. */
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
    label: modes.position.frame.label,
    lead: modes.position.frame.lead,
    chosen: (mode) => ({ off: mode.absolute ? 1 : 0, reach: 2, direction: 3, surface: 4 })[secondary(mode)],
    asked: () => true,
    choices: [
      {
        ...modes.position.frame.rest,
        picture: "rest",
        set: { absolute: false, secondary: "off" },
      },
      {
        ...modes.position.frame.absolute,
        picture: "absolute",
        set: { absolute: true, secondary: "off" },
      },
      {
        ...modes.position.frame.reach,
        picture: "reach",
        set: { absolute: false, secondary: "reach" },
      },
      {
        ...modes.position.frame.direction,
        picture: "direction",
        set: { absolute: false, secondary: "direction" },
      },
      {
        ...modes.position.frame.surface,
        picture: "surface",
        set: { absolute: false, secondary: "surface" },
      },
    ],
  },
  {
    id: "scale",
    label: modes.position.scale.label,
    lead: modes.position.scale.lead,
    chosen: ({ scale = "limb" }) => ["limb", "creature", "stance", "none"].indexOf(scale),
    asked: (mode) => !mode.absolute || secondary(mode) !== "off",
    choices: [
      {
        ...modes.position.scale.limb,
        picture: "limb",
        set: { scale: "limb" },
      },
      {
        ...modes.position.scale.creature,
        picture: "creature",
        set: { scale: "creature" },
      },
      {
        ...modes.position.scale.stance,
        picture: "stance",
        set: { scale: "stance" },
      },
      { ...modes.position.scale.none, picture: "none", set: { scale: "none" } },
    ],
  },
  {
    id: "ground",
    label: modes.position.ground.label,
    lead: modes.position.ground.lead,
    chosen: ({ ground }) => Number(ground === true),
    asked: () => true,
    choices: [
      { ...modes.position.ground.level, picture: "level", set: { ground: false } },
      {
        ...modes.position.ground.ground,
        picture: "ground",
        set: { ground: true },
      },
    ],
  },
  {
    id: "sagittal",
    label: modes.position.sagittal.label,
    lead: modes.position.sagittal.lead,
    chosen: ({ sagittal }) => Number(sagittal === true),
    asked: () => true,
    choices: [
      { ...modes.position.sagittal.aside, picture: "aside", set: { sagittal: false } },
      {
        ...modes.position.sagittal.middle,
        picture: "sagittal",
        set: { sagittal: true },
      },
    ],
  },
  {
    id: "follows",
    label: modes.position.follows.label,
    lead: modes.position.follows.lead,
    chosen: ({ follows = true }) => Number(!follows),
    asked: (mode) => !mode.absolute,
    choices: [
      {
        ...modes.position.follows.follows,
        picture: "follows",
        set: { follows: true },
      },
      {
        ...modes.position.follows.stays,
        picture: "stays",
        set: { follows: false },
      },
    ],
  },
  {
    id: "turns",
    label: modes.position.turns.label,
    lead: modes.position.turns.lead,
    chosen: ({ turns }) => Number(turns === true),
    asked: (mode) => mode.follows === false && secondary(mode) === "off",
    choices: [
      {
        ...modes.position.turns.stays,
        picture: "stays",
        set: { turns: false },
      },
      {
        ...modes.position.turns.turns,
        picture: "turn",
        set: { turns: true },
      },
    ],
  },
];

export const ROTATION_QUESTIONS: readonly ModeQuestion<RotationMode>[] = [
  {
    id: "frame",
    label: modes.rotation.frame.label,
    lead: modes.rotation.frame.lead,
    chosen: ({ absolute, look_at }) => (look_at ? 2 : absolute ? 1 : 0),
    asked: () => true,
    choices: [
      {
        ...modes.rotation.frame.rest,
        picture: "turn",
        set: { absolute: false, look_at: false },
      },
      {
        ...modes.rotation.frame.absolute,
        picture: "orient",
        set: { absolute: true, look_at: false },
      },
      {
        ...modes.rotation.frame.lookAt,
        picture: "lookAt",
        set: { absolute: false, look_at: true },
      },
    ],
  },
  {
    id: "follows",
    label: modes.rotation.follows.label,
    lead: modes.rotation.follows.lead,
    chosen: ({ follows = true }) => Number(!follows),
    asked: ({ absolute }) => !absolute,
    choices: [
      {
        ...modes.rotation.follows.follows,
        picture: "follows",
        set: { follows: true },
      },
      { ...modes.rotation.follows.stays, picture: "stays", set: { follows: false } },
    ],
  },
];

/** The display names of a position's three coordinates, with units. */
export function axisNames(mode: PositionMode, mirrored = false): readonly [string, string, string] {
  const unit = modes.units[mode.scale ?? "limb"];
  const { axes } = modes;
  if (secondary(mode) === "surface") return [axes.toSurface, axes.up(axes.around), axes.aside(axes.around)];
  if (secondary(mode) !== "off")
    return [secondary(mode) === "reach" ? axes.toTarget : axes.toTargetIn(unit), axes.up(unit), axes.aside(unit)];
  return [
    mode.sagittal ? axes.toMiddle : mirrored ? axes.right(unit) : axes.left(unit),
    mode.ground ? axes.toGround : axes.up(unit),
    axes.ahead(unit),
  ];
}
