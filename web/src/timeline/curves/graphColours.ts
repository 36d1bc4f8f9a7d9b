/** Colours of curves by axis, from the list that any colour vision can distinguish; deeper in a light room. */

import type { ThemeName } from "../../ui/theme/tokens";
import { HUES } from "../../ui/theme/colours";

const DARK = { x: HUES[5]!, y: HUES[1]!, z: HUES[0]!, w: HUES[2]! };
const LIGHT = { x: "#b5481c", y: "#19795a", z: "#22689f", w: "#9a4777" };

const AXES: Record<ThemeName, Record<string, string>> = { dark: DARK, light: LIGHT };

/** The colour of an axis' curve: "x", "y", "z" or "w". */
export const axisColour = (letter: string, theme: ThemeName): string => AXES[theme][letter] ?? AXES[theme].w!;
