/** The document as the page knows it: records by id, and questions about them. */

import type {
  CharacterRecord,
  DocumentRecord,
  MotionRecord,
  Placement,
  StageRecord,
  ViewRecord,
} from "../protocol/generated";

export type Records = ReadonlyMap<string, DocumentRecord>;

/** Records after a change: whole records replace, removed ids go. */
export function changedRecords(
  records: Records,
  changed: readonly DocumentRecord[],
  removed: readonly string[],
): Records {
  const next = new Map(records);
  for (const record of changed) next.set(record.id, record);
  for (const id of removed) next.delete(id);
  return next;
}

const ofKind = <K extends DocumentRecord["kind"]>(records: Records, kind: K) =>
  [...records.values()].filter((record): record is Extract<DocumentRecord, { kind: K }> => record.kind === kind);

export const charactersOf = (records: Records): CharacterRecord[] => ofKind(records, "character");

export const motionsOf = (records: Records): MotionRecord[] => ofKind(records, "motion");

export const stageOf = (records: Records): StageRecord | null => ofKind(records, "stage")[0] ?? null;

export const viewOf = (records: Records): ViewRecord | null => ofKind(records, "view")[0] ?? null;

export function characterOf(records: Records, id: string | null | undefined): CharacterRecord | null {
  const record = id ? records.get(id) : undefined;
  return record?.kind === "character" ? record : null;
}

export function motionOf(records: Records, id: string | null | undefined): MotionRecord | null {
  const record = id ? records.get(id) : undefined;
  return record?.kind === "motion" ? record : null;
}

/** The record that another view of the document brings to the inspector, null for none; undefined where the selection stays as it is.
 * before: null for the first view of a document. */
export function broughtBy(
  before: Pick<ViewRecord, "motion" | "character" | "follow"> | null,
  { motion, character, follow }: Pick<ViewRecord, "motion" | "character" | "follow">,
): string | null | undefined {
  if (!before) return follow ?? motion ?? character;
  // The character that a new document begins with comes before the motions that it can play.
  if (motion !== before.motion) return follow !== null && follow !== before.follow ? follow : motion;
  return character !== before.character ? character : undefined;
}

/** Where a character stands; the middle of the stage by default. */
export function placementOf(records: Records, character: string): Placement {
  return (
    stageOf(records)?.placements.find((place) => place.character === character) ?? {
      character,
      position: [0, 0, 0],
      heading: 0,
    }
  );
}

/** The other half of a mirror pair, or null for a joint in the centre. */
export function mirrorOf(character: CharacterRecord, joint: number): number | null {
  const other = character.mirror[joint];
  return other === undefined || other === joint ? null : other;
}

/** The mirror list with `joint` paired to `other` (or to none): old partners of both are freed. */
export function paired(mirror: readonly number[], joint: number, other: number | null): number[] {
  const next = [...mirror];
  for (const one of [joint, other]) {
    if (one === null) continue;
    const partner = next[one]!;
    next[partner] = partner;
    next[one] = one;
  }
  if (other !== null) [next[joint], next[other]] = [other, joint];
  return next;
}
