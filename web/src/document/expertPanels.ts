/** Panels with controls that a beginner can do without: `ui/More.svelte` folds them. */
export const EXPERT_PANELS = ["creatures", "keys", "perform", "set"] as const;

export type ExpertPanel = (typeof EXPERT_PANELS)[number];
