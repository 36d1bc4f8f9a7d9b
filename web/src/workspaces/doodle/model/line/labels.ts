/** Words on the sheet: each beside what it names, none over another. */

/** A word that is to be placed. x, y: what it names, the word goes above it [px]. wide: how long it is [px]. asks: it wants an answer, so
 * it is never left out, and the others make room for it. */
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly asks?: boolean;
}

/** Where it goes: its middle and its upper edge [px]; null where there is no room for it. */
export type Placed = { readonly x: number; readonly y: number } | null;

export const TALL = 22;
/** How far above what it names a word begins, how far it is from another, and how much higher it goes to get out of their way [px]. */
const [ABOVE, APART, HIGHER] = [8, 2, 80];

/** How long a word is, about [px]. */
export const wideOf = (text: string): number => 7.2 * text.length + 20;

/** Places words in turn, those that ask first; the earlier ones stay where they are. */
export function placed(labels: readonly Label[]): Placed[] {
  const taken: { left: number; right: number; top: number }[] = [];
  const found = new Array<Placed>(labels.length).fill(null);
  const order = labels.map((label, index) => ({ ...label, index })).sort((a, b) => +(b.asks ?? 0) - +(a.asks ?? 0));
  for (const { x, y, wide, asks, index } of order) {
    const [left, right] = [x - wide / 2, x + wide / 2];
    const beside = taken.filter((each) => right > each.left && left < each.right).sort((a, b) => b.top - a.top);
    let top = y - ABOVE - TALL;
    for (const each of beside) if (Math.abs(top - each.top) < TALL) top = each.top - TALL - APART;
    if (!asks && y - ABOVE - TALL - top > HIGHER) continue;
    taken.push({ left, right, top });
    found[index] = { x, y: top };
  }
  return found;
}

/** Names in a column beside a figure: each as high as what it names, as far as those above leave room. ys: [px]. */
export function column(ys: readonly number[], apart = TALL + 4): number[] {
  const order = ys.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y || a.index - b.index);
  const placed = new Array<number>(ys.length);
  let last = -Infinity;
  for (const { y, index } of order) last = placed[index] = Math.max(y, last + apart);
  return placed;
}
