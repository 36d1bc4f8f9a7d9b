import { expect, it } from "vitest";
import { markAfter } from "./marks";

it("arrows lead from mark to mark and round, Home and End to the ends", () => {
  expect(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "End"].map((key) => markAfter(0, key, 3))).toEqual(
    [1, 1, 2, 2, 0, 2],
  );
  expect(markAfter(2, "ArrowDown", 3)).toBe(0);
  expect([markAfter(0, "Enter", 3), markAfter(0, "k", 3)]).toEqual([null, null]);
});
