/** Locomotion, the rules of an animation, its events, and the grid over all creatures. */

import type { Locator, Page } from "@playwright/test";
import {
  animationIn,
  bound,
  inCreatures,
  inspector,
  PATIENCE,
  patiently,
  still,
  stopped,
  who,
} from "../support/creating";
import { documentOf } from "../support/documentOf";
import { furthest, joints } from "../support/performing";
import { expect, test } from "../support/studioServer";

patiently();
test.use({ viewport: { width: 1280, height: 800 } });

const going = (page: Page) => inspector(page).getByRole("region", { name: "Locomotion" });
const slider = (page: Page, name: string) => going(page).getByRole("slider", { name });
const undo = (page: Page, label: RegExp) => page.getByRole("button", { name: label });

/** Takes hold of a slider where it is and pulls it to a share of its way; it stays in the hand. */
async function pulled(page: Page, field: Locator, share: number): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  const box = (await field.boundingBox())!;
  const from = await field.evaluate((range: HTMLInputElement) => {
    const [low, high] = [Number(range.min), Number(range.max)];
    return (range.valueAsNumber - low) / (high - low);
  });
  const at = (where: number) => [box.x + 8 + (box.width - 16) * where, box.y + box.height / 2] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at((from + share) / 2));
  await page.mouse.move(...at(share));
}

test("a creature without an animation walks while the slider is dragged, and walks on; one undo, and it stands", async ({
  studio,
}) => {
  await inCreatures(studio);
  await inspector(studio).getByRole("tab", { name: "Motion" }).click();
  await expect(slider(studio, "Speed")).toBeEnabled(PATIENCE);
  const [id, motions] = [await who(studio), async () => (await documentOf(studio)).records.filter(walks).length];
  const start = await joints(studio, id);
  await pulled(studio, slider(studio, "Speed"), 0.6);
  await expect(going(studio)).toContainText(/(walks|hurries|runs), \d/);
  await expect.poll(async () => furthest(start, await joints(studio, id)), PATIENCE).toBeGreaterThan(0.2);
  expect(await motions()).toBe(0); // nothing is kept before the hand lets go
  await studio.mouse.up();
  await expect(undo(studio, /^Undo: Play Walk/)).toBeEnabled(PATIENCE);
  await expect.poll(motions).toBe(1);
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
  await expect(going(studio)).toContainText(/(walks|hurries|runs), \d/);
  await studio.keyboard.press("Control+z");
  await expect.poll(motions).toBe(0);
  await expect(going(studio)).toContainText("stands");
});

const walks = (record: { kind: string; form?: string }) => record.kind === "motion" && record.form === "creature";

test("speed, turn and styles change a playing creature at once, and each is one undo", async ({ studio }) => {
  await bound(studio, "nod");
  await stopped(studio);
  await studio.keyboard.press("Shift+ArrowRight"); // its end, where a walk has led farthest
  const id = await who(studio);
  const states = [await still(studio, id)];
  for (const [name, share] of [
    ["Speed", 0.5],
    ["Turn", 0.9],
  ] as const) {
    await pulled(studio, slider(studio, name), share);
    await expect.poll(async () => furthest(states.at(-1)!, await joints(studio, id)), PATIENCE).toBeGreaterThan(0.1);
    await studio.mouse.up();
    states.push(await still(studio, id));
  }
  await going(studio).getByRole("button", { name: "sneak" }).click();
  await expect(going(studio).getByRole("button", { name: "sneak" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => furthest(states.at(-1)!, await joints(studio, id)), PATIENCE).toBeGreaterThan(0.02);
  for (const state of states.reverse()) {
    await studio.keyboard.press("Control+z");
    await expect.poll(async () => furthest(state, await joints(studio, id)), PATIENCE).toBeLessThan(1e-3);
  }
  await expect(going(studio)).toContainText("stands");
});

test("a slider that goes back to where it was leaves nothing behind", async ({ studio }) => {
  await bound(studio, "nod");
  await pulled(studio, slider(studio, "Speed"), 0.6);
  await expect(going(studio)).toContainText(/(walks|hurries|runs), \d/);
  const field = slider(studio, "Speed");
  const box = (await field.boundingBox())!;
  const zero = await field.evaluate(
    (range: HTMLInputElement) => Number(range.min) / (Number(range.min) - Number(range.max)),
  );
  await studio.mouse.move(box.x + 8 + (box.width - 16) * zero, box.y + box.height / 2);
  await expect(going(studio)).toContainText("stands");
  await studio.mouse.up();
  await going(studio).getByRole("button", { name: "limp" }).click(); // another edit finds no drag under way
  await expect(going(studio).getByRole("button", { name: "limp" })).toHaveAttribute("aria-pressed", "true", PATIENCE);
  await expect(going(studio)).toContainText("stands");
});

test("a creature that an animation rules out stands still and shows the reason, until undo lets it join in", async ({
  studio,
}) => {
  await bound(studio, "nod");
  const rules = inspector(studio).getByRole("group", { name: "Conditions on creatures" });
  await inspector(studio).getByText("Conditions").click();
  await rules.getByRole("button", { name: "has wings: any" }).click();
  await expect(rules.getByRole("button", { name: "has wings: required" })).toBeVisible();
  const note = studio.getByRole("list", { name: "Creatures on stage" }).getByRole("note");
  await expect(note).toContainText("wings", PATIENCE);
  await expect(inspector(studio).getByRole("status").filter({ hasText: "wings" })).toBeVisible();
  await rules.getByRole("button", { name: "has wings: required" }).click();
  await expect(rules.getByRole("button", { name: "has wings: excluded" })).toBeVisible();
  await expect(note).toHaveCount(0, PATIENCE);
  expect((await animationIn(studio))?.motion.branches).toEqual({ "has wings": "false" });
  await studio.keyboard.press("Control+z");
  await expect(note).toContainText("wings", PATIENCE);
  await studio.keyboard.press("Control+z");
  await expect(note).toHaveCount(0, PATIENCE);
});

test("an event comes at the playhead, gets its name and its listeners, and goes again", async ({ studio }) => {
  await bound(studio, "nod");
  await stopped(studio);
  for (let step = 0; step < 6; step++) await studio.keyboard.press(".");
  const time = await studio.evaluate(() => window.__kinegraph.time);
  const events = async () => (await animationIn(studio))?.motion.events ?? [];
  const had = await events();
  await inspector(studio).getByRole("button", { name: "Add an event" }).click();
  await expect.poll(async () => (await events()).length).toBe(had.length + 1);
  const name = inspector(studio).getByRole("textbox", { name: "Event name" }).last();
  await name.fill("boom");
  await name.press("Tab");
  await expect.poll(async () => (await events()).some((event) => event.name === "boom")).toBe(true);
  await inspector(studio).getByRole("combobox", { name: "Kind of boom" }).selectOption("visual");
  await expect.poll(async () => (await events()).find((event) => event.name === "boom")?.kind).toBe("visual");
  expect((await events()).find((event) => event.name === "boom")!.time).toBeCloseTo(time, 2);
  await inspector(studio).getByRole("button", { name: "Remove boom" }).click();
  await expect.poll(events).toEqual(had);
});

test("the grid shows its progress, opens as a page with every pair in it, and can be cancelled", async ({ studio }) => {
  await bound(studio, "nod");
  const grid = inspector(studio).getByRole("region", { name: "Validation grid" });
  const strangers = grid.getByRole("textbox", { name: "Number of random creatures" });
  const start = grid.getByRole("button", { name: "Test on random creatures" });
  const tried = async (count: number) => {
    await strangers.press("Enter");
    await strangers.fill(String(count));
    await strangers.press("Enter");
    await start.click();
  };
  await tried(3);
  await expect(grid.getByRole("progressbar")).toBeVisible();
  const link = grid.getByRole("link", { name: "Open the page" });
  await expect(link).toBeVisible(PATIENCE);
  await expect(grid.getByRole("status")).toContainText(/\d+ of \d+ pairs pass/);
  const [page] = await Promise.all([studio.context().waitForEvent("page"), link.click()]);
  await expect(page.getByRole("heading", { name: "Validation grid" })).toBeVisible();
  await page.getByRole("button", { name: /^all/i }).click();
  await page.getByRole("figure").first().click();
  await expect(page.getByRole("dialog")).toContainText("goal error");
  expect(await page.evaluate(() => window.origin)).toBe("null"); // it has no way to the studio
  await page.close();

  await tried(200);
  await grid.getByRole("button", { name: "Cancel" }).click();
  await expect(start).toBeVisible(PATIENCE);
  await expect(grid.getByRole("alert")).toHaveCount(0);
});
