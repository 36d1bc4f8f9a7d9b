/** Text of the tour of Doodle. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    body: "Draw a character: a round head, a body, two arms and two legs, from the side or from the front.",
    pencil: "Take the pencil for motion lines.",
    line: "Start at the character and draw low arcs to the right, then a high one. Each arc is a step or a jump.",
    replay: "Play it again.",
  },
});
