import { describe, expect, it } from "vitest";
import { palettes, type ThemeName } from "../../ui/theme/tokens";
import { contrast } from "../../ui/theme/colours";
import { axisColour } from "./graphColours";

describe("axisColour", () => {
  it.each(["dark", "light"] as ThemeName[])(
    "is readable on the panel in a %s room: 4.5:1, since labels use it",
    (theme) => {
      for (const letter of "xyzw")
        expect(contrast(axisColour(letter, theme), palettes[theme].panel), letter).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("differs for every axis", () => {
    expect(new Set([..."xyzw"].map((letter) => axisColour(letter, "dark"))).size).toBe(4);
  });
});
