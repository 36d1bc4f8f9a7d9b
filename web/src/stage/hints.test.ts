import { describe, expect, it } from "vitest";
import { lookUp } from "../document/hints";
import { TIMELINE_HINTS } from "../timeline/hints";
import { stageHints, type StagePlace } from "./hints";

const words = (place: StagePlace, following: boolean, touch?: boolean) =>
  stageHints(place, following, touch).map((hint) => `${hint.key} ${hint.does}`);

describe("the hint line over the stage", () => {
  it("opens with the promise of the first start while a character follows", () => {
    expect(words({ over: "empty" }, true)[0]).toBe("move it follows you");
    expect(words({ over: "nothing" }, true)[0]).toBe("move it follows you");
  });

  it("names what a drag on the base moves", () => {
    expect(words({ over: "base", name: "Bear" }, false)).toContain("drag move Bear on the ground");
  });

  it("offers a trail only where there is a motion", () => {
    expect(words({ over: "joint", name: "Head", hasMotion: false, trailed: false }, false)[0]).toBe(
      "click select Head",
    );
    expect(words({ over: "joint", name: "Head", hasMotion: true, trailed: false }, false)[0]).toMatch(
      /show the trail of Head/,
    );
    expect(words({ over: "joint", name: "Head", hasMotion: true, trailed: true }, false)[0]).toMatch(/hide/);
  });

  it("speaks of fingers where there are fingers", () => {
    expect(words({ over: "empty" }, false, true)).toEqual(["one finger orbit", "two fingers pan", "pinch zoom"]);
  });

  it.each(["orbit", "pan", "place", "scrub", "trim"])("says how to end while doing %s", (doing) => {
    const [first] = lookUp(TIMELINE_HINTS, { doing }) ?? stageHints({ doing }, true);
    expect(first!.key).toBe("release");
  });
});
