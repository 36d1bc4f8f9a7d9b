/** Numbers, counted things and lists as text in the page's language. */

import { LOCALE } from "./locale";

/** Text for each plural category of the language; `#` stands for the number. English has `one` and `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const PLURALS = new Intl.PluralRules(LOCALE);
const NUMBERS = new Map<number, Intl.NumberFormat>();
const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(LOCALE, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const LISTS = {
  and: new Intl.ListFormat(LOCALE, { type: "conjunction" }),
  or: new Intl.ListFormat(LOCALE, { type: "disjunction" }),
};

/** A number with the language's separators and at most this many decimals: 1,234.5 in English. */
export function number(value: number, decimals = 0): string {
  let format = NUMBERS.get(decimals);
  if (!format) NUMBERS.set(decimals, (format = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: decimals })));
  return format.format(value);
}

/** The same with exactly this many decimals, for figures that change in place: 1.50. */
export const fixed = (value: number, decimals: number): string =>
  value.toLocaleString(LOCALE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** A share of one as percent: 0.42 is 42%. */
export const percent = (share: number): string =>
  share.toLocaleString(LOCALE, { style: "percent", maximumFractionDigits: 0 });

/** The form that fits the count, with the number in it: plural(2, { one: "# foot", other: "# feet" }) is "2 feet". */
export const plural = (count: number, forms: PluralForms): string =>
  (forms[PLURALS.select(count)] ?? forms.other).replaceAll("#", number(count));

/** A time of day: 14:05. seconds: since 1970. */
export const clock = (seconds: number): string => CLOCK.format(1000 * seconds);

/** A day and time: Nov 19, 14:05. seconds: since 1970. */
export const day = (seconds: number): string => DAY.format(1000 * seconds);

/** Items as a sentence lists them: "a, b, and c". */
export const list = (items: readonly string[], type: "and" | "or" = "and"): string => LISTS[type].format(items);

/** Text with its first letter as a capital: a label from a word that also occurs inside sentences. */
export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase(LOCALE) + text.slice(1);

/** The sentence to show for something that was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
