/** Places names under the creatures so that none covers another. */

import { Vector3, type Box3 } from "three";

/** x: the middle of a name, y: where it goes if there is room, wide: how long it is [px]. */
export interface NameTag {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

export const TALL = 22;
const APART = 2;

/** Where a creature's name goes [px]: under its middle, and as low as the nearest corner of the ground that it covers. */
export function underBox(box: Box3, toElement: (point: Vector3) => { x: number; y: number }): { x: number; y: number } {
  const middle = box.getCenter(new Vector3()).setY(0);
  const corners = [box.min.x, box.max.x].flatMap((x) => [box.min.z, box.max.z].map((z) => new Vector3(x, 0, z)));
  return { x: toElement(middle).x, y: Math.max(...corners.map((corner) => toElement(corner).y)) };
}

/** Where each name goes, from above [px]: `first` stays, then the upper ones; a name that would cover another goes below it. */
export function stack(tags: readonly NameTag[], first = -1): number[] {
  const order = tags
    .map((tag, index) => ({ ...tag, index }))
    .sort((a, b) => +(b.index === first) - +(a.index === first) || a.y - b.y || a.index - b.index);
  const taken: { left: number; right: number; y: number }[] = [];
  const found = new Array<number>(tags.length).fill(0);
  for (const { x, y, wide, index } of order) {
    const [left, right] = [x - wide / 2, x + wide / 2];
    const beside = taken.filter((each) => right > each.left && left < each.right).sort((a, b) => a.y - b.y);
    let place = y;
    for (const each of beside) if (Math.abs(place - each.y) < TALL) place = each.y + TALL + APART;
    taken.push({ left, right, y: place });
    found[index] = place;
  }
  return found;
}
