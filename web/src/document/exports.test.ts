import { describe, expect, it } from "vitest";
import type { CharacterRecord, FormatInfo, MotionRecord, SetRecord } from "../protocol/generated";
import { isFor, keepsKeys, pageKinds, usualFormat } from "./exports";

const format = (name: string, extensions: string[], writes = true): FormatInfo => ({
  ...{ name, title: name, description: "", extensions, reads: true, writes, holds: "motion", note: "" },
});
const bvh = format("bvh", [".bvh"]);
const gltf = format("gltf", [".glb", ".gltf"]);
const blender = format("blender", [".blend"]);

describe("the format that is offered first", () => {
  it("is the first that can be written", () => {
    expect(usualFormat([format("x", [".x"], false), bvh, gltf], false)).toBe(bvh);
    expect(usualFormat([], true)).toBeUndefined();
  });

  it("keeps the keys of what is keyed, in Blender where there is one", () => {
    expect(usualFormat([bvh, gltf, blender], true)).toBe(blender);
    expect(usualFormat([bvh, gltf, { ...blender, writes: false }], true)).toBe(gltf);
    expect(usualFormat([bvh], true)).toBe(bvh);
  });
});

it("distinguishes files with keys from those with frames", () => {
  expect([".bvh", ".c3d", ".gltf", ".blend", ".fbx"].map(keepsKeys)).toEqual([false, false, true, true, true]);
});

it("offers a plan of made creatures, an animation of one that plays, a film of one motion", () => {
  const own = (holds: FormatInfo["holds"]) => ({ ...format(holds, [".x"]), holds });
  const [made, rig] = [{ plan: {} }, { plan: null }] as unknown as CharacterRecord[];
  const [plays, goes] = [{ playing: { animation: "a-1" } }, { playing: null }] as unknown as MotionRecord[];
  expect([made, rig, null].map((who) => isFor(own("creature"), who, []))).toEqual([true, false, false]);
  const choices = [[plays!], [goes!], [plays!, goes!]];
  expect(choices.map((motions) => isFor(own("animation"), made, motions))).toEqual([true, false, false]);
  expect(choices.map((motions) => isFor(own("film"), made, motions))).toEqual([true, true, false]);
  expect(isFor(gltf, null, choices[2]!)).toBe(true);
});

it("offers pages that perform only characters with poses in a set", () => {
  const who = { id: "c-1" } as CharacterRecord;
  const set = (character: string, keys: unknown[]) => ({ kind: "set", character, keys }) as unknown as SetRecord;
  const having = (...sets: SetRecord[]) => new Map(sets.map((each, index) => [`s-${index}`, each]));
  expect(pageKinds(null, having())).toEqual(["motion"]);
  expect(pageKinds(who, having(set("c-2", [1]), set("c-1", [])))).toEqual(["motion", "creature"]);
  expect(pageKinds(who, having(set("c-1", [1])))).toEqual(["motion", "sets", "creature"]);
});
