import { describe, expect, it } from "vitest";
import { alongKey, keyNear, movedKey, neighbours } from "./pathKeys";

const path = { times: Float64Array.from([0, 0.5, 1, 1.5, 2]), places: new Float32Array(15) };

describe("temporal keys", () => {
  it("are found within a hundredth of a second", () => {
    expect(keyNear([0.5, 1], 1.005)).toBe(1);
    expect(keyNear([0.5, 1], 0.75)).toBeNull();
  });

  it("reach to the keys beside them, or to the ends of the path", () => {
    expect(neighbours(path, [0.5, 1, 1.5], 1)).toEqual({ before: 0.5, after: 1.5 });
    expect(neighbours(path, [1], 1)).toEqual({ before: 0, after: 2 });
    expect(neighbours(path, [0, 1], 0)).toEqual({ before: 0, after: 1 });
  });

  it("take the path along in full at themselves and not at all beyond their neighbours", () => {
    const beside = { before: 0.5, after: 1.5 };
    expect(alongKey(1, 1, beside)).toBe(1);
    expect(alongKey(0.75, 1, beside)).toBe(0.5);
    for (const time of [0, 0.5, 1.5, 2]) expect(alongKey(time, 1, beside)).toBe(0);
    expect(alongKey(0, 0, { before: 0, after: 1 })).toBe(1);
  });

  it("move the path between their neighbours alone", () => {
    const { places } = movedKey(path, [0.5, 1, 1.5], 1, [0, 2, 0]);
    expect([...places].filter((_, index) => index % 3 === 1)).toEqual([0, 0, 2, 0, 0]);
    expect([...path.places]).toEqual(new Array(15).fill(0));
  });
});
