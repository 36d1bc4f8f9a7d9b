/** Text of the movement modes in Creatures: how a channel moves and turns body parts. */

import { inLocale } from "../../text/locale";

export const modes = inLocale({
  en: {
    position: {
      frame: {
        label: "Moves relative to",
        lead: "move",
        rest: { word: "relative to rest", about: "Zero is the rest position, on every creature" },
        absolute: { word: "to a fixed place", about: "Copied as it is: a level hand that holds a platter" },
        reach: { word: "towards a target", about: "From rest (0) to the target (1)" },
        direction: {
          word: "in a target's direction",
          about: "Points at the target, keeps its own scale: a punch, a sniff",
        },
        surface: { word: "onto a target's surface", about: "1 touches the target, then glides around it: rub, hug" },
      },
      scale: {
        label: "Unit of length",
        lead: "scaled by",
        limb: { word: "limb length", about: "From the body part to the spine" },
        creature: { word: "creature size", about: "The creature's width, height and length, axis by axis" },
        stance: { word: "standing height", about: "From the ground to the middle of the body: crouching, jumping" },
        none: { word: "nothing", about: "In metres, the same on every creature" },
      },
      ground: {
        label: "Meaning of down",
        lead: "",
        level: { word: "up and down freely", about: "Like the other directions" },
        ground: { word: "down to the ground", about: "1 is the ground below: stamping, picking up" },
      },
      sagittal: {
        label: "Meaning of inwards",
        lead: "",
        aside: { word: "sideways freely", about: "Like the other directions" },
        middle: { word: "inwards to the middle", about: "1 is the plane between left and right: clapping hands meet" },
      },
      follows: {
        label: "Moves with the body",
        lead: "",
        follows: { word: "moving with the body", about: "Moves along when the body moves" },
        stays: { word: "staying in place", about: "Keeps its place when the body moves, as feet do" },
      },
      turns: {
        label: "Rest place turns with the body",
        lead: "",
        stays: { word: "facing as at rest", about: "Its rest place stays where it is" },
        turns: {
          word: "turning its rest place",
          about: "Its own rotation turns its rest place: feet of a turning body",
        },
      },
    },
    rotation: {
      frame: {
        label: "Turns relative to",
        lead: "turn",
        rest: { word: "away from rest", about: "Zero is the rest orientation, on every creature" },
        absolute: { word: "to an orientation", about: "The same on every creature: a hand that stays level" },
        lookAt: {
          word: "to face a target",
          about: "Looks at the target and turns from there; a target behind is ignored",
        },
      },
      follows: {
        label: "Turns with the body",
        lead: "",
        follows: { word: "turning with the body", about: "Turns along when the body turns" },
        stays: { word: "on its own", about: "Keeps its heading when the body turns" },
      },
    },
    /** Units of a position's coordinates. */
    units: { limb: "limbs", creature: "sizes", stance: "stances", none: "m" },
    axes: {
      toTarget: "to target",
      toTargetIn: (unit: string) => `to target, ${unit}`,
      up: (unit: string) => `up, ${unit}`,
      aside: (unit: string) => `aside, ${unit}`,
      toSurface: "to surface",
      around: "rad around",
      toMiddle: "to middle",
      left: (unit: string) => `left, ${unit}`,
      right: (unit: string) => `right, ${unit}`,
      toGround: "to ground",
      ahead: (unit: string) => `ahead, ${unit}`,
    },
  },
});
