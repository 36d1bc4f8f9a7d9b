import { describe, expect, it } from "vitest";
import { TakeSampling } from "./performSamples";

describe("samples of a take", () => {
  it("count from where the take began, each later than the one before", () => {
    const sampling = new TakeSampling(10);
    sampling.add([0, 1, 0], 10);
    sampling.add([0, 1, 1], 10.5);
    sampling.add([9, 9, 9], 10.5);
    sampling.add([9, 9, 9], 10.2);
    sampling.add([0, 1, 2], 11);
    expect(sampling.taken()).toEqual([
      [0, 0, 1, 0],
      [0.5, 0, 1, 1],
      [1, 0, 1, 2],
    ]);
    expect(sampling.length).toBe(1);
  });

  it("are handed out once", () => {
    const sampling = new TakeSampling(0);
    sampling.add([1, 2, 3], 0.1);
    expect(sampling.taken()).toHaveLength(1);
    expect(sampling.taken()).toEqual([]);
  });

  it("hold a hand that rests before it lets go", () => {
    const sampling = new TakeSampling(0);
    sampling.rest(1);
    expect(sampling.taken()).toEqual([]);
    sampling.add([1, 2, 3], 0.5);
    sampling.rest(2);
    expect(sampling.taken().at(-1)).toEqual([2, 1, 2, 3]);
  });

  it("do not begin before the take", () => {
    const sampling = new TakeSampling(5);
    sampling.add([1, 2, 3], 4.9);
    expect(sampling.taken()).toEqual([[0, 1, 2, 3]]);
  });
});
