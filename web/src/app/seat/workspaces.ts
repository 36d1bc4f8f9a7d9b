/** What the page of a class leaves out: fewer workspaces in the simple view, and only the stage for a page that looks. */

import type { SeatInfo } from "../../protocol/generated";

const SIMPLE: ReadonlySet<string> = new Set(["stage", "perform", "doodle"]);

/** Whether a page offers a workspace. seat: null outside a class. */
export function offersWorkspace(seat: SeatInfo | null, viewing: boolean, id: string): boolean {
  if (viewing) return id === "stage";
  return !seat?.simple || SIMPLE.has(id);
}
