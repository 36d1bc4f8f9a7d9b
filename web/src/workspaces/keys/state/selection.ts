/** What of the keys is looked at and selected. */

export const KEYS_VIEWS = ["overlay", "side", "result"] as const;
export type KeysView = (typeof KEYS_VIEWS)[number];

/** What is selected. columns: their times [s]. keys: channel and key, as the curves count them. joints: whose curves are shown. */
export interface KeySelection {
  columns: readonly number[];
  keys: readonly (readonly [number, number])[];
  joints: readonly number[];
}

export const NOTHING: KeySelection = { columns: [], keys: [], joints: [] };

/** What stands in the way of showing keys, if anything. */
export type KeysState = "away" | "nothing" | "markers" | "opening" | "failed" | "open";
