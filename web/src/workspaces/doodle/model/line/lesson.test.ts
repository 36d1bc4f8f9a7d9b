import { describe, expect, it } from "vitest";
import { answerTo, CARDS, nameOf } from "./lesson";

const piece = (motion: string | null, start = 0, stroke = "k-1", chosen = false) => ({
  stroke,
  start,
  motion,
  title: motion ?? "?",
  chosen,
});

describe("the lesson", () => {
  it("has ten cards, each another motion", () => expect(new Set(CARDS).size).toBe(10));
  it("waits until something is drawn, whatever was there before", () => {
    const walk = piece("walk");
    expect(answerTo("walk", [], new Set())).toEqual({ is: "waiting" });
    expect(answerTo("walk", [walk], new Set([nameOf(walk)]))).toEqual({ is: "waiting" });
  });
  it("takes the stroke that says the motion, also among others", () => {
    expect(answerTo("leap", [piece("walk"), piece("leap", 9)], new Set())).toEqual({ is: "done" });
  });
  it("names what was drawn instead", () => {
    expect(answerTo("hop", [piece("walk"), piece(null, 9)], new Set())).toEqual({ is: "other", title: "walk" });
    expect(answerTo("hop", [piece(null)], new Set())).toEqual({ is: "unread" });
  });
  it("takes no meaning that was chosen by hand, and no rest of the pen", () => {
    expect(answerTo("hop", [piece("hop", 0, "k-1", true)], new Set())).toEqual({ is: "waiting" });
    expect(answerTo("hop", [piece("stand")], new Set())).toEqual({ is: "waiting" });
  });
});
