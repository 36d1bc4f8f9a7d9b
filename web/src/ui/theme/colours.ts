/** Colours with a meaning: contrast as WCAG computes it, and the eight hues for sets, channels and characters. */

/** Eight hues that are distinct for any common colour vision (after Okabe and Ito, softened for the stage). */
export const HUES: readonly string[] = [
  "#56b4e9",
  "#2fb68a",
  "#d98bb8",
  "#e3d650",
  "#4f8fd6",
  "#dd6b3f",
  "#a9a9b3",
  "#e69f00", // last: next to the accent it must not be taken for something live
];

/** The hue of the `index`-th thing; the list repeats, since colour alone never shows rank. */
export function hueOf(index: number): string {
  const wrapped = ((Math.trunc(index) % HUES.length) + HUES.length) % HUES.length;
  return HUES[wrapped]!;
}

/** "#rrggbb" as three numbers in 0..1 (sRGB). */
export function channels(hex: string): [number, number, number] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new Error(`${hex} is not a colour of the form #rrggbb.`);
  return [1, 2, 3].map((group) => parseInt(match[group]!, 16) / 255) as [number, number, number];
}

/** A channel of sRGB as an amount of light, and back; both 0..1. */
export const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
export const encoded = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

/** Three channels in 0..1 (sRGB) as "#rrggbb"; what a screen cannot show is clipped. */
export function hexOf(rgb: readonly number[]): string {
  const byte = (value: number) => Math.round(255 * Math.min(Math.max(value, 0), 1));
  return `#${rgb.map((value) => byte(value).toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance, 0 black to 1 white (WCAG 2.2). */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
