import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const FILES = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".svelte") && !file.startsWith("ui/"),
);

/** Declarations of sizes with a number of their own; zero is no size. */
function literalsIn(text: string): string[] {
  const declarations = text.match(/\b(?:z-index|font-size|border(?:-[a-z]+)*-radius)\s*:[^;{}]+/g) ?? [];
  return declarations.filter((each) => /[1-9]/.test(each.replace(/var\([^()]*\)/g, "")));
}

describe("sizes outside ui/", () => {
  it("come from tokens: radii, type sizes and layers", () => {
    const literals = FILES.flatMap((file) =>
      literalsIn(readFileSync(join(ROOT, file), "utf8")).map((each) => `${file}: ${each}`),
    );
    expect(literals).toEqual([]);
  });

  it("are found where they are written", () => {
    expect(literalsIn("a { z-index: 3; border-top-left-radius: 4px; font-size: 12px; }")).toHaveLength(3);
    expect(literalsIn("a { z-index: var(--layer-2); border-radius: 0 var(--radius) 0 0; }")).toEqual([]);
  });
});
