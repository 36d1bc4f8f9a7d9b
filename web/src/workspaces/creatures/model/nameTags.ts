/** Places names under the creatures so that none covers another. */

/** x: the middle of a name, y: where it goes if there is room, wide: how long it is [px]. */
export interface NameTag {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

export const TALL = 22;
const APART = 2;

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
