/** Library search: forgiving, ranked, and able to say which letters matched. */

/** A hit. marks: indices of the matched letters in the text. */
export interface Match {
  score: number;
  marks: number[];
}

const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

const startsWord = (text: string, index: number) =>
  index === 0 || /[\s_.\-:/]/.test(text[index - 1]!) || (/[A-Z]/.test(text[index]!) && /[a-z]/.test(text[index - 1]!));

/** How well `query` fits `text`: a substring beats scattered letters, a word's start beats its middle. Null: no fit. */
export function match(query: string, text: string): Match | null {
  const wanted = fold(query.trim());
  if (!wanted) return { score: 0, marks: [] };
  const folded = fold(text);
  const aligned = folded.length === text.length;
  let at = folded.indexOf(wanted);
  for (let next = at; next >= 0 && aligned && !startsWord(text, at);) {
    next = folded.indexOf(wanted, next + 1);
    if (next >= 0 && startsWord(text, next)) at = next;
  }
  if (at >= 0) {
    const bonus = aligned && startsWord(text, at) ? 50 : 0;
    return { score: 100 + bonus - text.length / 100 - at / 10, marks: range(at, wanted.length) };
  }
  return scattered(wanted, folded, text.length);
}

function scattered(wanted: string, folded: string, length: number): Match | null {
  const marks: number[] = [];
  let from = 0;
  for (const letter of wanted) {
    const index = folded.indexOf(letter, from);
    if (index < 0) return null;
    marks.push(index);
    from = index + 1;
  }
  const spread = marks.at(-1)! - marks[0]! + 1 - wanted.length;
  return spread > 2 * wanted.length ? null : { score: 50 - spread - length / 100, marks };
}

const range = (start: number, count: number) => Array.from({ length: count }, (_, index) => start + index);

/** The things whose texts fit, best first; all of them, in their own order, for an empty query. */
export function found<T>(
  things: readonly T[],
  query: string,
  text: (thing: T) => string,
): { thing: T; marks: number[] }[] {
  return things
    .map((thing, order) => ({ thing, order, hit: match(query, text(thing)) }))
    .filter((row): row is typeof row & { hit: Match } => row.hit !== null)
    .sort((a, b) => b.hit.score - a.hit.score || a.order - b.order)
    .map(({ thing, hit }) => ({ thing, marks: hit.marks }));
}
