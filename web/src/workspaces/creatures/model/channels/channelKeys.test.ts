import { describe, expect, it } from "vitest";
import {
  bentKey,
  curveAt,
  flatKeys,
  graphOf,
  keyEntries,
  movedKey,
  neighbour,
  withKeyAt,
  withoutKeys,
} from "./channelKeys";
import { valueAt } from "../../../../timeline/curves/curves";
import { quatOf } from "./turnVectors";

const PLACE = { track: "position", weight: false } as const;
const TURN = { track: "rotation", weight: false } as const;
const entries = [
  { time: 0, value: [0, 0, 0], in: [0, 0, 0], out: [1, 0, 2] },
  { time: 1, value: [1, -1, 0.5], in: [0.5, 0, -1], out: [0, 3, 0] },
  { time: 2.5, value: [0, 2, 0] },
];
const place = () => flatKeys({ ...PLACE, keys: entries });

describe("keys as the graph has them", () => {
  it("level where no rate is given, and equal on both sides where only the arriving rate is", () => {
    const [, , last] = place();
    expect([last!.arriving, last!.leaving]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(flatKeys({ ...PLACE, keys: [{ time: 0, value: [1, 1, 1], in: [2, 0, 0] }] })[0]!.leaving).toEqual([2, 0, 0]);
  });

  it("turns go to vectors and come back with their rates", () => {
    const keys = [
      { time: 0, value: quatOf([0.2, 0.1, -0.4]), in: [0.3, 0.2, 0.1], out: [0, 1, 0] },
      { time: 1, value: quatOf([1.2, -0.5, 0.3]), in: [0, 0, 0.5], out: [0.1, 0, 0] },
    ];
    const back = keyEntries(TURN, flatKeys({ ...TURN, keys }));
    back.forEach((key, index) =>
      (["value", "in", "out"] as const).forEach((part) =>
        key[part]!.forEach((value, axis) => expect(value).toBeCloseTo(keys[index]![part][axis]!, 9)),
      ),
    );
  });

  it("the drawn curve is the cubic that plays", () => {
    const { curves } = graphOf([{ ...PLACE, keys: place(), names: ["x", "y", "z"] }], false);
    for (let time = -0.5; time < 3; time += 0.1)
      curves.channels.forEach((curve, axis) =>
        expect(valueAt(curve, time)).toBeCloseTo(curveAt(place(), time).value[axis]!, 6),
      );
  });

  it("one more key leaves the curve as it was", () => {
    const more = withKeyAt(place(), 0.4, null);
    expect(more).toHaveLength(4);
    for (let time = 0; time < 2.5; time += 0.07)
      expect(curveAt(more, time).value[0]).toBeCloseTo(curveAt(place(), time).value[0]!, 9);
  });

  it("a key that is there gets another value, and keeps its rates", () => {
    const changed = withKeyAt(place(), 1, [5, 5, 5]);
    expect(changed).toHaveLength(3);
    expect(changed[1]).toMatchObject({ value: [5, 5, 5], leaving: [0, 3, 0] });
  });

  it("a key moves no further than its neighbours", () => {
    expect(movedKey(place(), 1, 0, 9, 0.25, 3)[1]).toMatchObject({ time: 2.499, value: [1.25, -1, 0.5] });
    expect(movedKey(place(), 0, 0, -1, 0, 3)[0]!.time).toBe(0);
    expect(movedKey(place(), 2, 0, 9, 0, 3)[2]!.time).toBe(3);
  });

  it("bending a handle turns both sides, or one of them", () => {
    const both = bentKey(place(), 1, 1, "out", 7, false)[1]!;
    expect([both.arriving[1], both.leaving[1]]).toEqual([7, 7]);
    const one = bentKey(place(), 1, 1, "out", 7, true)[1]!;
    expect([one.arriving[1], one.leaving[1]]).toEqual([0, 7]);
  });

  it("goes from key to key", () => {
    expect(neighbour([0, 1, 2], 1, 1)).toBe(2);
    expect(neighbour([0, 1, 2], 1, -1)).toBe(0);
    expect(neighbour([0, 1, 2], 2, 1)).toBeNull();
  });

  it("lets keys go", () => expect(withoutKeys(place(), new Set([0, 2]))).toHaveLength(1));
});
