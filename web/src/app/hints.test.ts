import { describe, expect, it } from "vitest";
import { hintsFor } from "./hints";

const words = (...args: Parameters<typeof hintsFor>) => hintsFor(...args).map((hint) => `${hint.key} ${hint.does}`);

describe("the hint line", () => {
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

  it("says what a click on a joint does to the keys, and how to end choosing who leads", () => {
    const over = (click: "select" | "lead" | "release") => words({ over: "keyedJoint", name: "Hand", click }, false);
    expect(over("select")[0]).toBe("click show the curves of Hand");
    expect(over("select")).not.toContain("Esc done");
    expect(over("lead").slice(0, 2)).toEqual(["click let Hand lead", "Esc done"]);
    expect(over("release")[0]).toBe("click Hand leads no longer");
    expect(words({ over: "leading" }, false)).toContain("Esc done");
  });

  it("speaks of fingers where there are fingers", () => {
    expect(words({ over: "empty" }, false, true)).toEqual(["one finger orbit", "two fingers pan", "pinch zoom"]);
  });

  it.each(["orbit", "pan", "place", "scrub", "trim"] as const)("says how to end while doing %s", (doing) => {
    expect(words({ doing }, true)[0]).toMatch(/^release/);
  });

  it("says what a hand does with keys, and how to give it up", () => {
    expect(hintsFor({ over: "column" }, false)[0]).toEqual({ key: "drag", does: "move the whole pose" });
    expect(hintsFor({ over: "graphHandle" }, true).map((hint) => hint.key)).toEqual(["drag", "Alt", "Shift"]);
    for (const doing of ["moveKeys", "retimeKeys", "bendHandle"] as const)
      expect(hintsFor({ doing }, false).at(-1)).toEqual({ key: "Esc", does: "as it was" });
  });

  it("says in Perform what the ball, a marker and a part of the body do", () => {
    expect(words({ over: "ball" }, false)[0]).toBe("drag perform");
    expect(words({ over: "armedBall" }, false)[0]).toBe("drag recording starts with you");
    expect(words({ over: "marker" }, false)).toContain("double-click take its pose");
    expect(words({ over: "pulled" }, false)).toContain("Alt+drag turn it");
    expect(words({ doing: "record" }, false)).toContain("Esc throw it away");
  });
});
