/** The hierarchy of a character's sets as a forest, the order in which they are performed, and where a dragged one would go. */

import { strings } from "../../strings";
import type { SetRecord } from "../../../../protocol/generated";
import { displayName } from "../../../../text/names";

/** A line of the forest. depth: 0 for sets that no other set moves. */
export interface HierarchyRow {
  set: SetRecord;
  depth: number;
}

/** What a drop would do: let another set move the dragged one, or none; or put it before another one in the list. */
export type Drop = { into: string | null } | { to: number };

const byRank = (a: SetRecord, b: SetRecord) => b.rank - a.rank || a.order - b.order;

/** The forest from the top: highest rank first, with the sets that a set moves below it. */
export function hierarchyOf(sets: readonly SetRecord[]): HierarchyRow[] {
  const known = new Set(sets.map(({ id }) => id));
  const rows: HierarchyRow[] = [];
  const grow = (parent: string | null, depth: number) => {
    const own = sets.filter((set) => (known.has(set.parent ?? "") ? set.parent : null) === parent);
    for (const set of own.sort(byRank)) {
      rows.push({ set, depth });
      grow(set.id, depth + 1);
    }
  };
  grow(null, 0);
  return rows;
}

/** Sets in the order of the digits: those that no other set moves first, highest rank first; then the sets that they move. */
export const inReach = (sets: readonly SetRecord[]): SetRecord[] =>
  [...sets].sort((a, b) => Number(a.parent !== null) - Number(b.parent !== null) || byRank(a, b));

/** The ids of the sets that a set moves, itself or through others. */
export function movedBy(sets: readonly SetRecord[], id: string): string[] {
  const own = sets.filter(({ parent }) => parent === id).map((set) => set.id);
  return own.flatMap((child) => [child, ...movedBy(sets, child)]);
}

/** What dropping a set on a row does. share: how far down the row the pointer is, 0 to 1; null below all rows. */
export function dropOf(
  sets: readonly SetRecord[],
  dragged: string,
  target: string | null,
  share: number | null,
): Drop | null {
  const moved = sets.find(({ id }) => id === dragged);
  const over = sets.find(({ id }) => id === target);
  if (!moved) return null;
  if (!over || share === null) return moved.parent === null ? null : { into: null };
  if (over.id === moved.id) return null;
  if (share > 0.25 && share < 0.75) return over.id === moved.parent ? null : { into: over.id };
  if (over.parent !== moved.parent) return { into: over.parent };
  const others = [...sets].sort((a, b) => a.order - b.order).filter(({ id }) => id !== dragged);
  const to = others.findIndex(({ id }) => id === over.id) + (share >= 0.75 ? 1 : 0);
  const from = [...sets].sort((a, b) => a.order - b.order).findIndex(({ id }) => id === dragged);
  return to === from ? null : { to };
}

/** Names of the joints that a set keys, and ids of the sets whose controllers it moves. */
export function targetsOf({ manipulators }: SetRecord): { joints: string[]; controllers: string[] } {
  const of = (kind: string) => manipulators.filter((each) => each.kind === kind).map(({ target }) => target);
  return { joints: of("joint"), controllers: of("controller") };
}

/** What a set moves, in few words: "the whole body", "tail, 5 joints", "legs and spine". */
export function movesText(set: SetRecord, sets: readonly SetRecord[], joints: readonly string[]): string {
  const text = strings.sets;
  const keyed = targetsOf(set);
  const names = keyed.controllers.map((id) => sets.find((other) => other.id === id)?.name ?? text.missingSet);
  const goals = set.manipulators.filter(({ kind }) => kind === "handle").map(({ target }) => displayName(target));
  const body =
    keyed.joints.length === 0
      ? goals
      : keyed.joints.length === joints.length
        ? [text.movesWholeBody]
        : keyed.joints.length <= 2
          ? keyed.joints.map(displayName)
          : [text.movesJoints(keyed.joints.length)];
  const all = [...names, ...body];
  return all.length ? text.list(all) : text.movesNothing;
}
