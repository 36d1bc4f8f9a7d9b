/** Text about the scene. */

import { plural } from "../../text/format";
import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    shows: {
      label: "What the timeline shows",
      motion: "Motion",
      motionTip: "Play the selected motion alone",
      scene: "Scene",
      sceneTip: "Play all characters together",
    },
    corner: {
      add: "Add a layer",
      addTip: "Play another motion over a part of this character",
      split: "Split",
      splitTip: "Cut the selected clip in two at the playhead",
      clear: "Clear the scene",
    },
    tracks: (count: number) => plural(count, { one: "Scene of # row", other: "Scene of # rows" }),
    trackOf: (name: string) => `Track of ${name}`,
    layerOf: (part: string, name: string) => `${part}, over ${name}`,
    clip: (name: string, start: number, end: number) =>
      `${name}, from ${start.toFixed(2)} to ${end.toFixed(2)} seconds`,
    edge: {
      start: (name: string) => `Start of ${name}`,
      end: (name: string) => `End of ${name}`,
    },
    trimTip: "Drag to trim",
    removeLayer: (part: string) => `Remove the layer for the ${part}`,
    targetsOf: (name: string) => `What ${name} looks at`,
    snap: {
      start: "start",
      playhead: "playhead",
      startOf: (name: string) => `start of ${name}`,
      endOf: (name: string) => `end of ${name}`,
    },
    details: {
      section: "Clip",
      start: "Start",
      length: "Length of one pass",
      speed: "Speed",
      repeat: "Repeat",
      fade: "Fade in",
      weight: "Weight",
      own: "Keep its own place",
      ownTip: "Play the clip where it was recorded instead of where the character has arrived",
      times: "×",
      seconds: "s",
      open: "Show the motion alone",
      remove: (name: string) => `Remove ${name} from the scene`,
      onTrackOf: (name: string) => `On the track of ${name}`,
    },
    layer: {
      section: "Layer",
      part: "Part of the body",
      additive: "Add to the motion below",
      additiveTip: "Add the changes of this layer instead of replacing the part's motion",
      choose: "Choose a part",
    },
    targets: {
      help: (name: string) => `${name} does this while its clips play.`,
      add: "Add",
      addTip: "Make this character look at, reach for or follow another one",
      kind: "What it does",
      kinds: { look: "Looks at", reach: "Reaches for", follow: "Follows" },
      of: "Character",
      from: "From",
      to: "To",
      remove: "Remove",
      alone: "Add a second character to the stage first.",
    },
    add: {
      section: "Scene",
      button: "Add to scene",
      tip: "Put this motion on the track of its character",
      playOn: "Play on another character",
      cancel: "Cancel",
      help: "The motion is copied, mapped joint by joint or generalized, whichever keeps most of it.",
    },
    scene: {
      facts: (characters: number, length: string) =>
        `${plural(characters, { one: "# character", other: "# characters" })}, ${length}`,
      loading: "Preparing the scene",
      export: "Export the scene",
      exportTip: "Write all characters together",
      format: "File format",
      formats: {
        ".mp4": "Film (.mp4)",
        ".gif": "Animated picture (.gif)",
        ".html": "Web page (.html)",
        ".glb": "glTF (.glb)",
        ".usda": "USD (.usda)",
        ".blend": "Blender (.blend)",
      },
    },
    hints: {
      over: {
        sceneClip: { drag: "move the clip", dragEnd: "trim it", alt: "do not snap", delete: "remove it" },
        sceneEdge: { drag: "trim the clip", alt: "do not snap" },
      },
      doing: {
        moveClip: { move: "move the clip", alt: "do not snap", escape: "give it up" },
        trimClip: { move: "trim the clip", alt: "do not snap", escape: "give it up" },
      },
    },
  },
});
