import { describe, expect, it } from "vitest";
import {
  AUTOMATIC,
  isAutomatic,
  settingsName,
  toggled,
  withAccuracy,
  withDetail,
  withFixed,
  withForbidden,
  withLayerCount,
  withLeading,
  withObjective,
  withWeight,
} from "./settings";

describe("weights", () => {
  it("are named only where they are not 1", () => {
    const heavy = withWeight(AUTOMATIC, "LeftHand", 2);
    expect(heavy.weights).toEqual({ LeftHand: 2 });
    expect(withWeight(withWeight(heavy, "Head", 0), "LeftHand", 1).weights).toEqual({ Head: 0 });
    expect(isAutomatic(withWeight(heavy, "LeftHand", 1))).toBe(true);
  });
});

describe("the leading part", () => {
  it("starts from what was proposed", () => {
    expect(withLeading(AUTOMATIC, ["Hips"], "LeftFoot").leading).toEqual(["Hips", "LeftFoot"]);
    expect(withLeading(AUTOMATIC, ["Hips", "Spine"], "Hips").leading).toEqual(["Spine"]);
  });

  it("goes on from the user's own", () => {
    const own = { ...AUTOMATIC, leading: ["LeftHand"] };
    expect(withLeading(own, ["LeftHand"], "RightHand").leading).toEqual(["LeftHand", "RightHand"]);
  });

  it("is proposed again when no joint is left to lead", () => {
    expect(withLeading({ ...AUTOMATIC, leading: ["Hips"] }, ["Hips"], "Hips").leading).toBeNull();
  });
});

describe("frames", () => {
  it("are kept in order, and taken away by asking again", () => {
    const two = withFixed(withFixed(AUTOMATIC, 40), 7);
    expect(two.fixed).toEqual([7, 40]);
    expect(withFixed(two, 40).fixed).toEqual([7]);
  });

  it("are never pinned and kept off at once", () => {
    const pinned = withFixed(AUTOMATIC, 12);
    const off = withForbidden(pinned, 12);
    expect([off.fixed, off.forbidden]).toEqual([[], [12]]);
    expect(withFixed(off, 12)).toEqual(pinned);
  });

  it("leave the settings they came from alone", () => {
    withFixed(AUTOMATIC, 3);
    withForbidden(AUTOMATIC, 3);
    expect([AUTOMATIC.fixed, AUTOMATIC.forbidden]).toEqual([[], []]);
  });
});

describe("layers", () => {
  it("take a number by hand and give it back, leaving no empty places behind", () => {
    const second = withLayerCount(AUTOMATIC, 1, 12);
    expect(second.layerCounts).toEqual([null, 12]);
    expect(withLayerCount(second, 1, null).layerCounts).toEqual([]);
  });

  it("change one threshold at a time", () => {
    expect(withAccuracy(AUTOMATIC, [0.2, 0.2, 0.01], 2, 0.05).accuracy).toEqual([0.2, 0.2, 0.05]);
  });

  it("go with their criterion, and detail with its layer", () => {
    const own = withLayerCount(withAccuracy({ ...AUTOMATIC, detail: true }, [0.2, 0.2, 0.01, 0.001], 3, 0.01), 3, 90);
    expect(withDetail(own, false)).toMatchObject({ detail: false, accuracy: [0.2, 0.2, 0.01] });
    expect(withDetail(own, false).layerCounts).toHaveLength(3);
    expect(withObjective(own, "chord_max")).toMatchObject({ objective: "chord_max", accuracy: [], layerCounts: [] });
  });
});

describe("settings", () => {
  it("have one name, whatever the order of the weights", () => {
    const a = { ...AUTOMATIC, weights: { Hips: 2, Head: 0.5 } };
    const b = { ...AUTOMATIC, weights: { Head: 0.5, Hips: 2 } };
    expect(settingsName(a)).toBe(settingsName(b));
    expect(settingsName(a)).not.toBe(settingsName(AUTOMATIC));
  });

  it("are automatic until something is changed", () => {
    expect(isAutomatic({ ...AUTOMATIC, leading: null })).toBe(true);
    expect(isAutomatic(withFixed(AUTOMATIC, 0))).toBe(false);
  });

  it("toggle things in lists", () => {
    expect(toggled([1, 2], 2)).toEqual([1]);
    expect(toggled([1], 2)).toEqual([1, 2]);
  });
});
