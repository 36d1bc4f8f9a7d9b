import { expect, it } from "vitest";
import { changeLayer, endOf, lastEnd, playOver, queueNext, removeLayer, shiftLayer } from "./layerList";

const durationOf = (animation: string) => ({ nod: 1.5, wave: 2 })[animation] ?? 1;

it("plays an animation over the others from the playhead on", () => {
  const [layer] = playOver([], "wave", 0.4);
  expect(layer).toMatchObject({ animation: "wave", start: 0.4, weight: 1, seconds: null });
  expect(endOf(layer!, durationOf)).toBeCloseTo(2.4);
});

it("queues an animation after whatever ends last", () => {
  const once = queueNext([], "wave", 3, durationOf);
  const twice = queueNext(once, "nod", 3, durationOf);
  expect(twice.map(({ start }) => start)).toEqual([3, 5]);
  expect(lastEnd(twice, 3, durationOf)).toBeCloseTo(6.5);
});

it("reorders, changes and removes layers without touching the list it was given", () => {
  const layers = playOver(playOver([], "nod", 0), "wave", 1);
  const names = (list: readonly { animation: string }[]) => list.map(({ animation }) => animation);
  expect(names(shiftLayer(layers, 0, 1))).toEqual(["wave", "nod"]);
  expect(names(shiftLayer(layers, 0, -1))).toEqual(["nod", "wave"]);
  expect(changeLayer(layers, 1, { weight: 0.5 })[1]!.weight).toBe(0.5);
  expect(names(removeLayer(layers, 0))).toEqual(["wave"]);
  expect(names(layers)).toEqual(["nod", "wave"]);
});
