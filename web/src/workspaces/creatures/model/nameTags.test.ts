import { describe, expect, it } from "vitest";
import { stack, TALL, type NameTag } from "./nameTags";

const overlap = (tags: readonly NameTag[], ys: readonly number[], a: number, b: number) =>
  Math.abs(tags[a]!.x - tags[b]!.x) < (tags[a]!.wide + tags[b]!.wide) / 2 && Math.abs(ys[a]! - ys[b]!) < TALL;

describe("names of creatures", () => {
  it("stay where they are while they do not overlap", () => {
    const tags = [
      { x: 0, y: 100, wide: 40 },
      { x: 60, y: 101, wide: 60 },
    ];
    expect(stack(tags)).toEqual([100, 101]);
  });

  it("go below the name of the active creature", () => {
    const tags = [
      { x: 0, y: 100, wide: 40 },
      { x: 10, y: 104, wide: 60 },
    ];
    const ys = stack(tags, 1);
    expect(ys[1]).toBe(104);
    expect(ys[0]).toBeGreaterThanOrEqual(104 + TALL);
  });

  it("never overlap, however many stand in one place", () => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const tags = Array.from({ length: 30 }, () => ({ x: 200 * random(), y: 60 * random(), wide: 30 + 60 * random() }));
    const ys = stack(tags, 4);
    const covered = tags.flatMap((_, a) => tags.flatMap((_, b) => (a < b && overlap(tags, ys, a, b) ? [[a, b]] : [])));
    expect(covered).toEqual([]);
  });
});
