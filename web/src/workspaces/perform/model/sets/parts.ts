/** What a set keys of one joint: its own rotation and place, an inverse-kinematics handle, a pole. */

import type { CharacterRecord, SetManipulator, SetRecord } from "../../../../protocol/generated";

/** What can be keyed of a part, as the panel lists it. */
export type PartWay = "place" | "rotation" | "pole" | "slide";

const found = (set: Pick<SetRecord, "manipulators">, kind: SetManipulator["kind"], target: string): SetManipulator =>
  set.manipulators.find((each) => each.kind === kind && each.target === target) ?? {
    kind,
    target,
    moves: false,
    turns: false,
  };

/** Whether a set keys a part in a way. */
export function isKeyed(set: Pick<SetRecord, "manipulators">, joint: string, way: PartWay): boolean {
  if (way === "slide") return found(set, "joint", joint).moves;
  if (way === "pole") return found(set, "pole", joint).moves;
  const handle = found(set, "handle", joint);
  return way === "place" ? handle.moves : handle.turns;
}

/** The part as it is after one way of keying it was switched on or off. */
export function toggledPart(set: Pick<SetRecord, "manipulators">, joint: string, way: PartWay): SetManipulator {
  const kind = way === "slide" ? "joint" : way === "pole" ? "pole" : "handle";
  const part = { ...found(set, kind, joint) };
  if (way === "rotation") part.turns = !part.turns;
  else part.moves = !part.moves;
  return part;
}

/** What can be keyed of a joint: a pole needs a joint above and one below; the root slides anyway. */
export function waysOf({ parents }: Pick<CharacterRecord, "parents">, joint: number): readonly PartWay[] {
  if ((parents[joint] ?? -1) < 0) return [];
  return parents.includes(joint) ? ["place", "rotation", "pole", "slide"] : ["place", "rotation", "slide"];
}
