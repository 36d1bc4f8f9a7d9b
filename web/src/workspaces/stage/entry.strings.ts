/** Text about the Stage workspace. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    title: "Stage",
    purpose: "Look at characters and play their motions",
    card: {
      title: (motion: string) => `Play “${motion}”`,
      about: (length: string) => `Stage: ${length} of motion`,
    },
  },
});
