/** A creature's plan as the maker shows it: which piece is under the pointer, what it is called, where the next one stands. */

import type { BodyPart, CreaturePlan, Limb, PartInfo } from "../../../protocol/generated";
import type { Point3 } from "../../../stage/points";
import { capitalize } from "../../../text/format";
import { displayName } from "../../../text/names";
import { strings } from "../strings";

/** The torso's name among the pieces, as plans have it. */
export const SPINE = "spine";

/** The bare torso that a new creature starts from. */
export const TORSO: CreaturePlan = {
  name: "Torso",
  spine: [-0.3, -0.1, 0.1, 0.3].map((z) => ({ place: [0, 0.5, z], radius: 0.15, width: 1 })),
  bones: 4,
  limbs: [],
  parts: [],
  coat: {
    skin: "#6fbf73",
    belly: "#f4e8c1",
    accent: "#2f7d5b",
    horn: "#f2e3c6",
    iris: "#5a3418",
    blush: "#f08a80",
    pattern: "belly",
    socks: false,
  },
};

/** What is selected in the maker: a limb, one of its joints (0 where it leaves the body), a part, a point of the spine. */
export type Picked =
  | { kind: "limb"; name: string; joint: number | null }
  | { kind: "part"; name: string }
  | { kind: "spine"; point: number };

const SIDE = /^(left|right)_/;
const TWIN = "_twin";

export const limbOf = (plan: CreaturePlan, name: string): Limb | null =>
  plan.limbs.find((limb) => limb.name === name) ?? null;
export const partOf = (plan: CreaturePlan, name: string): BodyPart | null =>
  plan.parts.find((part) => part.name === name) ?? null;
const carrierOf = (plan: CreaturePlan, name: string): string | null =>
  (limbOf(plan, name) ?? partOf(plan, name))?.seat.on ?? null;

/** The piece whose bone a joint is: its name, "spine", or null for a joint of no piece. */
export function pieceOfJoint(plan: CreaturePlan, joint: string): string | null {
  const bare = joint.replace(SIDE, "");
  const owns = (name: string) =>
    bare === name || bare.startsWith(`${name}_`) || bare === name + TWIN || bare.startsWith(`${name}${TWIN}_`);
  const names = [...plan.limbs, ...plan.parts].map(({ name }) => name).filter(owns);
  // "leg_2" is a piece of its own, and also a bone of "leg": the longest name that fits with a bone's number behind it.
  const exact = names.filter((name) => bare !== name || partOf(plan, name) !== null);
  const found = (exact.length ? exact : names).sort((a, b) => b.length - a.length)[0];
  return found ?? (bare.startsWith(`${SPINE}_`) ? SPINE : null);
}

/** Whether a piece is another, or sits on it, directly or not. */
export function sitsOn(plan: CreaturePlan, piece: string, on: string): boolean {
  let name: string | null = piece;
  for (let steps = 0; name && name !== SPINE && steps < 500; steps++) {
    if (name === on) return true;
    name = carrierOf(plan, name);
  }
  return false;
}

/** The joints of a piece and of all that sits on it, both sides. */
export function jointsOfPiece(plan: CreaturePlan, joints: readonly string[], piece: string): number[] {
  return joints.flatMap((joint, index) => {
    const owner = pieceOfJoint(plan, joint);
    return owner && owner !== SPINE && sitsOn(plan, owner, piece) ? [index] : [];
  });
}

/** All that can be picked of a creature: points of its spine, limbs, parts. */
export const piecesOf = (plan: CreaturePlan): Picked[] => [
  ...plan.spine.map((_, point) => ({ kind: "spine", point }) as const),
  ...plan.limbs.map(({ name }) => ({ kind: "limb", name, joint: null }) as const),
  ...plan.parts.map(({ name }) => ({ kind: "part", name }) as const),
];

/** A key that distinguishes pieces; a joint of a limb is the limb. */
export const pieceId = (picked: Picked): string =>
  picked.kind === "spine" ? `${SPINE} ${picked.point}` : `${picked.kind} ${picked.name}`;

/** What is still there of a selection after an edit; null where it is gone. */
export function stillPicked(plan: CreaturePlan | null, picked: Picked | null): Picked | null {
  if (!plan || !picked) return null;
  if (picked.kind === "spine") return picked.point < plan.spine.length ? picked : null;
  if (picked.kind === "part") return partOf(plan, picked.name) ? picked : null;
  const limb = limbOf(plan, picked.name);
  if (!limb) return null;
  return (picked.joint ?? 0) <= limb.joints.length ? picked : { ...picked, joint: null };
}

/** The piece that came with an edit, by name; null where none did. */
export function newPiece(before: CreaturePlan, after: CreaturePlan): Picked | null {
  const limb = after.limbs.find(({ name }) => !limbOf(before, name));
  if (limb) return { kind: "limb", name: limb.name, joint: null };
  const part = after.parts.find(({ name }) => !partOf(before, name));
  return part ? { kind: "part", name: part.name } : null;
}

/** What is seldom wanted twice. */
const SINGLE = ["head", "mouth", "tail", "spike"];

/** Where a new piece of a group sits: one that is seldom wanted twice goes to the middle, if that is near.
 * radius: of the torso [m]. */
export function seatedFor(group: string, [x, y, z]: Point3, radius: number): Point3 {
  return SINGLE.includes(group) && Math.abs(x) < 0.6 * radius ? [0, y, z] : [x, y, z];
}

export interface Drawer {
  group: string;
  title: string;
  cards: PartInfo[];
}

/** The drawers of the palette, in the order in which a creature is built. */
export function drawersOf(cards: readonly PartInfo[]): Drawer[] {
  const titles: Readonly<Record<string, string>> = strings.palette.groups;
  const groups = [...new Set([...Object.keys(titles), ...cards.map(({ group }) => group)])];
  return groups
    .map((group) => ({
      group,
      title: titles[group] ?? group,
      cards: cards.filter((card) => card.group === group),
    }))
    .filter((drawer) => drawer.cards.length > 0);
}

/** The display name of a piece: "Leg 2 · paw". */
export function titleOf(plan: CreaturePlan, picked: Picked): string {
  const worded = (name: string) => capitalize(displayName(name));
  if (picked.kind === "spine") return strings.piece.spinePoint(picked.point + 1, plan.spine.length);
  if (picked.kind === "part") return worded(picked.name);
  const end = limbOf(plan, picked.name)?.end ?? "none";
  return end === "none" ? worded(picked.name) : strings.piece.limb(worded(picked.name), end);
}

const GAP = 0.35;

/** Where the next creature stands: beside the last one of the row, on the side with more room to the middle.
 * width: of the new one, where it is known [m]. */
export function nextInRow(places: readonly { x: number; width: number }[], width = 0.8): Point3 {
  if (places.length === 0) return [0, 0, 0];
  const right = Math.max(...places.map((each) => each.x + each.width / 2));
  const left = Math.min(...places.map((each) => each.x - each.width / 2));
  const reach = GAP + width / 2;
  const x = right <= -left ? right + reach : left - reach;
  return [Math.round(100 * x) / 100, 0, 0];
}
