import { describe, expect, it } from "vitest";
import {
  ALL_BODIES,
  CAPS,
  PLACES,
  contextOf,
  sentenceOf,
  withZone,
  zoneAlong,
  type BodyPlace,
} from "./contextSentence";

describe("a context as a sentence", () => {
  it("reads as the engine writes it", () => {
    const context = {
      cap: "grasper" as const,
      zones: [
        { place: "left" as const, setspace: false },
        { place: "front" as const, setspace: true },
      ],
      extent: "front" as const,
      spine: true,
    };
    const sentence = "graspers on the left, at the front of the set, front-most, by their spine segments";
    expect(sentenceOf(context)).toBe(sentence);
    expect(contextOf(sentence)).toEqual(context);
  });

  it("comes back from words for every type and every place", () => {
    for (const cap of [null, ...CAPS])
      for (const place of Object.keys(PLACES) as BodyPlace[]) {
        const context = { ...ALL_BODIES, cap, zones: [{ place, setspace: false }] };
        expect(contextOf(sentenceOf(context))).toEqual(context);
      }
  });

  it("takes plain words too", () => {
    expect(contextOf("grasper, left, front of the set")).toEqual({
      ...ALL_BODIES,
      cap: "grasper",
      zones: [
        { place: "left", setspace: false },
        { place: "front", setspace: true },
      ],
    });
  });

  it.each(["", "hands", "graspers on the moon", "graspers left-most, right-most"])(
    "does not understand “%s”",
    (text) => {
      expect(contextOf(text)).toBeNull();
    },
  );

  it("has one zone along an axis", () => {
    const left = withZone(ALL_BODIES, 0, { place: "left", setspace: false });
    const both = withZone(withZone(left, 2, { place: "back", setspace: false }), 0, { place: "right", setspace: true });
    expect(sentenceOf(both)).toBe("bodies on the right of the set, at the back");
    expect(zoneAlong(both, 1)).toBeNull();
    expect(withZone(both, 0, null).zones).toHaveLength(1);
  });
});
