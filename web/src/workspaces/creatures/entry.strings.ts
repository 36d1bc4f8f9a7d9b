/** Text about Creatures that is seen before it is opened. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: { title: "Creatures", purpose: "Build a creature and give it any animation" },
});
