import { describe, expect, it } from "vitest";
import { nextIndex, tabStop } from "./roving";

describe("arrow keys in a group", () => {
  it("go on and back, and wrap around", () => {
    expect(nextIndex("ArrowRight", 0, 3)).toBe(1);
    expect(nextIndex("ArrowDown", 2, 3)).toBe(0);
    expect(nextIndex("ArrowLeft", 0, 3)).toBe(2);
    expect(nextIndex("ArrowUp", 1, 3)).toBe(0);
  });

  it("jump to both ends", () => {
    expect(nextIndex("Home", 2, 3)).toBe(0);
    expect(nextIndex("End", 0, 3)).toBe(2);
  });

  it("leave the other axis alone", () => {
    expect(nextIndex("ArrowDown", 0, 3, "row")).toBeNull();
    expect(nextIndex("ArrowRight", 0, 3, "column")).toBeNull();
  });

  it("enter at an end where nothing is focused", () => {
    expect(nextIndex("ArrowDown", -1, 3)).toBe(0);
    expect(nextIndex("ArrowUp", -1, 3)).toBe(2);
  });

  it("do nothing in an empty group or for other keys", () => {
    expect(nextIndex("ArrowDown", 0, 0)).toBeNull();
    expect(nextIndex("k", 0, 3)).toBeNull();
  });
});

describe("the Tab stop of a group", () => {
  const item = (chosen: boolean, disabled = false) => ({ chosen, disabled });
  it("is the chosen item", () => {
    expect(tabStop([item(false), item(true)])).toBe(1);
  });
  it("is the first item that can be focused where none is chosen", () => {
    expect(tabStop([item(false, true), item(false)])).toBe(1);
    expect(tabStop([item(true, true), item(false)])).toBe(1);
  });
  it("is nowhere in a disabled group", () => {
    expect(tabStop([item(true, true)])).toBe(-1);
  });
});
