/** The tools of the sheet, and which of them is in the hand by itself: somebody who cannot read draws on, and it is the right one. */

import type { PropKind } from "../../../protocol/generated";

export const TOOLS = ["character", "motion", "decorate", "hand", "erase", "box", "ball", "tree"] as const;
export type Tool = (typeof TOOLS)[number];

/** The kind of ink that a tool leaves; null for one that leaves none. */
export const INK_OF = {
  character: "character",
  motion: "motion",
  decorate: "annotation",
  hand: null,
  erase: null,
  box: null,
  ball: null,
  tree: null,
} as const satisfies Record<Tool, "character" | "motion" | "annotation" | null>;

export const propOf = (tool: Tool): PropKind | null =>
  tool === "box" || tool === "ball" || tool === "tree" ? tool : null;

export const TOOL_WORDS: Record<Tool, { title: string; does: string }> = {
  character: { title: "Body", does: "Draw somebody: head, body, arm, leg, foot, one line each" },
  motion: { title: "Move", does: "Draw a line, and it does what the line does" },
  decorate: { title: "Dress", does: "Eyes, a hat, hair, shoes: they stay where you draw them" },
  hand: { title: "Hand", does: "Take hold of things and put them elsewhere" },
  erase: { title: "Rub out", does: "Rub lines out" },
  box: { title: "Box", does: "A box to jump on: tap, or drag to size it" },
  ball: { title: "Ball", does: "A ball that rolls: tap, then pull its arrow" },
  tree: { title: "Tree", does: "A tree: tap, or drag to size it" },
};

/** What decides which tool is in the hand. complete: whether there is somebody who can move. finished: whether nothing is to be added to
 * them; without arms they are a mech, or somebody whose arms come next. */
export interface Sheet {
  readonly complete: boolean;
  readonly finished: boolean;
  readonly strokes: number;
}

/** The tool after the sheet has changed: the body's pencil until somebody is there, then the line's; and back where they are gone. */
export function toolAfter(tool: Tool, before: Sheet, now: Sheet): Tool {
  if (now.finished && !before.finished) return "motion";
  if (!now.complete && before.complete) return "character";
  if (!now.complete && (tool === "motion" || tool === "decorate")) return "character";
  return tool;
}

/** Whether a tool can be used: lines need somebody who follows them. */
export const isUsable = (tool: Tool, sheet: Sheet): boolean =>
  tool === "motion" || tool === "decorate" ? sheet.complete : tool === "erase" ? sheet.strokes > 0 : true;
