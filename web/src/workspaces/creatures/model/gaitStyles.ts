/** Gait styles as layers: "lumber+limp" is one laid on the other, in the order in which they were chosen. */

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

/** What each style looks like, in a few words; one that nobody has described is called by its name alone. */
export const STYLE_WORDS: Readonly<Record<string, string>> = {
  plain: "Nothing added to the walk",
  limp: "Spares one foot",
  lumber: "Heavy, swaying over each step",
  sneak: "Low, with high careful steps",
  proud: "Upright, with a bounce",
  tired: "Dragging, head first",
  trot: "Diagonal legs together",
  gallop: "Fore, then hind, with a leap between",
  pace: "Legs of one side together",
  march: "Knees high, feet put down hard",
  tiptoe: "Short steps, heels off the ground",
  scuttle: "Low and quick, small steps",
  waddle: "From side to side, legs swung out",
};

/** A speed in words and figures, for somebody of a size [m]: "walks, 0.80 m/s". */
export function speedText(speed: number, size: number): string {
  if (Math.abs(speed) < 1e-3) return "stands";
  const pace = Math.abs(speed) / Math.sqrt(9.81 * Math.max(size, 1e-3));
  const word = pace < 0.12 ? "strolls" : pace < 0.5 ? "walks" : pace < 0.9 ? "hurries" : "runs";
  return `${word}${speed < 0 ? " backwards" : ""}, ${Math.abs(speed).toFixed(2)} m/s`;
}
