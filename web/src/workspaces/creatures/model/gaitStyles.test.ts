import { expect, it } from "vitest";
import { speedText, stylesOf, withStyle } from "./gaitStyles";

it("lays styles on each other in the order in which they are chosen", () => {
  expect(withStyle("plain", "lumber")).toBe("lumber");
  expect(withStyle("lumber", "limp")).toBe("lumber+limp");
  expect(stylesOf("lumber+limp")).toEqual(["lumber", "limp"]);
});

it("takes a style off again, and is plain without any", () => {
  expect(withStyle("lumber+limp", "lumber")).toBe("limp");
  expect(withStyle("limp", "limp")).toBe("plain");
  expect(withStyle("lumber+limp", "plain")).toBe("plain");
});

it("says a speed in words that fit the size", () => {
  expect(speedText(0, 1)).toBe("stands");
  expect(speedText(1, 1)).toBe("walks, 1.00 m/s");
  expect(speedText(1, 0.1)).toBe("runs, 1.00 m/s");
  expect(speedText(-0.2, 1)).toBe("strolls backwards, 0.20 m/s");
});
