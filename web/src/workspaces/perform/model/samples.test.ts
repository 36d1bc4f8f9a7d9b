import { describe, expect, it } from "vitest";
import { TakeSampling } from "./samples";

const samples = (sampling: TakeSampling) => sampling.unsent()?.samples ?? [];

describe("samples of a take", () => {
  it("count from where the take began, each later than the one before", () => {
    const sampling = new TakeSampling(10);
    sampling.add([0, 1, 0], 10);
    sampling.add([0, 1, 1], 10.125);
    sampling.add([9, 9, 9], 10.125);
    sampling.add([9, 9, 9], 10.1);
    sampling.add([0, 1, 2], 10.25);
    expect(samples(sampling)).toEqual([
      [0, 0, 1, 0],
      [0.125, 0, 1, 1],
      [0.25, 0, 1, 2],
    ]);
    expect(sampling.length).toBe(0.25);
  });

  it("do not drift while the hand rests: it stays until shortly before its next event", () => {
    const sampling = new TakeSampling(0);
    sampling.add([0, 1, 0], 0);
    sampling.add([0.1, 1, 0], 0.2);
    sampling.add([0.5, 1, 0], 2);
    const [first, second, rested, moved] = samples(sampling);
    expect([first, second, moved]).toEqual([
      [0, 0, 1, 0],
      [0.2, 0.1, 1, 0],
      [2, 0.5, 1, 0],
    ]);
    expect(rested![0]).toBeCloseTo(1.983, 3);
    expect(rested!.slice(1)).toEqual([0.1, 1, 0]);
  });

  it("are handed out again until they are acknowledged", () => {
    const sampling = new TakeSampling(0);
    sampling.add([1, 2, 3], 0.1);
    const batch = sampling.unsent()!;
    sampling.add([4, 5, 6], 0.2);
    expect(samples(sampling)).toHaveLength(2);
    sampling.acknowledge(batch);
    expect(samples(sampling)).toEqual([[0.2, 4, 5, 6]]);
    sampling.acknowledge(sampling.unsent()!);
    expect(sampling.unsent()).toBeNull();
  });

  it("are all there once more where the studio has forgotten them", () => {
    const sampling = new TakeSampling(0);
    sampling.add([1, 2, 3], 0.1);
    sampling.switchTo("dance", 0.15);
    sampling.acknowledge(sampling.unsent()!);
    sampling.startOver();
    expect(sampling.unsent()).toEqual({
      samples: [[0.1, 1, 2, 3]],
      switches: [{ time: 0.15, set: "dance" }],
      releases: [],
    });
  });

  it("go out in pieces that a message can hold, none twice and none left out", () => {
    const sampling = new TakeSampling(0);
    for (let index = 0; index < 9001; index++) sampling.add([index, 0, 0], index / 1000);
    const seen: number[] = [];
    for (let batch = sampling.unsent(); batch; batch = sampling.unsent()) {
      expect(batch.samples.length).toBeLessThanOrEqual(4000);
      seen.push(...batch.samples.map(([, x]) => x));
      sampling.acknowledge(batch);
    }
    expect(seen).toEqual(Array.from({ length: 9001 }, (_, index) => index));
  });

  it("hold a hand that rests before it lets go", () => {
    const sampling = new TakeSampling(0);
    sampling.rest(1);
    expect(sampling.unsent()).toBeNull();
    sampling.add([1, 2, 3], 0.5);
    sampling.rest(2);
    expect(samples(sampling).at(-1)).toEqual([2, 1, 2, 3]);
    expect(sampling.place).toEqual([1, 2, 3]);
  });

  it("do not begin before the take", () => {
    const sampling = new TakeSampling(5);
    sampling.add([1, 2, 3], 4.9);
    expect(samples(sampling)).toEqual([[0, 1, 2, 3]]);
  });

  it("hold when the ball was released, and close what is open at the end", () => {
    const sampling = new TakeSampling(10);
    sampling.add([0, 0, 0], 10);
    sampling.release(true, 11);
    sampling.release(true, 11.2);
    expect(sampling.unsent()!.releases).toEqual([]);
    sampling.release(false, 12);
    sampling.release(false, 13);
    sampling.release(true, 14);
    sampling.release(false, 14); // no time at all
    const batch = sampling.unsent()!;
    expect(batch.releases).toEqual([{ start: 1, stop: 2 }]);
    sampling.acknowledge(batch);
    expect(sampling.unsent()).toBeNull();
  });
});
