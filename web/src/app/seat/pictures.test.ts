import { describe, expect, it } from "vitest";
import { middle } from "./pictures";

describe("the part of a stage that the teacher sees", () => {
  it("is the middle of a wide stage", () =>
    expect(middle(2000, 1000)).toEqual({ x: 200, y: 0, width: 1600, height: 1000 }));
  it("is the middle of a high stage", () =>
    expect(middle(800, 1000)).toEqual({ x: 0, y: 250, width: 800, height: 500 }));
});
