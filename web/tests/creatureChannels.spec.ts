/** Creatures' animations: words that choose bodies, things that are reached for, variants, keys, and walking; with real pointer events. */

import type { Page } from "@playwright/test";
import { documentOf } from "./documentOf";
import { furthest, hints, joints } from "./performing";
import { expect, test } from "./studioServer";

// The first creature of a machine waits until what moves it is compiled.
const PATIENCE = { timeout: 240_000 };
test.beforeEach(() => test.setTimeout(360_000));

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const channels = (page: Page) => page.evaluate(() => window.__kinegraph.channels);
const who = async (page: Page) => (await page.evaluate(() => window.__kinegraph.loaded))[0]!;
const glowing = async (page: Page) => (await page.evaluate(() => window.__kinegraph.glows))[await who(page)] ?? [];

/** In Creatures, with an animation that the one on stage plays, stopped at its start, and its channels open. */
async function playing(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name: "Creatures" }).click();
  const cards = page.getByRole("button", { name: "Close these cards" });
  if (await cards.count()) await cards.click();
  const card = page.locator(`[data-animation="${name}"]`);
  await expect(card).toBeVisible(PATIENCE);
  if ((await card.getAttribute("aria-pressed")) !== "true") await card.click();
  await expect(card).toHaveAttribute("aria-pressed", "true", PATIENCE);
  await inspector(page).getByRole("tab", { name: "Motion" }).click();
  await inspector(page).getByRole("listbox", { name: "Channels" }).getByRole("option").first().click();
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.keyboard.press("Space");
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(false);
}

const chip = (page: Page, label: string) => inspector(page).getByRole("button", { name: new RegExp(`^${label}:`) });
const option = (page: Page, name: RegExp) => page.getByRole("listbox").getByRole("option", { name });

/** The animation as it is on disk. */
async function animationIn(page: Page) {
  const found = (await documentOf(page)).records.findLast((record) => record.kind === "animation");
  return found?.kind === "animation" ? found : null;
}

test("what a chip would choose glows before it is chosen; words choose too, and undo takes it back", async ({
  studio,
}) => {
  await playing(studio, "wave");
  await expect.poll(async () => (await glowing(studio)).length).toBe(2);
  await chip(studio, "Left or right").click();
  await option(studio, /on the left/).hover();
  await expect.poll(async () => (await glowing(studio)).length).toBe(1);
  const [left] = await glowing(studio);
  await option(studio, /on the right/).hover();
  await expect.poll(async () => (await glowing(studio))[0]).not.toBe(left);
  await option(studio, /on the left/).click();
  await expect(chip(studio, "Left or right")).toHaveText("on the left");
  await expect.poll(async () => (await animationIn(studio))?.motion.channels?.[0]?.bodies).toBe("graspers on the left");

  await inspector(studio).getByRole("button", { name: "Type it in words" }).click();
  const field = inspector(studio).getByRole("textbox", { name: "Which bodies, in words" });
  await field.fill("feet");
  await expect(inspector(studio).getByText("2 bodies on 1 of 1 creature")).toBeVisible();
  await field.fill("feet on the moon");
  await expect(inspector(studio).getByText(/moon/)).toBeVisible();
  await field.press("Escape");
  await studio.keyboard.press("Control+z");
  await expect(chip(studio, "Left or right")).toHaveText("on any side");
});

test("another mode remaps the keys and says so: the creature moves as before", async ({ studio }) => {
  await playing(studio, "wave");
  const before = await joints(studio, await who(studio));
  await chip(studio, "What one unit is long").click();
  await option(studio, /creature size/).click();
  await expect(inspector(studio).getByRole("status").filter({ hasText: "Keys remapped" })).toBeVisible();
  await expect(chip(studio, "What one unit is long")).toHaveText("creature size");
  await expect.poll(async () => furthest(before, await joints(studio, await who(studio)))).toBeLessThan(1e-3);
  await studio.keyboard.press("Control+z");
  await expect(chip(studio, "What one unit is long")).toHaveText("limb length");
});

test("who reaches for a thing follows it under the hand; another variant reaches with another hand", async ({
  studio,
}) => {
  await playing(studio, "eat fruit");
  await expect.poll(async () => (await channels(studio)).targets.length, PATIENCE).toBe(1);
  const id = await who(studio);
  for (let step = 0; step < 3; step++) await studio.keyboard.press("Shift+.");
  const before = await joints(studio, id);
  const fruit = (await channels(studio)).targets[0]!.place;
  const at = await studio.evaluate((place) => window.__kinegraph.point(place), fruit);
  await studio.mouse.move(at.x, at.y);
  await expect(hints(studio)).toContainText("move it for this creature");
  await studio.mouse.down();
  await studio.mouse.move(at.x + 60, at.y - 40, { steps: 5 });
  await expect.poll(async () => furthest(fruit, (await channels(studio)).targets[0]!.place)).toBeGreaterThan(0.05);
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.01);
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo/ })).toBeEnabled();
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeLessThan(1e-3);

  const second = inspector(studio).getByRole("radio", { name: /^Variant 2:/ });
  await second.click();
  await expect(second).toBeChecked();
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.05);
});

test("a body is posed by its handle, which sets a key; the curve shows it, for everybody and for one", async ({
  studio,
}) => {
  await playing(studio, "wave");
  const id = await who(studio);
  const keys = async () => (await animationIn(studio))?.motion.channels?.[0]?.position?.keys.length ?? 0;
  const had = await keys();
  await expect.poll(async () => (await channels(studio)).handle !== null).toBe(true);
  await studio.keyboard.press("w");
  for (let step = 0; step < 7; step++) await studio.keyboard.press(".");
  const before = await joints(studio, id);
  const place = (await channels(studio)).handle!;
  const at = await studio.evaluate((point) => window.__kinegraph.point(point), place);
  await studio.mouse.move(at.x, at.y);
  await expect(hints(studio)).toContainText("pose it");
  await studio.mouse.down();
  await studio.mouse.move(at.x - 20, at.y - 50, { steps: 5 });
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.02);
  await studio.mouse.up();
  await expect.poll(keys).toBe(had + 1);
  await inspector(studio).page().getByRole("radio", { name: "Bear" }).click();
  await expect(studio.getByRole("group", { name: "What the curves show" })).toContainText(`${had + 1} keys`);
  await studio.keyboard.press("Control+z");
  await expect.poll(keys).toBe(had);
});

test("a path that is drawn on the ground is walked, and undo stands still again", async ({ studio }) => {
  await playing(studio, "wave");
  const id = await who(studio);
  const start = await joints(studio, id);
  await inspector(studio).getByRole("button", { name: "Draw a path" }).click();
  const points = await studio.evaluate(() =>
    [
      [0, 0.1],
      [0.15, 0.4],
      [0.3, 0.7],
    ].map(([x, z]) => window.__kinegraph.ground(x!, z!)),
  );
  await studio.mouse.move(points[0]!.x, points[0]!.y);
  await expect(hints(studio)).toContainText("draw where it goes");
  await studio.mouse.down();
  for (const { x, y } of points.slice(1)) await studio.mouse.move(x, y, { steps: 6 });
  await studio.mouse.up();
  await expect.poll(async () => (await channels(studio)).path.length).toBeGreaterThan(3);
  await expect(inspector(studio).getByText(/^\d\.\d m, about \d+ s$/)).toBeVisible();
  await studio.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => furthest(start, await joints(studio, id))).toBeGreaterThan(0.3);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => (await channels(studio)).path.length).toBe(0);
});
