/** Text of the tour of Creatures. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    make: "Make a random creature.",
    part: "Drag a leg, an arm or a head from the left onto the body.",
    play: "Click an animation. It plays on this body, whatever parts it has.",
    tab: "Open Motion.",
    walk: "Drag Speed to the right. The creature walks while it plays.",
  },
});
