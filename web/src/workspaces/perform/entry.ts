import { preferences } from "../../document/preferences.svelte";
import type { WorkspaceEntry } from "../session";
import { strings } from "./entry.strings";
import { inReach } from "./model/sets/hierarchy";
import { setsOf } from "./model/sets/setRecords";
import type { HasPerform } from "./state/context";

/** The member of the cast with the most sets that move each other. */
const CRAWLER = "lizard";

export const PERFORM: WorkspaceEntry = {
  id: "perform",
  title: strings.title,
  purpose: strings.purpose,
  load: () => import("./session"),
  shelved: true,
  claims: ({ kind }) => kind === "set",
  cards({ studio, room }) {
    const sets = setsOf(studio.records, studio.lead?.id);
    const dance = sets.find(({ name }) => name === "dance") ?? inReach(sets)[1];
    const crawler = studio.cast.find(({ name, sets }) => name === CRAWLER && sets.length > 0);
    const follow = ({ perform }: HasPerform) => perform.following || perform.toggleFollowing();
    return [
      ...(dance
        ? [
            {
              id: "dance",
              title: strings.dance.title(dance.name),
              about: strings.dance.about,
              icon: "follow" as const,
              run: (state: object | null) => {
                (state as HasPerform).perform.choose(dance);
                follow(state as HasPerform);
              },
            },
          ]
        : []),
      ...(crawler
        ? [
            {
              id: "crawl",
              title: strings.crawl.title(crawler.title.toLowerCase()),
              about: strings.crawl.about(crawler.sets.length),
              picture: studio.picture(crawler, preferences.theme),
              run: async (state: object | null) => {
                await (state as HasPerform).perform.desk.bring(crawler.name);
                room.frame("all");
                follow(state as HasPerform);
              },
            },
          ]
        : []),
    ];
  },
};
