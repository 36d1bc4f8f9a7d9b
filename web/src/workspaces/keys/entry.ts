import type { MotionRecord } from "../../protocol/generated";
import type { WorkspaceEntry } from "../session";
import { strings } from "./entry.strings";

/** The longest of a document's captured motions but the first, in which its owner only looks around. */
const mostTelling = (motions: readonly MotionRecord[]): MotionRecord | null =>
  motions
    .filter(({ form }) => form === "clip" || form === "animation")
    .slice(1)
    .reduce<MotionRecord | null>((best, each) => (each.duration > (best?.duration ?? 0) ? each : best), null);

export const KEYS: WorkspaceEntry = {
  id: "keys",
  title: strings.title,
  purpose: strings.purpose,
  load: () => import("./session"),
  cards({ studio, room }) {
    const motion = mostTelling(studio.motions);
    if (!motion) return [];
    return [
      {
        id: "keys",
        title: strings.card.title(motion.name),
        about: strings.card.about,
        icon: "keys",
        run: () => room.selectMotion(motion.id),
      },
    ];
  },
};
