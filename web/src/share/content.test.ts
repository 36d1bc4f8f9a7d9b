import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentOf, NothingShared, partOf, VERSION, woven, type PageLike } from "./content";

const pageWith = (elements: Record<string, { text: string; dataset?: Record<string, string> }>): PageLike => ({
  getElementById: (id) =>
    elements[id] ? { textContent: elements[id].text, dataset: elements[id].dataset ?? {} } : null,
});

describe("contentOf", () => {
  it("reads the description", () => {
    const page = pageWith({ content: { text: JSON.stringify({ version: VERSION, kind: "motion", title: "<b>" }) } });
    expect(contentOf(page).title).toBe("<b>");
  });

  it("refuses a page without one, and one of another version", () => {
    expect(() => contentOf(pageWith({}))).toThrow(NothingShared);
    const other = pageWith({ content: { text: JSON.stringify({ version: VERSION + 1 }) } });
    expect(() => contentOf(other)).toThrow(NothingShared);
  });
});

describe("partOf", () => {
  it("gives the bytes that were packed by planes", async () => {
    const bytes = Uint8Array.from({ length: 10 }, (_, index) => 7 * index);
    const planes = [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11].map((at) => bytes[at] ?? 0);
    const text = gzipSync(Uint8Array.from(planes)).toString("base64");
    const page = pageWith({ live: { text, dataset: { planes: "4", bytes: "10" } } });
    expect(new Uint8Array(await partOf(page, "live"))).toEqual(bytes);
  });

  it("refuses a part that is not there", async () => {
    await expect(partOf(pageWith({}), "wasm")).rejects.toThrow(NothingShared);
  });
});

describe("woven", () => {
  it("leaves one plane as it is", () => {
    expect(woven(Uint8Array.of(3, 1, 2), 1, 3)).toEqual(Uint8Array.of(3, 1, 2));
  });
});
