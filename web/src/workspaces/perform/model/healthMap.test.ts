import { expect, test } from "vitest";
import { healthPixels } from "./healthMap";

test("where all is well the map is clear, and the hottest place has the wild colour", () => {
  const pixels = healthPixels(Float32Array.of(0, 1), [255, 200, 0], [255, 0, 10]);
  expect(pixels[3]).toBe(0);
  expect([...pixels.slice(4, 7)]).toEqual([255, 0, 10]);
  expect(pixels[7]).toBe(204);
});

test("heat beyond the scale counts as the end of the scale", () => {
  const wild = healthPixels(Float32Array.of(3), [0, 0, 0], [9, 9, 9]);
  expect([...wild]).toEqual([...healthPixels(Float32Array.of(1), [0, 0, 0], [9, 9, 9])]);
});
