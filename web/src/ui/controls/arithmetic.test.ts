import { describe, expect, it } from "vitest";
import { evaluated } from "./arithmetic";

const value = (text: string, unit?: string) => {
  const result = evaluated(text, unit);
  return "value" in result ? result.value : result.error;
};

describe("typed numbers", () => {
  it("follow the rules of arithmetic", () => {
    expect(value("1 + 2 * 3")).toBe(7);
    expect(value("-(1 + 2) * -3")).toBe(9);
    expect(value("8 / 2 / 2")).toBe(2);
  });

  it("take units, in the field's own", () => {
    expect(value("1.5 + 20cm", "m")).toBeCloseTo(1.7, 12);
    expect(value("3.14159265358979 rad", "deg")).toBeCloseTo(180, 9);
    expect(value("50%")).toBe(0.5);
    expect(value("2m", "cm")).toBe(200);
  });

  it("are in the field's own unit where they name none", () => {
    expect(value("0.5", "%")).toBe(0.5);
    expect(value("20 / 4", "%")).toBe(5);
    expect(value("12%", "%")).toBeCloseTo(12, 12);
    expect(value("5", "mm")).toBe(5);
  });

  it("take a decimal comma", () => {
    expect(value("1,5")).toBe(1.5);
  });

  it("say in a sentence what is wrong", () => {
    expect(value("")).toBe("Type a number.");
    expect(value("1 +")).toBe("A number is missing.");
    expect(value("(1")).toBe("A bracket is not closed.");
    expect(value("3 kg", "m")).toMatch(/kg.*not a unit/);
    expect(value("3 s", "m")).toMatch(/does not measure a length/);
    expect(value("1/0")).toMatch(/finite/);
    expect(value("1 $ 2")).toMatch(/not part of a number/);
    expect(value("1 2")).toMatch(/left over/);
  });
});
