import type { WorkspaceEntry } from "../session";
import { strings } from "./entry.strings";
import type { HasDoodle } from "./state/context";

export const DOODLE: WorkspaceEntry = {
  id: "doodle",
  title: strings.title,
  purpose: strings.purpose,
  load: () => import("./session"),
  cards: () => [
    {
      id: "doodle",
      title: strings.card.title,
      about: strings.card.about,
      icon: "pencil",
      run(state) {
        const { doodles } = state as HasDoodle;
        if (!doodles.doodle) void doodles.add(true);
      },
    },
  ],
};
