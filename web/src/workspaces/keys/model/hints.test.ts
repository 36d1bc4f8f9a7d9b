import { describe, expect, it } from "vitest";
import { keysHints } from "./hints";

const words = (place: Parameters<typeof keysHints>[0]) =>
  keysHints(place, false)!.map((hint) => `${hint.key} ${hint.does}`);

describe("the hint line in Keys", () => {
  it("says what a click on a joint does, and how to end choosing the leading part", () => {
    const over = (click: "select" | "lead" | "release") => words({ over: "keyedJoint", name: "Hand", click });
    expect(over("select")[0]).toBe("click show the curves of Hand");
    expect(over("select")).not.toContain("Esc done");
    expect(over("lead").slice(0, 2)).toEqual(["click let Hand lead", "Esc done"]);
    expect(over("release")[0]).toBe("click remove Hand from the leading part");
    expect(words({ over: "leading" })).toContain("Esc done");
  });

  it("says what a hand does with keys, and how to give it up", () => {
    expect(keysHints({ over: "column" }, false)![0]).toEqual({ key: "drag", does: "move the whole pose" });
    expect(keysHints({ over: "graphHandle" }, false)!.map((hint) => hint.key)).toEqual(["drag", "Alt", "Shift"]);
    for (const doing of ["moveKeys", "retimeKeys", "bendHandle"])
      expect(keysHints({ doing }, false)!.at(-1)).toEqual({ key: "Esc", does: "cancel" });
  });

  it("leaves other places to the page", () => expect(keysHints({ over: "ruler" }, false)).toBeNull());
});
