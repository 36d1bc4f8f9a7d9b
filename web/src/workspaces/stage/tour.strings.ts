/** Text of the tour of the Stage. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    motion: "Click a motion in the library, such as Wave.",
    play: "Play it.",
    add: "Add it to the scene: every character has a track there.",
    export: "Open Share: a film, or a file for Blender, a game engine or USD.",
  },
});
