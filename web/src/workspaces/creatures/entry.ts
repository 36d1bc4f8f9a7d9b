import type { WorkspaceEntry } from "../session";
import { strings } from "./entry.strings";

export const CREATURES: WorkspaceEntry = {
  id: "creatures",
  title: strings.title,
  purpose: strings.purpose,
  load: () => import("./session"),
};
