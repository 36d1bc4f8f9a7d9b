import { describe, expect, it } from "vitest";
import { HEAT } from "./tokens";
import { channels, encoded, hexOf, linear } from "./colours";
import { colourOf, labOf, mixed } from "./oklab";

describe("OKLab", () => {
  it("puts white at lightness 1 with no hue, and black at 0", () => {
    labOf("#ffffff").forEach((value, axis) => expect(value).toBeCloseTo(axis === 0 ? 1 : 0, 5));
    expect(labOf("#000000")[0]).toBeCloseTo(0, 9);
  });

  it("agrees with the published values of red (0.628, 0.225, 0.126)", () => {
    const [lightness, a, b] = labOf("#ff0000");
    expect(lightness).toBeCloseTo(0.628, 3);
    expect(a).toBeCloseTo(0.225, 3);
    expect(b).toBeCloseTo(0.126, 3);
  });

  it.each(["#3b495b", "#f8e780", "#010203", "#fefefe"])("gives %s back", (hex) => {
    expect(colourOf(labOf(hex))).toBe(hex);
  });

  it("passes through its stops and keeps to its ends", () => {
    const stops = ["#102030", "#405060", "#708090"];
    expect([-1, 0, 0.5, 1, 2].map((share) => mixed(stops, share))).toEqual([
      "#102030",
      "#102030",
      "#405060",
      "#708090",
      "#708090",
    ]);
  });
});

/** A colour as it is seen without one kind of cones (Viénot, Brettel and Mollon 1999), as linear RGB rows. */
const DEFICIENT = {
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

function seen(hex: string, rows: number[][]): string {
  const light = channels(hex).map(linear);
  const reaching = rows.map((row) => row.reduce((sum, weight, axis) => sum + weight * light[axis]!, 0));
  return hexOf(reaching.map((value) => encoded(Math.max(value, 0))));
}

describe.each(["dark", "light"] as const)("the %s heat ramp", (theme) => {
  const ramp = Array.from({ length: 33 }, (_, step) => mixed(HEAT[theme], step / 32));
  const steps = (colours: string[]) =>
    colours
      .slice(1)
      .map((colour, index) => (labOf(colour)[0] - labOf(colours[index]!)[0]) * (theme === "dark" ? 1 : -1));

  it("goes one way in lightness, in steps that differ by less than a factor of two", () => {
    const sizes = steps(ramp);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(2);
  });

  it.each(Object.entries(DEFICIENT))("goes one way in lightness with %s", (_, rows) => {
    expect(Math.min(...steps(ramp.map((colour) => seen(colour, rows))))).toBeGreaterThan(-0.002);
  });
});
