/** View and selection of the keys. */

import type { Curves } from "../../../timeline/curves/curves";

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

/** Columns that are to be selected, by their numbers, once the curves that an edit makes of them are here: the engine may put them
 * elsewhere than was asked for. */
export class ColumnsToSelect {
  private waiting: { columns: readonly number[]; before: string } | null = null;

  /** before: what the curves held before the edit. */
  expect(columns: readonly number[], before: string): void {
    this.waiting = { columns, before };
  }

  forget(): void {
    this.waiting = null;
  }

  /** Their times [s], where these curves are what the edit made; null where nothing waits for them. */
  arrived({ blob, preview, columns }: Curves): number[] | null {
    if (!this.waiting || preview || blob === this.waiting.before) return null;
    const wanted = this.waiting.columns;
    this.waiting = null;
    return wanted.filter((column) => column < columns.times.length).map((column) => columns.times[column]!);
  }
}
