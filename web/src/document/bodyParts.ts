/** A skeleton in parts that people name: body, head, arms, legs, tail. Works on any rig; every joint is in one part. */

import type { CharacterRecord } from "../protocol/generated";
import { capitalize } from "../text/format";
import { displayName, wordsOf } from "../text/names";
import { strings } from "./strings";

/** What of a character's record decides. */
export type Rig = Pick<CharacterRecord, "joints" | "parents" | "caps" | "sides">;

export interface BodyPart {
  label: string;
  /** In skeleton order. */
  joints: readonly number[];
}

/** A rig this small reads best as a plain list. */
const FEW_JOINTS = 6;

/** The parts in the order in which the skeleton meets them, the body first.
 *
 *     trunk      the root, and what carries limbs on both sides
 *     limbs      what branches off to a side, with all below it
 *     others     what branches off in the middle: head, tail, or by the name of its first joint
 *
 * Eyes, ears and other small things to a side belong to what they sit on.
 */
export function bodyParts(rig: Rig): BodyPart[] {
  const owner = owners(rig);
  const joints = new Map<number, number[]>();
  owner.forEach((top, joint) => joints.set(top, [...(joints.get(top) ?? []), joint]));
  if (joints.size <= 2 || rig.joints.length <= FEW_JOINTS)
    return [{ label: strings.body, joints: rig.joints.map((_, joint) => joint) }];
  const parts = [...joints].map(([top, members]) => ({ top, label: labelOf(rig, top, members), joints: members }));
  return distinct(rig, parts);
}

/** Per joint the first joint of its part. */
function owners(rig: Rig): number[] {
  const { parents, sides } = rig;
  const limb = limbs(rig);
  const trunk = limb.some(Boolean) ? carriers(rig, limb) : firstStretch(rig);
  const owner: number[] = [];
  parents.forEach((parent, joint) => {
    const above = parent < 0 ? joint : owner[parent]!;
    const branches = parent >= 0 && trunk.has(parent) && !trunk.has(joint);
    const small = sides[joint] !== 0 && !limb[joint] && limb.some(Boolean);
    owner.push(parent < 0 || (branches && !small) ? joint : above);
  });
  return owner;
}

const LIMB_CAPS = new Set(["limb", "grasper", "foot", "wing"]);

/** Per joint whether it goes off to a side and has, itself or below, what makes an arm, a leg or a wing. */
function limbs({ parents, sides, caps }: Rig): boolean[] {
  const reaches = caps.map((list) => list.some((cap) => LIMB_CAPS.has(cap)));
  for (let joint = parents.length - 1; joint > 0; joint--) if (reaches[joint]) reaches[parents[joint]!] = true;
  return reaches.map((reached, joint) => reached && sides[joint] !== 0);
}

/** The middle joints above any limb, and the root. */
function carriers({ parents, sides }: Rig, limb: readonly boolean[]): Set<number> {
  const found = new Set([0]);
  limb.forEach((is, joint) => {
    if (!is) return;
    for (let up = parents[joint]!; up >= 0; up = parents[up]!) if (sides[up] === 0) found.add(up);
  });
  return found;
}

/** Where nothing is known about sides: from the root to the first joint that branches. */
function firstStretch({ parents }: Rig): Set<number> {
  const found = new Set([0]);
  for (let joint = 0; ;) {
    const children = parents.flatMap((parent, child) => (parent === joint ? [child] : []));
    if (children.length !== 1) return found;
    found.add((joint = children[0]!));
  }
}

const SIDE_WORDS = new Set(["left", "right", "l", "r"]);
const KINDS = ["arm", "leg", "wing", "fin", "tentacle", "tail", "hand", "foot"];

function labelOf(rig: Rig, top: number, members: readonly number[]): string {
  if (rig.parents[top]! < 0) return "Body";
  const caps = new Set(members.flatMap((joint) => rig.caps[joint]!));
  const side = rig.sides[top]!;
  if (side === 0) {
    if (caps.has("head")) return "Head";
    return members.length > 1 && caps.has("tail") ? "Tail" : capitalize(displayName(rig.joints[top]!));
  }
  const shared = sharedWords(members.map((joint) => wordsOf(rig.joints[joint]!)));
  const kind = caps.has("wing") ? "wing" : caps.has("foot") ? "leg" : "arm";
  const named = shared.some((word) => KINDS.includes(word));
  return [side > 0 ? "Left" : "Right", ...shared, ...(named ? [] : [kind])].join(" ");
}

/** The words that all names have, besides the side's, in order. */
function sharedWords(names: readonly string[][]): string[] {
  const [first, ...others] = names;
  return first!.filter(
    (word) => !SIDE_WORDS.has(word) && !/^\d+$/.test(word) && others.every((name) => name.includes(word)),
  );
}

interface Found extends BodyPart {
  top: number;
}

/** Parts of one label say where they sit; where that is the same too, they are counted. */
function distinct(rig: Rig, parts: readonly Found[]): BodyPart[] {
  const same = (label: string) => parts.filter((part) => part.label === label);
  const seat = (part: Found) => displayName(rig.joints[rig.parents[part.top]!] ?? "");
  return parts.map((part) => {
    const twins = same(part.label);
    if (twins.length === 1) return { label: part.label, joints: part.joints };
    const seated = twins.filter((twin) => seat(twin) === seat(part));
    const suffix = seated.length === 1 ? ` · ${seat(part)}` : ` ${twins.indexOf(part) + 1}`;
    return { label: part.label + suffix, joints: part.joints };
  });
}
