import { describe, expect, it } from "vitest";
import type { CharacterRecord, DocumentRecord, StageRecord } from "../protocol/generated";
import {
  broughtBy,
  changedRecords,
  characterOf,
  charactersOf,
  mirrorOf,
  motionOf,
  paired,
  placementOf,
} from "./records";

const bear: CharacterRecord = {
  kind: "character",
  id: "c1",
  name: "Bear",
  cast: "bear",
  file: null,
  joints: ["root", "left", "right", "tail"],
  parents: [-1, 0, 0, 0],
  caps: [[], [], [], []],
  mirror: [0, 2, 1, 3],
  sides: [0, 1, -1, 0],
  height: 1,
  triangles: 10,
  notes: [],
  plan: null,
  blob: "b",
};
const stage: StageRecord = {
  kind: "stage",
  id: "stage",
  title: "",
  placements: [{ character: "c1", position: [1, 0, 2], heading: 0.5 }],
  ground: { hills: [], stairs: [] },
};
const records = new Map<string, DocumentRecord>([
  ["c1", bear],
  ["stage", stage],
]);

describe("records", () => {
  it("are replaced whole and removed by id, in a new map", () => {
    const next = changedRecords(records, [{ ...bear, name: "Bruno" }], ["stage"]);
    expect(charactersOf(next).map((character) => character.name)).toEqual(["Bruno"]);
    expect(next.has("stage")).toBe(false);
    expect(charactersOf(records)[0]!.name).toBe("Bear");
  });

  it("keep their order when they change", () => {
    const two = changedRecords(records, [{ ...bear, id: "c2" }], []);
    expect([...changedRecords(two, [{ ...bear, name: "x" }], []).keys()]).toEqual(["c1", "stage", "c2"]);
  });

  it("answer only for their own kind", () => {
    expect(characterOf(records, "c1")).toBe(bear);
    expect(motionOf(records, "c1")).toBeNull();
    expect(characterOf(records, "gone")).toBeNull();
  });

  it("puts a character without a place in the middle", () => {
    expect(placementOf(records, "c1").position).toEqual([1, 0, 2]);
    expect(placementOf(records, "c9").position).toEqual([0, 0, 0]);
  });
});

describe("mirror pairs", () => {
  it("are read from both sides", () => {
    expect([0, 1, 2, 3].map((joint) => mirrorOf(bear, joint))).toEqual([null, 2, 1, null]);
  });

  it("free their old partners", () => {
    expect(paired(bear.mirror, 1, 3)).toEqual([0, 3, 2, 1]);
    expect(paired(bear.mirror, 1, null)).toEqual([0, 1, 2, 3]);
  });

  it("always stay pairs", () => {
    for (let joint = 0; joint < 4; joint++) {
      for (const other of [0, 1, 2, 3, null]) {
        if (other === joint) continue;
        const mirror = paired(bear.mirror, joint, other);
        mirror.forEach((partner, index) => expect(mirror[partner]).toBe(index));
      }
    }
  });
});

describe("another view of the document", () => {
  const view = { motion: "m1", character: "c1", follow: null };

  it("brings at first the character that follows the pointer, else the motion, else the character", () => {
    expect(broughtBy(null, { ...view, follow: "c2" })).toBe("c2");
    expect(broughtBy(null, view)).toBe("m1");
    expect(broughtBy(null, { ...view, motion: null })).toBe("c1");
  });

  it("brings what has changed, and leaves the selection alone where neither motion nor character has", () => {
    expect(broughtBy(view, { ...view, motion: "m2" })).toBe("m2");
    expect(broughtBy(view, { ...view, motion: null })).toBeNull();
    expect(broughtBy(view, { ...view, character: "c2" })).toBe("c2");
    expect(broughtBy(view, { ...view, follow: "c1" })).toBeUndefined();
  });

  it("brings a new character that follows the pointer before its motion", () => {
    expect(broughtBy(view, { motion: "m2", character: "c2", follow: "c2" })).toBe("c2");
  });
});
