/** All text of the teacher's page. */

import { plural } from "../text/format";
import { inLocale } from "../text/locale";

export const strings = inLocale({
  en: {
    product: "Kinegraph",
    title: (folder: string) => `${folder} · Kinegraph`,
    counts: (here: number, handedIn: number, all: number) => `${here} of ${all} here · ${handedIn} handed in`,
    students: "Students",
    simple: "Simple view",
    simpleTip: "Students see Stage, Perform and Doodle, and fewer panels",
    links: "Links",
    linksTip: "A sheet with the links of all students, to print",
    light: "Light theme",
    dark: "Dark theme",
    loading: "Opening the class…",
    offline: "The class does not answer. Is “kinegraph class” still running in its terminal?",
    noToken: "This address has no access token. Open the address that “kinegraph class” printed.",
    here: "Here",
    opening: "Opening…",
    never: "Not opened yet",
    failed: "The document cannot be opened.",
    lastSeen: (time: string) => `Last seen ${time}`,
    longAgo: "Last seen before today",
    noPicture: "No picture yet",
    picture: (name: string) => `Stage of ${name}`,
    open: "Open",
    openTip: (name: string) => `Look at the document of ${name}`,
    copyLink: "Copy link",
    copied: "Copied",
    copyLinkTip: (name: string) => `Copy the link of ${name}`,
    handedIn: (time: string, count: number) =>
      count > 1 ? `${time} · ${plural(count, { one: "# copy", other: "# copies" })}` : time,
    handedInTip: "Copies that were handed in",
    copiesOf: (name: string) => `Copies of ${name}`,
    openCopy: (time: string) => `Open the copy of ${time}`,
    saveCopy: (time: string) => `Save the copy of ${time}`,
  },
});
