import { describe, expect, it } from "vitest";
import type { FormatInfo } from "../protocol/generated";
import { keepsKeys, usualFormat } from "./exports";

const format = (name: string, extensions: string[], writes = true): FormatInfo => ({
  ...{ name, title: name, description: "", extensions, reads: true, writes, note: "" },
});
const bvh = format("bvh", [".bvh"]);
const gltf = format("gltf", [".glb", ".gltf"]);
const blender = format("blender", [".blend", ".fbx"]);

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

it("tells files with keys from those with frames", () => {
  expect([".bvh", ".fbx", ".gltf", ".blend"].map(keepsKeys)).toEqual([false, false, true, true]);
});
