import type { Page } from "@playwright/test";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const tracks = (page: Page) => page.getByRole("list", { name: /^Scene of/ });
const clips = (page: Page) => tracks(page).getByRole("button", { name: /, from .* seconds$/ });
const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const joints = (page: Page, id: string) => page.evaluate((who) => window.__kinegraph.joints(who), id);

/** When the clip of a name plays [s]. */
async function timesOf(page: Page, name: RegExp): Promise<[number, number]> {
  const label = (await tracks(page).getByRole("button", { name }).first().getAttribute("aria-label"))!;
  const [, start, end] = /from ([\d.]+) to ([\d.]+)/.exec(label)!;
  return [Number(start), Number(end)];
}

/** Whether a character moves while the scene plays. */
async function moves(page: Page, id: string): Promise<boolean> {
  const before = await joints(page, id);
  await page.waitForTimeout(400);
  const after = await joints(page, id);
  return after.some((each, index) => Math.abs(each - before[index]!) > 0.005);
}

test("a motion goes into the scene, and the same motion on another body plays beside it", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Stage" }).click();
  await studio.getByRole("region", { name: "Cast" }).getByRole("button", { name: "Dog" }).click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.loaded.length)).toBe(2);
  const [bear, dog] = await studio.evaluate(() => window.__kinegraph.loaded);
  const motions = studio.getByRole("region", { name: "Motions" }).locator("[data-record]");
  await motions.filter({ hasText: "walk" }).first().click();
  await inspector(studio).getByRole("button", { name: "Add to scene" }).click();
  await expect(clips(studio)).toHaveCount(1);
  await motions.filter({ hasText: "walk" }).first().click();
  await inspector(studio).getByLabel("Play on another character").selectOption({ label: "Dog" });
  await expect(clips(studio)).toHaveCount(2, within(90));
  await expect(studio.getByText("2 characters")).toBeVisible();
  await expect.poll(() => moves(studio, bear!)).toBe(true);
  await expect.poll(() => moves(studio, dog!)).toBe(true);
});

test("a clip is dragged in time and trimmed; each is one undo step", async ({ studio }) => {
  const clip = clips(studio).first();
  const box = (await clip.boundingBox())!;
  const [start, end] = await timesOf(studio, /^Walk, from/);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await studio.mouse.move(x, y);
  await studio.mouse.down();
  await studio.mouse.move(x + 30, y, { steps: 3 });
  await studio.mouse.move(x + 60, y, { steps: 3 });
  await studio.mouse.up();
  await expect.poll(async () => (await timesOf(studio, /^Walk, from/))[0]).toBeGreaterThan(start + 0.1);
  const [moved] = await timesOf(studio, /^Walk, from/);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => (await timesOf(studio, /^Walk, from/))[0]).toBe(start);
  await studio.keyboard.press("Control+Shift+z");
  await expect.poll(async () => (await timesOf(studio, /^Walk, from/))[0]).toBe(moved);
  const edge = tracks(studio)
    .getByRole("button", { name: /^End of Walk/ })
    .first();
  const at = (await edge.boundingBox())!;
  await studio.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(at.x - 60, at.y + at.height / 2, { steps: 6 });
  await studio.mouse.up();
  await expect.poll(async () => (await timesOf(studio, /^Walk, from/))[1]).toBeLessThan(moved + end - start - 0.1);
  await expect(studio.getByRole("button", { name: "Undo: Trim Walk" })).toBeVisible();
});

test("a clip is split, removed with Delete, and a layer is added for the head", async ({ studio }) => {
  await expect(studio.getByText(/^2 characters, [1-9]/)).toBeVisible(); // its frames are here
  await clips(studio).first().click();
  const count = await clips(studio).count();
  const [start, end] = await timesOf(studio, /^Walk, from/);
  await studio.getByRole("slider", { name: "Playhead" }).focus();
  if (await studio.evaluate(() => window.__kinegraph.playing)) await studio.keyboard.press("Space");
  await studio.keyboard.press("Shift+ArrowLeft");
  const middle = Math.round((30 * (start + end)) / 2);
  for (let frame = 0; frame < middle; frame += 10) await studio.keyboard.press("PageUp");
  await studio.keyboard.press("s");
  await expect(clips(studio)).toHaveCount(count + 1);
  await clips(studio).nth(1).click();
  await studio.keyboard.press("Delete");
  await expect(clips(studio)).toHaveCount(count);
  await tracks(studio).getByRole("button", { name: "Add a layer" }).first().click();
  await studio.getByRole("menuitem", { name: "head", exact: true }).click();
  await expect(tracks(studio).getByRole("button", { name: /^head, over/ })).toBeVisible();
});

test("one character looks at the other, by the inspector", async ({ studio }) => {
  await tracks(studio)
    .getByRole("button", { name: /^Track of/ })
    .first()
    .click();
  await inspector(studio).getByRole("button", { name: "Add", exact: true }).click();
  await studio.getByRole("menuitem", { name: "Look at" }).click();
  await expect(inspector(studio).getByRole("group", { name: "Looks at" }).getByLabel("What")).toHaveValue(/./);
  await expect(studio.getByRole("button", { name: /^Undo: Change what is followed by/ })).toBeVisible();
});

test("the whole scene is written to one file", async ({ studio }) => {
  await studio.getByRole("button", { name: "Export the scene" }).click();
  await studio.getByLabel("File format").selectOption(".glb");
  const download = studio.waitForEvent("download", within(90));
  await studio.getByRole("button", { name: "Export the scene" }).last().click();
  expect((await download).suggestedFilename()).toMatch(/\.glb$/);
});
