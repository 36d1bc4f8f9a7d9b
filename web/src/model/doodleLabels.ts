/** Words on the sheet: each beside what it names, none over another. */

/** A word that is to be placed. x, y: what it names, the word goes above it [px]. wide: how long it is [px]. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
}

/** Where it goes: its middle and its upper edge [px]; null where there is no room for it. */
export type Placed = { readonly x: number; readonly y: number } | null;

export const TALL = 22;
/** How far above what it names a word begins, and how many places above each other are tried. */
const [ABOVE, TRIES] = [8, 4];

/** How long a word is, about [px]. */
export const wideOf = (text: string): number => 7.2 * text.length + 20;

/** Places words in turn; the earlier ones stay where they are. */
export function placed(labels: readonly Label[]): Placed[] {
  const taken: { left: number; right: number; top: number }[] = [];
  return labels.map(({ x, y, wide }) => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const top = y - ABOVE - TALL - attempt * (TALL + 2);
      const [left, right] = [x - wide / 2, x + wide / 2];
      const free = taken.every((each) => right <= each.left || left >= each.right || Math.abs(top - each.top) >= TALL);
      if (!free) continue;
      taken.push({ left, right, top });
      return { x, y: top };
    }
    return null;
  });
}

/** Names in a column beside a figure: each as high as what it names, as far as those above leave room. ys: [px]. */
export function column(ys: readonly number[], apart = TALL + 4): number[] {
  const order = ys.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y || a.index - b.index);
  const placed = new Array<number>(ys.length);
  let last = -Infinity;
  for (const { y, index } of order) last = placed[index] = Math.max(y, last + apart);
  return placed;
}
