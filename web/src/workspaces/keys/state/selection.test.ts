import { describe, expect, it } from "vitest";
import type { Curves } from "../../../timeline/curves/curves";
import { ColumnsToSelect } from "./selection";

const curves = (blob: string, times: number[], preview = false) =>
  ({ blob, preview, columns: { times: Float64Array.from(times) } }) as unknown as Curves;

describe("columns that wait for an edit", () => {
  it("are found where the engine has put them, once", () => {
    const next = new ColumnsToSelect();
    next.expect([1, 2], "old");
    expect(next.arrived(curves("old", [0, 1, 2]))).toBeNull();
    expect(next.arrived(curves("new", [0, 0.4, 0.9], true))).toBeNull();
    expect(next.arrived(curves("new", [0, 0.5, 0.9]))).toEqual([0.5, 0.9]);
    expect(next.arrived(curves("newer", [0, 0.5, 0.9]))).toBeNull();
  });
  it("are forgotten where the edit fails, and those that went are left out", () => {
    const next = new ColumnsToSelect();
    next.expect([0], "old");
    next.forget();
    expect(next.arrived(curves("new", [0, 1]))).toBeNull();
    next.expect([0, 5], "old");
    expect(next.arrived(curves("new", [0.25, 1]))).toEqual([0.25]);
  });
});
