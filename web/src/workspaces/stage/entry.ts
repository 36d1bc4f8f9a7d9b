import { lengthText } from "../../timeline/timeSpaces";
import type { WorkspaceEntry } from "../session";
import { strings } from "./entry.strings";

/** Where there is only the page itself. */
export const STAGE: WorkspaceEntry = {
  id: "stage",
  title: strings.title,
  purpose: strings.purpose,
  load: () => import("./session"),
  cards({ studio, room, playback }) {
    const captured = studio.motions.filter(({ form }) => form === "clip" || form === "animation");
    const sample = captured[1] ?? captured[0]; // in the first one its owner only looks around
    if (!sample) return [];
    return [
      {
        id: "play",
        title: strings.card.title(sample.name),
        about: strings.card.about(lengthText(sample.duration)),
        icon: "play",
        run() {
          if (studio.motion?.id === sample.id) playback.play();
          room.selectMotion(sample.id);
        },
      },
    ];
  },
};
