/** Text about Perform that is seen before it is opened. */

import { plural } from "../../text/format";
import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    title: "Perform",
    purpose: "Move the mouse, and a character moves with it",
    dance: { title: (set: string) => `Let it ${set}`, about: "Perform: you move, it moves" },
    crawl: {
      title: (character: string) => `Crawl as a ${character}`,
      about: (sets: number) => plural(sets, { one: "# set, one ball", other: "# sets, one ball" }),
    },
  },
});
