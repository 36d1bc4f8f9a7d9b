/** The tools of the sheet, and the one that is chosen automatically: a child who cannot read just draws on. */

import type { DoodleRead, PenDown, PropKind } from "../../../../protocol/generated";
import type { Layer } from "./scenery";

export const TOOLS = [
  "character",
  "motion",
  "decorate",
  "hand",
  "erase",
  "box",
  "ball",
  "tree",
  "ground",
  "scenery",
] as const;
export type Tool = (typeof TOOLS)[number];

export type InkKind = PenDown["ink"];

const INK_OF: Partial<Record<Tool, InkKind>> = {
  character: "character",
  motion: "motion",
  decorate: "annotation",
  ground: "ground",
};

/** The kind of ink that a tool draws; null for a tool that does not draw. layer: of scenery. */
export const inkOf = (tool: Tool, layer: Layer): InkKind | null =>
  tool === "scenery" ? layer : (INK_OF[tool] ?? null);

export const propOf = (tool: Tool): PropKind | null =>
  tool === "box" || tool === "ball" || tool === "tree" ? tool : null;

/** The facts that decide which tool is chosen. complete: whether the drawn character can move. finished: whether it needs no further part;
 * without arms it may be a mech, or a person whose arms are still to be drawn. */
export interface Sheet {
  readonly complete: boolean;
  readonly finished: boolean;
  readonly strokes: number;
}

/** Whether a drawn body needs no further part. An animal whose legs are strokes of their own wants four of them. */
export function isFinished(read: Pick<DoodleRead, "body" | "links"> | null): boolean {
  if (read?.body !== "animal") return read?.body === "person" || read?.body === "front";
  const legs = read.links.filter(({ label }) => label === "leg").length;
  return legs === 0 || legs >= 4;
}

/** The tool after a change of the sheet: the body pencil until the character is complete, then the motion pencil. */
export function toolAfter(tool: Tool, before: Sheet, now: Sheet): Tool {
  if (now.finished && !before.finished) return "motion";
  if (!now.complete && before.complete) return "character";
  if (!now.complete && (tool === "motion" || tool === "decorate")) return "character";
  return tool;
}

/** Whether a tool can be used: motion lines and decoration need a complete character. */
export const isUsable = (tool: Tool, sheet: Sheet): boolean =>
  tool === "motion" || tool === "decorate" ? sheet.complete : tool === "erase" ? sheet.strokes > 0 : true;
