import { expect, it } from "vitest";
import { runFrame } from "./frame";

it("draws in a frame what time has changed in it", () => {
  let [time, shown] = [0, 0];
  const pictures: number[] = [];
  const parts = {
    tick: (elapsed: number) => (time += elapsed),
    direct: () => (shown = time),
    advance: () => {},
    draw: () => pictures.push(shown) > 0,
    drawn: () => {},
  };
  runFrame(parts, 0.25, 0);
  runFrame(parts, 0.25, 250);
  expect(pictures).toEqual([0.25, 0.5]);
});
