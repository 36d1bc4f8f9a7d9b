/** A workspace: its entry, which is always there, and its session, which is loaded when it is opened. */

import type { Hint, PointerPlace } from "../document/hints";
import type { DocumentRecord, MotionRecord } from "../protocol/generated";
import type { StageGuest } from "../stage/workspaceOnStage";
import type { Page } from "../timeline/context";
import type { TimelinePart } from "../timeline/part";
import type { IconName } from "../ui/icons";
import type { Command } from "../ui/keyboard";
import type { Panel } from "../ui/panel";

export interface WorkspacePanels {
  /** Instead of the library; null for none. */
  readonly library?: Panel | null;
  /** A section of the library. found: how many of its entries the query finds. */
  readonly shelf?: Panel<{ query: string; found: number }>;
  /** Instead of what the inspector shows of the selection. */
  readonly inspector?: Panel | null;
  /** A section about the selected motion of a character. */
  readonly motion?: Panel<{ motion: MotionRecord }>;
  /** Instead of the stage's tools. */
  readonly tools?: Panel;
  /** The bar at the foot of the stage. */
  readonly bar?: Panel;
  /** Beside what is drawn on the stage, in its corner, and over all of it. */
  readonly labels?: Panel;
  readonly legend?: Panel | null;
  readonly cover?: Panel | null;
  /** Whether jobs and reports are shown beside the tools: where all happens at the bottom of the stage, as on paper. */
  readonly newsAtTop?: boolean;
  readonly timeline?: TimelinePart;
}

/** A step of a tour: it says what to do and where, and waits until that is done. */
export interface TourStep {
  readonly text: string;
  /** A CSS selector of the control; null for the stage. */
  readonly at: string | null;
  /** Called when the step is reached. */
  begin?(): void;
  /** Whether what the step asks for has been done. Reads reactive state. */
  done(): boolean;
}

export interface WorkspaceSession extends StageGuest {
  /** What its panels share. */
  readonly state: object;
  readonly panels: WorkspacePanels;
  /** What its shortcuts do, and other shortcuts here. An action that returns false leaves the shortcut to the page. */
  readonly shortcuts: Partial<Record<Command, (key: string) => unknown>>;
  /** Lets go of one thing at a time; returns whether there was one. */
  letGo(): boolean;
  /** Deletes what is selected; returns whether this is where that is decided. */
  deleteSelected(): boolean;
  /** The hints of a place; null where the page knows them. */
  hints(place: PointerPlace, touch: boolean): Hint[] | null;
  /** What the pointer is over where it is over nothing in particular. */
  readonly idlePlace?: PointerPlace | null;
  /** Whether something is being recorded: invitations wait. */
  readonly busy?: boolean;
  /** Whether a job's progress is already shown in the workspace. */
  showsJob?(kind: string): boolean;
  /** The way from nothing to a result, for a newcomer. Called when the tour starts. */
  tour(): readonly TourStep[];
  /** Which of the page's settings says whether side panels are folded. */
  readonly fold?: "folded" | "sheetFolded";
}

export interface WorkspaceModule {
  /** Called once, while a component is set up: effects are allowed. */
  open(page: Page): WorkspaceSession;
}

/** A ready thing to do in a new document. */
export interface StartCard {
  id: string;
  title: string;
  about: string;
  icon?: IconName;
  picture?: string;
  /** state: what the workspace's panels share, once it is open; nothing for a workspace without a session. */
  run(state: object | null): void;
}

export interface WorkspaceEntry {
  readonly id: string;
  readonly title: string;
  /** What one does there, for the tooltip. */
  readonly purpose: string;
  /** Missing where the page itself is all that there is to see. */
  load?(): Promise<WorkspaceModule>;
  cards?(page: Page): StartCard[];
  /** Whether a record that a file brought wants to be seen here. */
  claims?(record: DocumentRecord): boolean;
  /** Whether it has a section in the library, and so is loaded with it. */
  readonly shelved?: boolean;
}
