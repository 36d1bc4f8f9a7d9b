import { describe, expect, it } from "vitest";
import { curve, curvesWith } from "./curves.fixture";
import {
  NO_KEYS,
  SelectedKeys,
  asKeys,
  commonTag,
  joined,
  nearestTime,
  nextTag,
  selectedTimes,
  selectionText,
  stillThere,
} from "./selection";

const curves = curvesWith(
  [curve({ times: [0, 1, 2] }), curve({ axis: 1, letter: "y", times: [0, 2] })],
  [
    [0, "keypose"],
    [1, "breakdown"],
    [2, "keypose"],
  ],
);
const columns = (...times: number[]) => ({ columns: times, keys: [] });
const keys = (...list: [number, number][]) => ({ columns: [], keys: list });

describe("joined", () => {
  it("replaces, adds and toggles columns", () => {
    expect(joined(curves, columns(0), columns(1), "replace").columns).toEqual([1]);
    expect(joined(curves, columns(2), columns(1), "add").columns).toEqual([1, 2]);
    expect(joined(curves, columns(0, 1), columns(1), "toggle").columns).toEqual([0]);
    expect(joined(curves, columns(0), columns(0, 1), "toggle").columns).toEqual([0, 1]);
  });

  it("toggles single keys", () => {
    expect(joined(curves, keys([0, 0]), keys([0, 1]), "toggle").keys).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(joined(curves, keys([0, 0], [0, 1]), keys([0, 1]), "toggle").keys).toEqual([[0, 0]]);
  });

  it("never holds columns and keys at once: columns become their keys", () => {
    const both = joined(curves, columns(2), keys([0, 1]), "add");
    expect(both.columns).toEqual([]);
    expect(both.keys).toEqual([
      [0, 2],
      [1, 1],
      [0, 1],
    ]);
  });

  it("catches nothing without losing what was there, unless it replaces", () => {
    expect(joined(curves, columns(1), NO_KEYS, "add")).toEqual(columns(1));
    expect(joined(curves, columns(1), NO_KEYS, "replace")).toEqual(NO_KEYS);
  });
});

describe("what a selection means", () => {
  it("takes every key of a column", () => {
    expect(asKeys(curves, columns(0, 1))).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  it("has distinct times in order", () => {
    expect(selectedTimes(curves, keys([1, 1], [0, 2], [0, 0]))).toEqual([0, 2]);
  });

  it("forgets what an undo took away, and nothing else", () => {
    const fewer = curvesWith([curve({ times: [0, 1] })], [[0, "keypose"]]);
    expect(stillThere(fewer, columns(0, 2)).columns).toEqual([0]);
    expect(stillThere(fewer, keys([0, 1], [0, 2], [1, 0])).keys).toEqual([[0, 1]]);
    const same = columns(0, 2);
    expect(stillThere(curves, same)).toBe(same);
  });
});

describe("SelectedKeys", () => {
  it("says whether none, some or all keys of a row's mark are selected", () => {
    const selected = new SelectedKeys(curves, keys([0, 2]));
    expect(selected.share([0, 1], 2)).toBe("some");
    expect(selected.share([0], 2)).toBe("all");
    expect(selected.share([0, 1], 0)).toBe("none");
  });

  it("counts every key of a selected column", () => {
    const selected = new SelectedKeys(curves, columns(2));
    expect([selected.has(0, 2), selected.has(1, 1), selected.has(0, 0)]).toEqual([true, true, false]);
    expect(selected.share([0, 1], 2)).toBe("all");
  });
});

describe("in words", () => {
  it("counts columns by what they are", () => {
    expect(selectionText(curves, columns(0, 1, 2), 24)).toBe("2 keyposes and 1 breakdown from frame 0 to 48");
    expect(selectionText(curves, columns(1), 24)).toBe("1 breakdown at frame 24");
    expect(selectionText(curves, keys([0, 1]), 24)).toBe("1 keyframe at frame 24");
    expect(selectionText(curves, NO_KEYS, 24)).toBe("Nothing is selected");
  });

  it("knows the common tag, and the next one", () => {
    expect(commonTag(curves, columns(0, 2))).toBe("keypose");
    expect(commonTag(curves, columns(0, 1))).toBeNull();
    expect([nextTag(null), nextTag("keypose"), nextTag("detail")]).toEqual(["keypose", "breakdown", "keypose"]);
  });
});

describe("nearestTime", () => {
  it("takes the closer neighbour, the earlier of two", () => {
    expect(nearestTime([0, 1, 2], 1.4)).toBe(1);
    expect(nearestTime([0, 1, 2], 0.5)).toBe(0);
    expect(nearestTime([0, 1, 2], 9)).toBe(2);
    expect(nearestTime([], 1)).toBeNull();
  });
});
