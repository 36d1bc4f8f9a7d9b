import { expect, it } from "vitest";
import { lookUp, type PointerPlace } from "../../../document/hints";
import { PERFORM_HINTS, performHints } from "./hints";

const words = (place: PointerPlace) => lookUp(PERFORM_HINTS, place)!.map((hint) => `${hint.key} ${hint.does}`);

it("says in Perform what the ball, a marker and a part of the body do", () => {
  expect(words({ over: "ball" })[0]).toBe("drag perform");
  expect(words({ over: "armedBall" })[0]).toBe("drag start recording");
  expect(words({ over: "marker" })).toContain("double-click edit the pose");
  expect(words({ over: "pulled" })).toContain("Alt+drag rotate");
  expect(words({ doing: "record" })).toContain("Esc discard");
});

it("says first where poses cancel each other, while the ball is in hand", () => {
  expect(performHints({ doing: "perform" }, true)![0]!.does).toContain("cancel each other");
  expect(performHints({ over: "ball" }, true)).toHaveLength(performHints({ over: "ball" }, false)!.length + 1);
  expect(performHints({ over: "marker" }, true)).toEqual(performHints({ over: "marker" }, false));
  expect(performHints({ over: "nothing" }, true)).toBeNull();
});
