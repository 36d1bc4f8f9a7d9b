/** Names of joints and parts as people read them. Every panel, hint and label uses these. */

/** A name in lower-case words: "mixamorig:LeftUpLeg" gives left, up, leg. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/^.*:/, "")
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** A joint's or part's name for people: "left_ball" becomes "left ball". */
export const displayName = (name: string): string => wordsOf(name).join(" ") || name;

/** The display names of a list, in its order. Names that would look the same stay as they are in the file. */
export function displayNames(names: readonly string[]): string[] {
  const shown = names.map(displayName);
  return shown.map((name, index) => (shown.indexOf(name) === shown.lastIndexOf(name) ? name : names[index]!));
}
