import { expect, it } from "vitest";
import { redraw, runFrame } from "./frame";

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

it("reports a picture that is drawn between two frames to what lies over the stage", () => {
  let places = 0;
  redraw({ draw: (elapsed) => elapsed === 0, drawn: () => places++ });
  expect(places).toBe(1);
  redraw({ draw: () => false, drawn: () => places++ });
  expect(places).toBe(1);
});
