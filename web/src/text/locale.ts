/** The language of the page. Everything that depends on it, words and formats alike, asks this file. */

/** The languages that every table of strings has. */
export type Locale = "en";

export const LOCALE: Locale = "en";

/** A table of strings: text, text with parameters, or a group of these. */
export interface Strings {
  readonly [key: string]: string | ((...parameters: never[]) => string) | Strings;
}

/** The table for the page's language. A translation has the keys and parameters of the English table, or it does not compile. */
export const inLocale = <Table extends Strings>(tables: Record<Locale, Table>): Table => tables[LOCALE];
