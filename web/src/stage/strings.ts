/** All text of the stage: its tools, and what is said in the middle of it. */

import { list } from "../text/format";
import { inLocale } from "../text/locale";

export const strings = inLocale({
  en: {
    name: "Stage",
    canvas: (names: readonly string[]) => (names.length ? `Stage with ${list(names)}` : "Empty stage"),
    dropOnBody: "Drop the motion on a character.",
    no3d: "This browser cannot draw in 3D. Turn on hardware acceleration, or open the address in another browser.",
    empty: "The stage is empty",
    emptyHelp: "Drag a character here from the library, or drop a file: a capture, a rigged character or a scene.",

    hints: {
      doing: {
        orbit: { release: "keep this view", F: "frame" },
        pan: { release: "keep this view" },
        place: { release: "keep the change", escape: "cancel" },
      },
      orbit: "orbit",
      pan: "pan",
      zoom: "zoom",
      moveOnGround: (name: string) => `move ${name} on the ground`,
      turn: "turn it",
      select: "select",
      selectJoint: (name: string) => `select ${name}`,
      hideTrail: (name: string) => `hide the trail of ${name}`,
      showTrail: (name: string) => `show the trail of ${name}`,
      follows: "it follows you",
    },

    keyboard: {
      list: "On the stage",
      help: "Arrow keys orbit, Shift with arrow keys pans, plus and minus zoom. Tab goes to the list of what is on the stage.",
      place: (number: number, count: number) => `${number} of ${count}`,
      reach: "Go to the controls and the stage",
      orbit: "Orbit",
      pan: "Pan",
      zoom: "Zoom",
      marks: "Go to what is on the stage, then arrow keys",
      pick: "Pick it",
      hints: { allArrows: "orbit", shiftArrows: "pan", plusMinus: "zoom", tab: "what is on the stage" },
    },

    tools: {
      follows: "The character follows the pointer",
      letFollow: "Let the character follow the pointer",
      ghosts: "Ghosts of earlier and later poses",
      bones: "Show bones",
      cameraFollows: "The camera follows the motion",
      letCameraFollow: "Let the camera follow the motion",
      frameAll: "Frame everything",
      ghostSettings: "Ghosts",
      before: "before",
      ghostsBefore: "Ghosts before",
      after: "after",
      ghostsAfter: "Ghosts after",
      every: "every",
      ghostStep: "Time between ghosts",
      seconds: "s",
    },
  },
});
