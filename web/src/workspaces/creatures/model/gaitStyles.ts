/** Gait styles as layers: "lumber+limp" is one laid on the other, in the order in which they were chosen. */

import { strings } from "../strings";

export const PLAIN = "plain";

/** The styles of a name, the lowest first. */
export const stylesOf = (name: string): string[] =>
  name
    .split("+")
    .map((part) => part.trim())
    .filter((part) => part && part !== PLAIN);

/** Lays a style on top, or takes it off again. */
export function withStyle(name: string, style: string): string {
  const styles = stylesOf(name);
  if (style === PLAIN) return PLAIN;
  const next = styles.includes(style) ? styles.filter((each) => each !== style) : [...styles, style];
  return next.join("+") || PLAIN;
}

/** A style in a few words; its name where there is no description. */
export const aboutStyle = (style: string): string =>
  (strings.gait.about as Readonly<Record<string, string>>)[style] ?? style;

/** A speed in words and figures, for a creature of a size [m]: "walks, 0.80 m/s". */
export function speedText(speed: number, size: number): string {
  if (Math.abs(speed) < 1e-3) return strings.gait.stands;
  const pace = Math.abs(speed) / Math.sqrt(9.81 * Math.max(size, 1e-3));
  const word = pace < 0.12 ? "strolls" : pace < 0.5 ? "walks" : pace < 0.9 ? "hurries" : "runs";
  return (speed < 0 ? strings.gait.backward : strings.gait.forward)[word](Math.abs(speed));
}
