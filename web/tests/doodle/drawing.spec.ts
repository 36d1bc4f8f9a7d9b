/** Doodle: a character is drawn, a line is drawn, and the character does what it says; with real pointer events. */

import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { arc, bar, draw, figure, flip, inked, landing, openDoodle, parts, pieces, tool } from "../support/doodling";
import { furthest, joints, restingView } from "../support/performing";
import { expect, hintsAt, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(120) });
/** For answers that the engine computes: a drawing that is read, a line that is performed. */
const PATIENCE = within(60);

const LINE = [...arc(-1.2, -0.85, 0.25), ...arc(-0.85, -0.5, 0.25), ...arc(-0.5, 0.3, 1.15), ...flip(0.3, 1.3, 1.3)];
const playing = (page: Page) => page.evaluate(() => window.__kinegraph.playing);
const loaded = (page: Page) => page.evaluate(() => window.__kinegraph.loaded);
let drawn = "";

test("seven shapes are named as they are drawn, and come alive; undo takes the last one back", async ({ studio }) => {
  const before = await loaded(studio);
  await openDoodle(studio);
  const blank = await inked(studio);
  for (const [index, line] of figure(-1.4).entries()) {
    await draw(studio, line);
    if (index === 0) await expect.poll(() => inked(studio)).toBeGreaterThan(blank / 2);
    if (index < 6) await expect(parts(studio)).toHaveCount(index + 1, PATIENCE);
    if (index === 5) await expect(parts(studio).filter({ hasText: "torso" })).toHaveCount(1);
  }
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true", PATIENCE);
  await expect.poll(async () => (drawn = (await loaded(studio)).find((id) => !before.includes(id)) ?? "")).not.toBe("");
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("Control+z");
  await expect(tool(studio, "character")).toHaveAttribute("aria-checked", "true");
  await expect(parts(studio)).toHaveCount(6);
  await studio.keyboard.press("Control+Shift+Z");
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true");
  await expect.poll(async () => (drawn = (await loaded(studio)).find((id) => !before.includes(id)) ?? "")).not.toBe("");
});

test("a line of steps, a jump and a flip is understood while it is drawn, and performed", async ({ studio }) => {
  await openDoodle(studio);
  await expect.poll(() => loaded(studio)).toContain(drawn);
  const still = await joints(studio, drawn);
  await draw(studio, LINE, 12, async () => {
    await expect(pieces(studio).filter({ hasText: "walk" }).first()).toBeVisible(PATIENCE);
    await expect.poll(async () => furthest(still, await joints(studio, drawn)), PATIENCE).toBeGreaterThan(0.1); // it follows the pen
  });
  await expect(pieces(studio).filter({ hasText: "flip" })).toHaveCount(1, PATIENCE);
  await expect(pieces(studio).filter({ hasText: /jump|leap/ })).toHaveCount(1);
  await expect(landing(studio, 1)).toBeVisible(PATIENCE);
  await studio.keyboard.press("r");
  await expect.poll(() => playing(studio)).toBe(true);
  const seen = await joints(studio, drawn);
  await expect.poll(async () => furthest(seen, await joints(studio, drawn))).toBeGreaterThan(0.3);
});

test("a landing is dragged, the line follows, and one undo puts it back", async ({ studio }) => {
  await openDoodle(studio);
  const handle = landing(studio, 3);
  await expect(handle).toBeVisible(PATIENCE);
  // A document that is opened plays, and the paper goes along with the performer: a hand waits until the handle holds still.
  await studio.locator("[data-sheet]").focus();
  if (await playing(studio)) await studio.keyboard.press("Space");
  await expect.poll(() => playing(studio)).toBe(false);
  await restingView(studio);
  const at = (await handle.boundingBox())!;
  const x = async () => (await handle.boundingBox())!.x;
  await studio.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await hintsAt(studio, "landing");
  await studio.mouse.down();
  await studio.mouse.move(at.x + at.width / 2 + 50, at.y + at.height / 2, { steps: 6 });
  await expect.poll(x).toBeGreaterThan(at.x + 35); // while it is held
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: Move/ })).toBeEnabled();
  await expect.poll(x).toBeGreaterThan(at.x + 35);
  await studio.keyboard.press("Control+z");
  await expect.poll(x).toBeLessThan(at.x + 3);
});

test("it leaves as a GLB, and as a video with one click", async ({ studio }) => {
  await openDoodle(studio);
  await expect(landing(studio, 1)).toBeVisible(PATIENCE);
  const video = studio.waitForEvent("download", PATIENCE);
  await bar(studio).getByRole("button", { name: "Share as video" }).click();
  const film = readFileSync(await (await video).path());
  expect(film.subarray(4, 8).toString()).toBe("ftyp");
  expect(film.length).toBeGreaterThan(10_000);
  await studio.keyboard.press("Control+e");
  const dialog = studio.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("radio", { name: /glTF/ }).click();
  const written = studio.waitForEvent("download", PATIENCE);
  await dialog.getByRole("button", { name: /^Write/ }).click();
  const glb = readFileSync(await (await written).path());
  expect(glb.subarray(0, 4).toString()).toBe("glTF");
});
