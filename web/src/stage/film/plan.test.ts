import { describe, expect, it } from "vitest";
import { filmPlan, MOST_SECONDS } from "./plan";

describe("filmPlan", () => {
  it("shows every moment once, in the stage's proportions", () => {
    const plan = filmPlan("film", { start: 1, end: 3 }, { width: 1600, height: 900 });
    expect(plan.times).toHaveLength(60);
    expect([plan.times[0], plan.times.at(-1)]).toEqual([1, 1 + 59 / 30]);
    expect([plan.width, plan.height]).toEqual([1280, 720]);
  });

  it("has even sides and one picture at the least", () => {
    const plan = filmPlan("gif", { start: 2, end: 2 }, { width: 333, height: 777 });
    expect(plan.times).toEqual([2]);
    expect([plan.width % 2, plan.height % 2]).toEqual([0, 0]);
    expect(plan.height).toBe(480);
  });

  it("has an end", () => {
    const plan = filmPlan("gif", { start: 0, end: 1e6 }, { width: 100, height: 100 });
    expect(plan.times).toHaveLength(20 * MOST_SECONDS.gif);
  });
});
