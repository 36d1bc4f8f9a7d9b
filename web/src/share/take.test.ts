import { describe, expect, it } from "vitest";
import type { SpatialSetInfo } from "../../runtime/kinegraph";
import { durationOf, sharesFor, shiftAt, withTakes, type PackageFile, type Take } from "./take";

const set = (name: string, rivals: number[], poses = 3): SpatialSetInfo => ({
  name,
  above: -1,
  home: [0, 1, 0],
  markers: Array.from({ length: poses }, (_, index) => ({ name: `pose ${index}`, place: [index, 1, 0] as const })).map(
    ({ name, place }) => ({ name, place: [...place] }),
  ),
  inForce: false,
  rivals,
  carrier: -1,
});
const SETS = [set("look", [1]), set("dance", [0, 3]), set("tail", []), set("wave", [1]), set("empty", [], 0)];

describe("sharesFor", () => {
  it("puts the chosen set in force instead of its rivals, and of others the first of each group", () => {
    expect(sharesFor(SETS, 0)).toEqual([1, 0, 1, 1, 0]);
    expect(sharesFor(SETS, 1)).toEqual([0, 1, 1, 0, 0]);
    expect(sharesFor(SETS, 2)).toEqual([1, 0, 1, 1, 0]);
  });
});

const TAKE: Take = {
  set: 0,
  samples: [
    { time: 0, shift: [0, 0, 0] },
    { time: 1, shift: [2, 0, 0] },
    { time: 1.5, shift: [2, 4, 0] },
  ],
  others: [
    [2, 4, 0],
    [9, 9, 9],
    [0, 0.5, 0],
    [0, 0, 0],
    [1, 1, 1],
  ],
};

describe("shiftAt", () => {
  it("is straight between samples and holds at both ends", () => {
    expect(shiftAt(TAKE, -1)).toEqual([0, 0, 0]);
    expect(shiftAt(TAKE, 0.25)).toEqual([0.5, 0, 0]);
    expect(shiftAt(TAKE, 1)).toEqual([2, 0, 0]);
    expect(shiftAt(TAKE, 1.25)).toEqual([2, 2, 0]);
    expect(shiftAt(TAKE, 9)).toEqual([2, 4, 0]);
    expect(shiftAt({ ...TAKE, samples: [] }, 0)).toEqual([0, 0, 0]);
  });
});

describe("withTakes", () => {
  const file: PackageFile & { format: string } = {
    format: "kinegraph package",
    performances: [{ name: "Take 1", fade: 0.25, walks: false, layers: [] }],
  };

  it("adds takes under free names, with what else was moved and is in force", () => {
    const written = withTakes(file, SETS, [TAKE, TAKE], ["look"], (number) => `Take ${number}`);
    expect(written.format).toBe("kinegraph package");
    expect(written.performances.map(({ name }) => name)).toEqual(["Take 1", "Take 2", "Take 3"]);
    expect(written.performances[1]).toEqual({
      name: "Take 2",
      fade: 0.25,
      walks: true,
      layers: [
        { name: "tail", set: "tail", path: [[0, 0, 0.5, 0]] },
        {
          name: "look",
          set: "look",
          path: [
            [0, 0, 0, 0],
            [1, 2, 0, 0],
            [1.5, 2, 4, 0],
          ],
        },
      ],
    });
    expect(file.performances).toHaveLength(1);
  });
});

describe("durationOf", () => {
  it("is the time of the last sample", () => {
    expect(durationOf(TAKE)).toBe(1.5);
  });
});
