/** The studio's colours, once: CSS reads them as custom properties, the stage as numbers, a test checks their contrast. */

export type ThemeName = "dark" | "light";

export interface Palette {
  /** Surfaces, from the room's wall to what floats above it. */
  room: string;
  panel: string;
  raised: string;
  hover: string;
  pressed: string;
  line: string;
  /** Type, from what is read first to what is read last. All of them meet 4.5:1 on every surface. */
  text: string;
  soft: string;
  faint: string;
  /** Warm amber: live things only (playhead, record, the cursor's trail, the primary action). */
  live: string;
  liveText: string;
  onLive: string;
  liveWash: string;
  /** Red: what is being recorded, and nothing else. */
  recording: string;
  /** What went wrong, what went well, what is merely said. */
  danger: string;
  good: string;
  info: string;
  focus: string;
  /** The stage: sky above, horizon, ground, grid and its axes, key and rim light, shadow. */
  skyTop: string;
  horizon: string;
  ground: string;
  grid: string;
  gridStrong: string;
  keyLight: string;
  fillLight: string;
  rimLight: string;
  shadow: string;
  shadowStrength: string;
  /** How much brighter the ground is under the key light, as a share. */
  pool: string;
  ghostBefore: string;
  ghostAfter: string;
  /** What a key is for, as ghosts, dopesheet and plots show it; size or shape shows it too, never colour alone. */
  keypose: string;
  breakdown: string;
  detail: string;
  /** The matte body of an original beside or under its result. */
  clay: string;
  /** The sheet of Doodle: paper and its grain, ink, words and pencil lines on it. The paper is warm in any room. */
  paper: string;
  paperGrain: string;
  paperInk: string;
  paperText: string;
  paperLine: string;
  /** Drawn ground, and scenery. */
  paperEarth: string;
  paperScenery: string;
  boxShadow: string;
  veil: string;
}

export const palettes: Record<ThemeName, Palette> = {
  dark: {
    room: "#131417",
    panel: "#1a1c1f",
    raised: "#232629",
    hover: "#2a2d32",
    pressed: "#32363c",
    line: "#2c2f34",
    text: "#eceae6",
    soft: "#b3b5b8",
    faint: "#9da1a7",
    live: "#f5a524",
    liveText: "#f7b44a",
    onLive: "#221500",
    liveWash: "#33291a",
    recording: "#f0473a",
    danger: "#ff8f80",
    good: "#86cfa9",
    info: "#8cc2f5",
    focus: "#8cc2f5",
    skyTop: "#1b1e24",
    horizon: "#363b44",
    ground: "#23262b",
    grid: "#4c525c",
    gridStrong: "#6a717d",
    keyLight: "#fff1dd",
    fillLight: "#9fb4d8",
    rimLight: "#bcd4ff",
    shadow: "#07080a",
    shadowStrength: "0.42",
    pool: "0.75",
    ghostBefore: "#6ea8ff",
    ghostAfter: "#ffb454",
    keypose: "#f5a524",
    breakdown: "#62a8f5",
    detail: "#9da1a7",
    clay: "#8f959e",
    paper: "#ece2cd",
    paperGrain: "#d9caae",
    paperInk: "#2b2833",
    paperText: "#5b4f3c",
    paperLine: "#a08f72",
    paperEarth: "#7d643f",
    paperScenery: "#66727f",
    boxShadow: "0 8px 28px rgb(0 0 0 / 0.42), 0 1px 3px rgb(0 0 0 / 0.4)",
    veil: "rgb(15 16 19 / 0.78)",
  },
  light: {
    room: "#e4e1db",
    panel: "#f6f4f0",
    raised: "#ffffff",
    hover: "#edeae4",
    pressed: "#e4e0d8",
    line: "#dcd8d0",
    text: "#22242a",
    soft: "#4a4e56",
    faint: "#5d616a",
    live: "#e08a00",
    liveText: "#8a5200",
    onLive: "#1d1200",
    liveWash: "#fbecd0",
    recording: "#d9301f",
    danger: "#a82a1c",
    good: "#1f6b45",
    info: "#1d5c9c",
    focus: "#1d5c9c",
    skyTop: "#dfe6ec",
    horizon: "#f5f1ea",
    ground: "#e6e1d8",
    grid: "#c3bcb0",
    gridStrong: "#a39b8e",
    keyLight: "#fff3e2",
    fillLight: "#dfe9f7",
    rimLight: "#ffffff",
    shadow: "#4c4334",
    shadowStrength: "0.3",
    pool: "0.06",
    ghostBefore: "#3f74c9",
    ghostAfter: "#c97a12",
    keypose: "#b96c00",
    breakdown: "#2b6cc4",
    detail: "#6b7079",
    clay: "#a5a8ad",
    paper: "#faf4e6",
    paperGrain: "#eadfc8",
    paperInk: "#2b2833",
    paperText: "#5f5340",
    paperLine: "#a99a80",
    paperEarth: "#7d643f",
    paperScenery: "#66727f",
    boxShadow: "0 8px 28px rgb(60 50 30 / 0.16), 0 1px 3px rgb(60 50 30 / 0.14)",
    veil: "rgb(240 237 231 / 0.82)",
  },
};

/** Surfaces that type may sit on, and the type that may sit on them: what the contrast test multiplies out. */
export const SURFACES = ["room", "panel", "raised", "hover", "pressed"] as const;
export const TYPE = ["text", "soft", "faint", "liveText", "danger", "good", "info"] as const;

/** From no difference to the largest. In a dark room the brightest is the most, in a light one the darkest: what stands out
 * from the room is what matters. Evenly spaced in perceived lightness, so that any colour vision can read them. */
export const HEAT: Record<ThemeName, readonly string[]> = {
  dark: ["#5d7185", "#9778cb", "#f97894", "#ffb365", "#faea89"],
  light: ["#b0c0cd", "#cf8f43", "#ca4f26", "#9d1b46", "#481d62"],
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Puts a palette on the document as CSS custom properties: `liveText` becomes `--live-text`. */
export function applyTheme(name: ThemeName, root: HTMLElement): void {
  for (const [token, value] of Object.entries(palettes[name])) root.style.setProperty(`--${kebab(token)}`, value);
  root.dataset.theme = name;
  root.style.colorScheme = name;
}
