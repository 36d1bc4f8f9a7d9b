import { readFileSync, renameSync, statSync, unlinkSync } from "node:fs";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" }); // the last deletes the document

test("the file panel shows the size, sets the limit of the history, and saves a copy", async ({ studio, server }) => {
  await studio.getByRole("button", { name: "Document file" }).click();
  const panel = studio.getByRole("dialog", { name: "Document file" });
  await expect(panel).toContainText("scene.kine");
  await expect(panel).toContainText("Undo uses");
  await panel.getByRole("combobox", { name: "Undo history" }).selectOption("16 MB");
  await expect(panel).toContainText("of at most 16 MB");
  const download = studio.waitForEvent("download");
  await panel.getByRole("button", { name: "Save a copy" }).click();
  const copy = readFileSync(await (await download).path());
  expect(copy.subarray(0, 15).toString()).toBe("SQLite format 3");
  expect(statSync(server.file()).size).toBeGreaterThan(100_000);
});

test("a renamed document goes on under its new name", async ({ studio, server }) => {
  renameSync(server.file(), server.file("dance.kine"));
  await expect(studio.getByRole("heading", { level: 1 })).toContainText("dance", within(20));
  await studio.getByRole("heading", { level: 1 }).dblclick();
  await studio.keyboard.type("Polka");
  await studio.keyboard.press("Enter");
  await expect(studio.getByText("saved", { exact: true })).toBeVisible();
  await expect(studio.getByRole("heading", { level: 1 })).toContainText("Polka");
});

test("a new document is opened from the panel, and the first one from the list, with its edits", async ({ studio }) => {
  const panel = studio.getByRole("dialog", { name: "Document file" });
  await studio.getByRole("button", { name: "Document file" }).click();
  await expect(panel.getByRole("button", { name: "Open Polka" })).toBeDisabled(); // it is open
  await panel.getByRole("button", { name: "New", exact: true }).click();
  await expect(studio.getByRole("heading", { level: 1 })).toContainText("untitled", within(30));
  await studio.getByRole("button", { name: "Document file" }).click();
  await panel.getByRole("button", { name: "Open Polka" }).click();
  await expect(studio.getByRole("heading", { level: 1 })).toContainText("Polka", within(30));
  await studio.getByRole("button", { name: "Document file" }).click();
  await panel.getByRole("button", { name: "Duplicate" }).click();
  await expect(panel).toBeHidden(within(30));
  await studio.getByRole("button", { name: "Document file" }).click();
  await expect(panel).toContainText("dance copy.kine", within(30));
  await panel.getByRole("button", { name: "Open Polka" }).and(panel.locator(":enabled")).click();
  await expect(studio.getByRole("heading", { level: 1 })).toContainText("Polka", within(30));
});

test("a deleted document is reported, and a copy of it can be saved", async ({ studio, server }) => {
  unlinkSync(server.file("dance.kine"));
  const banner = studio.getByRole("alert").filter({ hasText: "was deleted" });
  await expect(banner).toBeVisible(within(20));
  await expect(studio.getByText("not saved", { exact: true })).toBeVisible();
  const download = studio.waitForEvent("download");
  await banner.getByRole("button", { name: "Save a copy" }).click();
  expect((await download).suggestedFilename()).toBe("Polka.kine");
});
