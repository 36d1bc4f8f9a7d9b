/** Workspaces register here; the strip of tabs appears as soon as there is a choice. */

import type { WorkspaceId } from "../document/room.svelte";

export interface Workspace {
  id: WorkspaceId;
  title: string;
  /** What one does there, for the tooltip. */
  purpose: string;
}

export const WORKSPACES: readonly Workspace[] = [
  { id: "stage", title: "Stage", purpose: "Look at characters and play their motions" },
  { id: "perform", title: "Perform", purpose: "Move the mouse, and a character dances" },
  { id: "doodle", title: "Doodle", purpose: "Draw somebody, draw a line, and it does what the line does" },
  { id: "creatures", title: "Creatures", purpose: "Build a creature, and let it do what any other can" },
  { id: "keys", title: "Keys", purpose: "Turn a capture into the few keys an animator would have set" },
];
