/** All text of the Doodle workspace. */

import { fixed, list, percent, plural } from "../../text/format";
import { inLocale } from "../../text/locale";

const PAPER = { wheel: "zoom", rightDrag: "move the paper" };
const RELEASE = { release: "keep the change", escape: "cancel" };

export const strings = inLocale({
  en: {
    /** Names of body parts, by the label that the engine gives a stroke. */
    parts: {
      head: "head",
      torso: "torso",
      upper_arm: "upper arm",
      lower_arm: "lower arm",
      upper_leg: "upper leg",
      lower_leg: "lower leg",
      foot: "foot",
      arm: "arm",
      leg: "leg",
    },
    unknownPart: "?",
    /** Names of props, by kind. */
    props: { box: "box", ball: "ball", tree: "tree" },
    close: "Close",

    tools: {
      group: "Tool",
      character: {
        title: "Body",
        does: "Draw a character: a stick man, or from the side with head, body, arm, leg and foot, one line each",
      },
      motion: { title: "Move", does: "Draw a line: the character follows it" },
      decorate: { title: "Decorate", does: "Draw eyes, a hat, hair or shoes: they stay on the character" },
      hand: { title: "Hand", does: "Move things and the paper" },
      erase: { title: "Erase", does: "Erase lines" },
      box: { title: "Box", does: "Add a box to jump on: tap, or drag to set its size" },
      ball: { title: "Ball", does: "Add a ball that rolls: tap, then pull its arrow" },
      tree: { title: "Tree", does: "Add a tree: tap, or drag to set its size" },
      ground: { title: "Ground", does: "Draw hills, stairs, pits and platforms: feet and balls follow them" },
      scenery: {
        title: "Scenery",
        does: "Draw what nothing bumps into: behind the characters, before them, or a window",
      },
      layers: "Where the scenery is",
      layer: {
        behind: { title: "Behind", does: "Behind the characters" },
        front: { title: "Before", does: "Before the characters" },
        around: { title: "Window", does: "A window or a hoop: characters pass through it" },
      },
      shortcut: (does: string, digit: number) => (digit < 10 ? `${does} (${digit})` : does),
      space: "3D room",
      toPaper: "Return to the paper",
      toSpace: "Draw over boxes in three dimensions",
      picture: "Picture",
      movePicture: "Move or remove the picture",
      addPicture: "Add a picture behind the drawing",
      newSheet: "New sheet",
      newSheetTip: "Start a new sheet; this one stays in the document",
    },

    bar: {
      name: "Doodle",
      example: "Show an example",
      exampleTip: "Open a sheet with a character that moves",
      pause: "Pause",
      replay: "Replay",
      replayTip: "Replay as it was drawn",
      share: "Share as video",
      keep: "Keep as a motion",
      keepTip: "Keep this motion in the library",
      keys: "Open in Keys",
      keysTip: "Open in Keys and edit the motion as keyframes",
      performer: (name: string | null) => (name === null ? "Performer" : `Performer: ${name}`),
      performerTip: "Choose the character that follows the lines",
      help: "What can I draw?",
      teach: "Teach a gesture",
      teachTip: "Teach a gesture of your own",
      preparing: "Preparing the character…",
      rendering: (progress: string) => `Rendering the video… ${progress}`,
    },

    performer: {
      group: "Performer",
      onSheet: "Characters on this sheet",
      takeUp: (name: string) => `Draw the lines of ${name}`,
      another: "Another",
      anotherTip: "Draw another character on this sheet",
      drawn: "drawn",
      drawnTip: "The character drawn on this sheet",
      followsLines: (name: string) => `${name} follows the lines`,
    },

    help: {
      title: "What can I draw?",
      direction: "Direction",
      forward: "To the right: forward",
      backward: "To the left: backward",
      loading: "Loading the gestures…",
      learnt: (motion: string, examples: number) =>
        plural(examples, { one: `${motion}, from # drawing`, other: `${motion}, from # drawings` }),
      forget: "Forget",
      forgetTip: (name: string) => `Forget the gesture “${name}”`,
    },

    teach: {
      title: "Teach a gesture",
      motion: "1 · Choose a motion",
      motionGroup: "Motion",
      drawTimes: (times: number) => plural(times, { one: "2 · Draw it # time", other: "2 · Draw it # times" }),
      removeLast: "Remove last",
      removeLastTip: "Remove the last drawing",
      drawn: (times: number) => plural(times, { one: "Drawn # time", other: "Drawn # times" }),
      name: "Gesture name",
      ownName: (motion: string) => `my ${motion}`,
      teach: "Teach",
    },

    sheet: {
      name: "Sheet",
      empty: "Empty sheet. Draw a character.",
      performs: (name: string, pieces: readonly string[]) =>
        pieces.length ? `Sheet: ${name}, ${pieces.join(", ")}` : `Sheet: ${name}, no motion line yet`,
      drawing: (lines: number) =>
        plural(lines, { one: "Sheet: a drawing of # line", other: "Sheet: a drawing of # lines" }),
      invite: "Draw a character: one line for each part",
      waiting: "Waiting for the studio…",
      reading: "Reading your drawing…",
      retry: "Try again",
    },

    names: {
      parts: "Parts of the drawing",
      partFixed: "You named this part",
      partGuessed: "Wrong part? Choose another",
      choosePart: "Which part is this?",
      automatic: "Automatic",
      erase: "Erase",
      joints: "Joints",
      joint: (name: string) => `Joint: ${name}`,
      jointTip: (name: string) => `Drag to move the ${name}`,
      jointFixedTip: (name: string) => `Drag to move the ${name}; double-click to reset it`,
      landings: "Landings",
      landing: (number: number, title: string) => `Landing ${number}: ${title}`,
      landingTip: (title: string) => `Drag to move where the ${title} lands`,
      pieces: "Pieces of the line",
      clearly: (title: string) => `Clearly a ${title}. Click for other meanings`,
      likely: (title: string) => `Most likely a ${title}. Click for other meanings`,
      perhaps: (title: string) => `Perhaps a ${title}. Click for other meanings`,
      chooseMeaning: "What does this mean?",
      timeline: "Pieces in time",
      emptyTimeline: "Nothing moves yet: draw a character, then a line.",
    },

    prop: {
      push: (prop: string) => `Push the ${prop}`,
      pushTip: "Pull the arrow to roll the ball that way",
      size: (prop: string) => `Size of the ${prop}`,
      sizeTip: "Drag to resize",
      remove: (prop: string) => `Remove the ${prop}`,
    },

    picture: {
      name: "Picture",
      move: "Move the picture",
      corners: {
        upperLeft: "Upper left corner",
        upperRight: "Upper right corner",
        lowerRight: "Lower right corner",
        lowerLeft: "Lower left corner",
      },
      opacity: "Opacity",
      width: "Width",
      remove: "Remove the picture",
      done: "Done",
      doneTip: "Finish placing the picture",
    },

    inspector: {
      sheets: "Sheets",
      sheetName: "Sheet name",
      remove: (name: string) => `Remove “${name}”`,
      noSheets: "No sheets yet. Draw to start one.",
      save: "Save this sheet as a file",
      drawing: "Drawing",
      mech: "A mech",
      person: "A person",
      front: "A person, seen from the front",
      animal: "An animal, seen from the side",
      incomplete: "Not complete yet",
      body: (confidence: number, legs: number) => `${percent(confidence)} sure, legs of ${fixed(legs, 2)} m`,
      missing: (parts: readonly string[]) => `Missing: ${list(parts)}`,
      apart: "Nothing is missing, but the parts do not touch.",
      pieces: (count: number) => plural(count, { one: "# piece", other: "# pieces" }),
      piecesGroup: "Pieces",
      toStart: "Go to its start",
      piece: (length: string, metres: number) => `${length}, ${fixed(metres, 2)} m`,
    },

    toasts: {
      downloaded: (name: string) => `Saved “${name}” in your downloads.`,
      notReceived: (name: string) =>
        `“${name}” did not reach the studio. Check that the studio is running, then try again.`,
    },

    hints: {
      over: {
        paperForBody: { draw: "a stick man, or one line for each part: head, body, arm, leg, foot", ...PAPER },
        paperForLine: { draw: "a line: steps, jumps, loops; the character follows your pen", ...PAPER },
        paperForDress: { draw: "eyes, a hat, hair: it stays on the character", ...PAPER },
        paperForHand: { drag: "move a thing, or the paper", wheel: "zoom" },
        paperForRubber: { drag: "erase lines", ...PAPER },
        paperForGround: { draw: "hills, stairs or a pit from the ground line; above it, a platform", ...PAPER },
        paperForScenery: { draw: "clouds, houses, a window: nothing bumps into it", ...PAPER },
        paperForProp: { click: "add it here", drag: "set its size", ...PAPER },
        spaceForLine: { draw: "from the ground over the boxes", rightDrag: "orbit", wheel: "zoom" },
        landing: { drag: "move the landing; the line follows" },
        drawnJoint: { drag: "move the joint", doubleClick: "reset it" },
        drawnLink: { click: "choose which part this is" },
        unknownPiece: { click: "choose what it means" },
        prop: { drag: "move it", delete: "remove it" },
        pushArrow: { drag: "push: a longer arrow pushes harder" },
        propSize: { drag: "resize" },
      },
      doing: {
        drawBody: { release: "finish the part" },
        drawLine: { holdStill: "the character stands", release: "finish the line" },
        dress: { release: "finish" },
        drawGround: { release: "finish the ground" },
        drawScenery: { release: "finish" },
        rubOut: { release: "erase them" },
        movePaper: { release: "keep this view" },
        lookRound: { release: "keep this view" },
        moveLanding: RELEASE,
        moveDrawnJoint: RELEASE,
        moveProp: RELEASE,
        pushProp: RELEASE,
        sizeProp: RELEASE,
      },
    },
  },
});
