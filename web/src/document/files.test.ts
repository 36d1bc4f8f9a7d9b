import { describe, expect, it } from "vitest";
import type { FormatInfo } from "../protocol/generated";
import { acceptText, extensionOf, importBody, readableText, sizeText, sorted } from "./files";

const format = (title: string, extensions: string[], changes: Partial<FormatInfo> = {}): FormatInfo => ({
  name: title.toLowerCase(),
  title,
  description: "",
  extensions,
  holds: "motion",
  reads: true,
  writes: true,
  note: "",
  ...changes,
});
const formats = [
  format("BVH", [".bvh"]),
  format("Acclaim", [".asf", ".amc"]),
  format("glTF", [".glb", ".gltf"]),
  format("Blender", [".blend"], { reads: false, note: "it needs Blender on the PATH." }),
];
const files = (...names: string[]) => names.map((name) => ({ name, size: 10 }));
const sets = (...names: string[]) =>
  sorted(files(...names), formats, 1000).sets.map((set) => set.map((file) => file.name));

describe("sorting files", () => {
  it("imports each file by itself", () => {
    expect(sets("a.bvh", "B.GLB")).toEqual([["a.bvh"], ["B.GLB"]]);
  });

  it("keeps a skeleton and its motions together", () => {
    expect(sets("11_01.amc", "11.asf", "11_02.amc")).toEqual([["11.asf", "11_01.amc", "11_02.amc"]]);
  });

  it("gives each of several skeletons its own motions", () => {
    expect(sets("16.asf", "1.asf", "16_05.amc", "1_02.amc")).toEqual([
      ["16.asf", "16_05.amc"],
      ["1.asf", "1_02.amc"],
    ]);
  });

  it("keeps a scene and what lies beside it together", () => {
    expect(sets("s.gltf", "s.bin", "skin.png")).toEqual([["s.gltf", "s.bin", "skin.png"]]);
  });

  it("says why a file stays out", () => {
    const { refusals } = sorted(files("notes.docx", "x.blend", "11_01.amc"), formats, 1000);
    expect(refusals[0]).toBe("“notes.docx” cannot be read. These formats can: BVH, Acclaim, glTF.");
    expect(refusals[1]).toMatch(/needs Blender/);
    expect(refusals[2]).toMatch(/needs its skeleton/);
  });

  it("says when a file is empty or too large", () => {
    const { sets: left, refusals } = sorted(
      [
        { name: "a.bvh", size: 0 },
        { name: "b.bvh", size: 5000 },
      ],
      formats,
      1000,
    );
    expect(left).toEqual([]);
    expect(refusals).toEqual(["“a.bvh” is empty.", "“b.bvh” is larger than the 1.0 kB that fit at once."]);
  });
});

describe("texts", () => {
  it("name what can be read", () => {
    expect(readableText(formats)).toBe("BVH, Acclaim, glTF");
    expect(acceptText(formats)).toBe(".bvh,.asf,.amc,.glb,.gltf,.bin,.png,.jpg,.jpeg");
  });

  it("find extensions", () => {
    expect(["a.b.BVH", "none", ".hidden"].map(extensionOf)).toEqual([".bvh", "", ""]);
  });

  it("have readable sizes", () => {
    expect([12, 1500, 48_000_000, 2e9].map(sizeText)).toEqual(["12 B", "1.5 kB", "48 MB", "2.0 GB"]);
  });
});

describe("the body of an import", () => {
  it("puts name and length before each file", async () => {
    const body = await importBody([new File(["abc"], "é.bvh"), new File(["xy"], "b.glb")]).arrayBuffer();
    const view = new DataView(body);
    expect(view.getUint32(0, true)).toBe(6);
    expect(new TextDecoder().decode(body.slice(4, 10))).toBe("é.bvh");
    expect(view.getBigUint64(10, true)).toBe(3n);
    expect(new TextDecoder().decode(body.slice(18, 21))).toBe("abc");
    expect(view.getUint32(21, true)).toBe(5);
    expect(body.byteLength).toBe(21 + 4 + 5 + 8 + 2);
  });
});
