/** All that a character does over its clips, wherever the scene keeps it: targets, props in its hands, handshakes. */

import type { SceneHandshake, SceneHeld, SceneProp, SceneTarget } from "../../../protocol/generated";
import type { Point3 } from "../../../stage/points";

export const KINDS = ["look", "reach", "follow", "hold", "shake"] as const;
export type DeedKind = (typeof KINDS)[number];

export type Deed =
  | { kind: "target"; id: string; target: SceneTarget }
  | { kind: "hold"; id: string; prop: SceneProp; index: number; held: SceneHeld }
  | { kind: "shake"; id: string; shake: SceneHandshake; other: string; limb: string };

/** How long hands shake, and a prop is held, at first [s]. */
const [SHAKE, HOLD] = [2.5, 2];

export function deedsOf(
  character: string,
  targets: readonly SceneTarget[],
  props: readonly SceneProp[],
  handshakes: readonly SceneHandshake[],
): Deed[] {
  const held = props.flatMap((prop) =>
    prop.held.flatMap((each, index) =>
      each.by === character ? [{ kind: "hold" as const, id: `${prop.id} ${index}`, prop, index, held: each }] : [],
    ),
  );
  const shakes = handshakes.flatMap((shake): Deed[] => {
    const { id, first, second, firstLimb, secondLimb } = shake;
    if (first === character) return [{ kind: "shake", id, shake, other: second, limb: firstLimb }];
    return second === character ? [{ kind: "shake", id, shake, other: first, limb: secondLimb }] : [];
  });
  return [...targets.map((target) => ({ kind: "target" as const, id: target.id, target })), ...held, ...shakes];
}

/** A target from the beginning to the end of a scene. of: null for the point. length: [s]. */
export const newTarget = (
  kind: SceneTarget["kind"],
  of: { id: string; part: string } | null,
  point: Point3,
  length: number,
): SceneTarget => ({
  id: crypto.randomUUID(),
  kind,
  of: of?.id ?? null,
  part: of?.part ?? "",
  point,
  limb: "",
  start: 0,
  stop: length,
  weight: 1,
});

/** The holds of a prop with one more, after the others. length: of the scene [s]. */
export function newHeld(held: readonly SceneHeld[], by: string, length: number): SceneHeld[] {
  const last = held.at(-1);
  const start = last ? last.stop : Math.min(1, 0.25 * length);
  const before =
    last && last.stop > length ? [...held.slice(0, -1), { ...last, stop: (last.start + length) / 2 }] : held;
  const from = before.at(-1)?.stop ?? start;
  return [...before, { by, limb: "", start: from, stop: from + HOLD }];
}

/** Two shake hands in the middle of a scene. length: [s]. */
export function newHandshake(first: string, second: string, length: number): SceneHandshake {
  const start = Math.max((length - SHAKE) / 2, 0);
  return { id: crypto.randomUUID(), first, second, firstLimb: "", secondLimb: "", start, stop: start + SHAKE };
}
