/** The hint line's parts: what the pointer is over or doing, and what can be done there. */

/** A piece of the line: an action ("drag", "wheel") and what it does. */
export interface Hint {
  key: string;
  does: string;
}

/** What the pointer is over, with the name of the thing and what a click does with it, or what the pointer is doing. */
export type PointerPlace = { over: string; name?: string; click?: string } | { doing: string };

/** Hints by place. */
export interface HintTable {
  over: Readonly<Record<string, Hint[]>>;
  doing: Readonly<Record<string, Hint[]>>;
}

/** The hints of a place; null where the table does not know it. */
export const lookUp = ({ over, doing }: HintTable, place: PointerPlace): Hint[] | null =>
  ("doing" in place ? doing[place.doing] : over[place.over]) ?? null;
