import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** What each folder may import from: left never knows right. */
const LAYERS = ["theme", "protocol", "model", "stage", "state", "parts", "panels"] as const;
const MAY: Record<string, readonly string[]> = {
  theme: [],
  protocol: ["model"], // frames and connections are read by tested models
  model: ["protocol", "theme"],
  stage: ["protocol", "model", "theme"],
  state: ["protocol", "model", "theme", "stage"],
};

function importsOf(folder: string): { file: string; from: string }[] {
  const files = readdirSync(join(import.meta.dirname, folder)).filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, folder, file), "utf8");
    const found = [...text.matchAll(/from "\.\.\/(\w+)\//g), ...text.matchAll(/import\("\.\.\/(\w+)\//g)];
    return found.map(([, from]) => ({ file: `${folder}/${file}`, from: from! }));
  });
}

describe("the page's layers", () => {
  for (const folder of LAYERS.filter((each) => each in MAY))
    it(`${folder} imports only from ${MAY[folder]!.join(", ") || "nowhere"}`, () => {
      const broken = importsOf(folder).filter(({ from }) => from !== folder && !MAY[folder]!.includes(from));
      expect(broken).toEqual([]);
    });
  it("are told apart at all: the stage does import models", () => {
    expect(importsOf("stage").some(({ from }) => from === "model")).toBe(true);
  });
});
