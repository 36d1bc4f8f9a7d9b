/** Text about Keys that is seen before it is opened. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    title: "Keys",
    purpose: "Turn a capture into the few keyframes an animator would have set",
    card: {
      title: (motion: string) => `Find the keyframes of “${motion}”`,
      about: "Keys: few poses carry the motion",
    },
  },
});
