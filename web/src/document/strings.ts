/** Text of the document: files, undo, the connection. */

import { inLocale } from "../text/locale";

export const strings = inLocale({
  en: {
    undo: "Undo",
    redo: "Redo",
    body: "Body",
    offline: "There is no connection to the studio. Wait until it is back, then try again.",
    interrupted: "The connection to the studio was lost before this ended. Try again.",
    unknownPage: "The studio does not know this page. Open the address that “kinegraph studio” printed.",
    files: {
      notImported: (name: string, status: number) => `“${name}” could not be imported (${status}).`,
      notReceived: (name: string) =>
        `“${name}” did not reach the studio. Check that the studio is running, then try again.`,
      tooLarge: (name: string, limit: string) => `“${name}” is larger than the ${limit} that fit at once.`,
      empty: (name: string) => `“${name}” is empty.`,
      needsSkeleton: (name: string) => `“${name}” needs its skeleton: drop the .asf file together with it.`,
      unreadable: (name: string, note: string) => `“${name}” cannot be read here: ${note}`,
      unknown: (name: string, formats: string) => `“${name}” cannot be read. These formats can: ${formats}.`,
    },
  },
});
