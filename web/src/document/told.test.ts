import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { told, toldAgain } from "./told";

it("tells what was done", () => {
  expect(told("Add the octopus")).toBe("Added the octopus");
  expect(told("Rename walk to stroll")).toBe("Renamed walk to stroll");
  expect(told("Import Add.bvh")).toBe("Imported Add.bvh");
});

it("tells what was done with layers and keys", () => {
  expect(told("Bend the path of take 2")).toBe("Bent the path of take 2");
  expect(told("Mirror lean right")).toBe("Mirrored lean right");
});

it("leaves a verb alone that it does not know", () => {
  expect(told("Juggle three balls")).toBe("Juggle three balls");
  expect(told("")).toBe("");
});

it("tells what was taken back and done again", () => {
  expect(toldAgain("Add the octopus", "undo")).toBe("Undid: add the octopus");
  expect(toldAgain("Move Bear", "redo")).toBe("Redid: move Bear");
});

it("knows every verb that the engine's labels begin with", () => {
  const studio = new URL("../../../src/kinegraph/studio/", import.meta.url);
  const source = ["edits.py", "handlers.py", "import_job.py"]
    .map((name) => readFileSync(new URL(name, studio), "utf8"))
    .join("\n");
  const labels = [...source.matchAll(/(?:Edit\(\s*f?|label(?:, position)? = f)"([A-Z][a-z]+) \S/g)].map(
    (match) => match[1]!,
  );
  expect(labels.length).toBeGreaterThan(5);
  for (const verb of labels) if (verb !== "Importing") expect(told(`${verb} it`), verb).not.toBe(`${verb} it`);
});
