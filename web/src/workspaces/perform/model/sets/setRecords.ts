/** Spatial sets as the page asks about them: whose they are, which of them stand in for each other, and their spaces. */

import type { PoseArrays } from "../../../../document/motion";
import type { Records } from "../../../../document/records";
import type { CastMember, CharacterRecord, MotionRecord, PoseRecord, SetRecord } from "../../../../protocol/generated";

/** A character's sets, in their order. */
export function setsOf(records: Records, character: string | null | undefined): SetRecord[] {
  return [...records.values()]
    .filter((record): record is SetRecord => record.kind === "set" && record.character === character)
    .sort((a, b) => a.order - b.order);
}

/** The pose that is being designed for a character; null for its rest pose. */
export function designedPose(records: Records, character: string | null | undefined): PoseRecord | null {
  const record = records.get(`pose-${character}`);
  return record?.kind === "pose" ? record : null;
}

/** Whether a pose waits to be stored or discarded, so that the ball of a set does not lead. */
export function isHeld(
  pose: Pick<PoseRecord, "held" | "controllers"> | null,
  set: Pick<SetRecord, "manipulators"> | null,
): boolean {
  if (!pose || pose.held === "none") return false;
  const placed = set?.manipulators.some(({ kind, target }) => kind === "controller" && target in pose.controllers);
  return pose.held === "body" || (placed ?? false);
}

/** A pose record as the stage draws poses. */
export function poseArrays({ root, rotations, translations }: PoseRecord): PoseArrays {
  return {
    root: Float32Array.from(root),
    rotations: Float32Array.from(rotations.flat()),
    translations: translations && Float32Array.from(translations.flat()),
  };
}

/** What a manipulator keys: its place, its turn, or both. */
const freedoms = ({ kind, target, moves, turns }: SetRecord["manipulators"][number]): string[] => [
  ...(moves ? [`${kind} ${target} place`] : []),
  ...(turns ? [`${kind} ${target} turn`] : []),
];

/** Whether a hand can go from one set to the other in one take: they key something in common. */
export function areAlternatives(a: SetRecord, b: SetRecord): boolean {
  const known = new Set(a.manipulators.flatMap(freedoms));
  return b.manipulators.flatMap(freedoms).some((each) => known.has(each));
}

/** Whether finished sets come with a character: the cast says so. */
export const hasCastSets = (
  members: readonly Pick<CastMember, "name" | "sets">[],
  { cast }: Pick<CharacterRecord, "cast">,
): boolean => members.some(({ name, sets }) => name === cast && sets.length > 0);

/** The performance that a motion is, if it is one of a character. */
export const performanceOf = (motion: MotionRecord | null, character: string | undefined): MotionRecord | null =>
  motion?.form === "performance" && motion.character === character ? motion : null;
