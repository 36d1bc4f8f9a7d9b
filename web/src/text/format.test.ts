import { describe, expect, it } from "vitest";
import { capitalize, errorText, fixed, list, number, percent, plural } from "./format";

describe("text in the page's language", () => {
  it("chooses the plural form and writes the number into it", () => {
    const feet = { one: "# foot", other: "# feet" };
    expect([0, 1, 2, 1500].map((count) => plural(count, feet))).toEqual(["0 feet", "1 foot", "2 feet", "1,500 feet"]);
  });
  it("uses the general form where a category has none of its own", () => {
    expect(plural(1, { other: "# sheep" })).toBe("1 sheep");
  });
  it("separates thousands and cuts decimals", () => {
    expect([number(1234567), number(0.126, 2), number(2, 2), fixed(2, 2)]).toEqual(["1,234,567", "0.13", "2", "2.00"]);
    expect(percent(0.424)).toBe("42%");
  });
  it("lists items", () => {
    expect([list(["a"]), list(["a", "b"]), list(["a", "b", "c"], "or")]).toEqual(["a", "a and b", "a, b, or c"]);
  });
  it("starts a label with a capital", () => expect(capitalize("left arm")).toBe("Left arm"));
  it("reads errors and anything else that is thrown", () => {
    expect([errorText(new Error("The file is empty.")), errorText("late")]).toEqual(["The file is empty.", "late"]);
  });
});
