import { expect, it } from "vitest";
import { known, sameHand } from "./writersHand";

const lesson = (measure: string, shift = 0.1) => ({ measure, limit: 0.3, shift });

it("a document knows a hand from elsewhere and from the corrections in all its drawings", () => {
  const drawings = [{ lessons: [lesson("arc.apex")] }, { lessons: [] }, { lessons: [lesson("arc.bow")] }];
  expect(known([lesson("arc.jump")], drawings).map(({ measure }) => measure)).toEqual([
    "arc.jump",
    "arc.apex",
    "arc.bow",
  ]);
  expect(known([], [{ lessons: Array.from({ length: 600 }, (_, at) => lesson("arc.apex", at)) }])[0]!.shift).toBe(100);
});

it("two hands are the same in any order, but not with another number of corrections", () => {
  const [a, b] = [lesson("arc.apex"), lesson("arc.bow")];
  expect(sameHand([a, b], [b, a])).toBe(true);
  expect(sameHand([a, a], [a])).toBe(false);
  expect(sameHand([a], [lesson("arc.apex", 0.2)])).toBe(false);
});
