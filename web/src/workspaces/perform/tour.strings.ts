/** Text of the tour of Perform. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    character: "Click a character of the cast, and add its sets below the stage.",
    follow: "Move the pointer over the stage. The character follows it.",
    record: "Press and hold the button on the stage, move for some seconds, and let go.",
    keep: "It plays what you did. Keep it.",
    rest: "Press M. The ball stays where it is, and you can pose the body.",
    pose: "Drag an arm, the head or another part into a new pose.",
    store: "Store the pose. From now on, the ball plays it when it comes here.",
  },
});
