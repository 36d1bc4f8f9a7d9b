/** What keyframes of a motion miss, by part and axis, as a table shows it. */

import type { EffortWay } from "../../../protocol/generated";
import { displayNames } from "../../../text/names";

/** cells: about or along x, y and z [%]; null where the motion's coordinate is near zero. */
export interface EffortRow {
  part: string;
  cells: readonly (number | null)[];
}

/** The rows of a way, those with the largest error first. angle: angles rather than places. */
export function effortRows(way: EffortWay, angle: boolean): EffortRow[] {
  const parts = way.parts.filter((each) => each.angle === angle);
  const names = displayNames(parts.map(({ part }) => part));
  const worst = ({ cells }: EffortRow) => Math.max(...cells.map((value) => value ?? 0));
  return parts
    .map(({ percent }, index): EffortRow => ({ part: names[index]!, cells: percent }))
    .sort((a, b) => worst(b) - worst(a));
}
