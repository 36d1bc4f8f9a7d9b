/** Text about Doodle that is seen before it is opened. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    title: "Doodle",
    purpose: "Draw a character and a line: the character follows the line",
    card: { title: "Draw a character", about: "Doodle: draw a line and it jumps" },
  },
});
