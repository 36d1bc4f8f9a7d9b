import { describe, expect, it } from "vitest";
import { KEY_TAGS } from "../../protocol/generated";
import { palettes, SURFACES, TYPE } from "./tokens";
import { channels, contrast, HUES, hueOf } from "./colours";

describe("contrast", () => {
  it("is 21 for black on white and 1 for a colour on itself", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 6);
    expect(contrast("#f5a524", "#f5a524")).toBeCloseTo(1, 12);
  });

  it("agrees with the published ratio of #777777 on white, 4.48", () => {
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it("refuses what is not a colour", () => {
    expect(() => channels("amber")).toThrow(/not a colour/);
  });
});

describe.each(["dark", "light"] as const)("the %s palette", (theme) => {
  const palette = palettes[theme];

  it.each(TYPE.flatMap((type) => SURFACES.map((surface) => [type, surface] as const)))(
    "sets %s on %s with at least 4.5:1",
    (type, surface) => {
      expect(contrast(palette[type], palette[surface])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("sets type on amber, and type on the amber wash, with at least 4.5:1", () => {
    expect(contrast(palette.onLive, palette.live)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.liveText, palette.liveWash)).toBeGreaterThanOrEqual(4.5);
  });

  it("shows the tags of keys with at least 3:1 on every surface", () => {
    for (const surface of SURFACES)
      for (const tag of KEY_TAGS) expect(contrast(palette[tag], palette[surface])).toBeGreaterThanOrEqual(3);
  });

  it("shows the focus ring with at least 3:1 on every surface", () => {
    for (const surface of SURFACES) expect(contrast(palette.focus, palette[surface])).toBeGreaterThanOrEqual(3);
  });
});

describe("hues", () => {
  it("are eight different colours", () => {
    expect(new Set(HUES).size).toBe(8);
  });

  it("repeat, also below zero", () => {
    expect(hueOf(8)).toBe(HUES[0]);
    expect(hueOf(-1)).toBe(HUES[7]);
  });
});
