import { describe, expect, it } from "vitest";
import { inLine, withColumnsMoved, withColumnsScaled, withHandle, withKeys } from "./curvePreview";
import { curve, curvesWith } from "../../../timeline/curves/curves.fixture";

const make = () =>
  curvesWith(
    [curve({ times: [0, 1, 2], values: [0, 3, 0] }), curve({ axis: 1, times: [0, 2], values: [1, 1] })],
    [
      [0, "keypose"],
      [1, "breakdown", 0.5],
      [2, "keypose"],
    ],
  );

describe("columns", () => {
  it("move with their handles and their tags, and leave what came in untouched", () => {
    const before = make();
    const after = withColumnsMoved(before, [1], 0.25);
    expect([...after.channels[0]!.times]).toEqual([0, 1.25, 2]);
    expect(after.channels[0]!.outHandles[2]).toBeCloseTo(1 + 1 / 3 + 0.25);
    expect([...after.columns.times]).toEqual([0, 1.25, 2]);
    expect([...before.channels[0]!.times]).toEqual([0, 1, 2]);
    expect(after.channels[1]).toBe(before.channels[1]);
  });

  it("shorten a handle along its direction where it would leave its segment", () => {
    const after = withColumnsMoved(make(), [1], 0.8).channels[0]!;
    const [time, value] = [after.outHandles[2]!, after.outHandles[3]!];
    expect(time).toBeCloseTo(2);
    // From slope -3 at a third of a second: the same slope over what is left.
    expect((value - 3) / (time - 1.8)).toBeCloseTo(-3);
  });

  it("scale times and the reach of handles about the pivot", () => {
    const after = withColumnsScaled(make(), [0, 1, 2], 0, 2);
    expect([...after.channels[0]!.times]).toEqual([0, 2, 4]);
    expect(after.channels[0]!.outHandles[2]).toBeCloseTo(2 + 2 / 3);
    expect([...after.columns.times]).toEqual([0, 2, 4]);
  });
});

describe("single keys", () => {
  it("move in time and value; a column that loses its last key goes along, one that keeps some stays", () => {
    const alone = withKeys(make(), [{ keys: [[0, 1]], dt: 0.5, dv: -1 }]);
    expect([...alone.channels[0]!.values]).toEqual([0, 2, 0]);
    expect([...alone.columns.times].map((time) => Number(time.toFixed(6)))).toEqual([0, 1.5, 2]);
    expect(alone.columns.tags).toEqual(["keypose", "breakdown", "keypose"]);
    const shared = withKeys(make(), [{ keys: [[1, 1]], dt: -0.5, dv: 0 }]);
    expect([...shared.columns.times].map((time) => Number(time.toFixed(6)))).toEqual([0, 1, 1.5, 2]);
  });

  it("leave the columns alone where only values change", () => {
    const before = make();
    expect(withKeys(before, [{ keys: [[0, 1]], dt: 0, dv: 1 }]).columns).toBe(before.columns);
  });
});

describe("handles", () => {
  const move = { channel: 0, key: 1, side: "out" as const, time: 1.5, value: 3 };

  it("turn their partner, which keeps its length", () => {
    const after = withHandle(make(), { ...move, free: false }).channels[0]!;
    expect(after.outHandles[2]).toBe(1.5);
    expect(after.inHandles[3]).toBeCloseTo(3);
    expect(after.inHandles[2]).toBeLessThan(1);
    expect(inLine(after, 1)).toBe(true);
  });

  it("leave it alone when free", () => {
    const before = make();
    const after = withHandle(before, { ...move, free: true }).channels[0]!;
    expect([...after.inHandles]).toEqual([...before.channels[0]!.inHandles]);
    expect(inLine(after, 1)).toBe(false);
  });

  it("stand upright on the key when pulled to its wrong side, and never leave the segment", () => {
    const back = withHandle(make(), { ...move, time: 0.2, value: 5, free: true }).channels[0]!;
    expect(back.outHandles[2]).toBe(1);
    const far = withHandle(make(), { ...move, time: 9, value: 3, free: true }).channels[0]!;
    expect(far.outHandles[2]).toBe(2);
  });
});
