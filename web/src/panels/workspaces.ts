/** Workspaces register here; the strip of tabs appears as soon as there is a choice. */

export interface Workspace {
  id: string;
  title: string;
  /** What one does there, for the tooltip. */
  purpose: string;
}

export const WORKSPACES: readonly Workspace[] = [
  { id: "stage", title: "Stage", purpose: "Look at characters and play their motions" },
];
