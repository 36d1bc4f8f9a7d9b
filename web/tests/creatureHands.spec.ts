/** Creatures' animations: things that are reached for, variants, posing and walking; with real pointer events. */

import type { Page } from "@playwright/test";
import { documentOf } from "./documentOf";
import { furthest, hints, joints } from "./performing";
import { expect, test } from "./studioServer";

// The first creature of a machine waits until what moves it is compiled.
const PATIENCE = { timeout: 240_000 };
test.beforeEach(() => test.setTimeout(360_000));
test.use({ viewport: { width: 1280, height: 800 } });

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const channels = (page: Page) => page.evaluate(() => window.__kinegraph.channels);
const who = async (page: Page) => (await page.evaluate(() => window.__kinegraph.loaded))[0]!;

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

/** Where a creature's joints are, once it is drawn at rest. */
async function still(page: Page, id: string) {
  let last = await joints(page, id);
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await joints(page, id)];
        last = now;
        return furthest(before, now);
      },
      { intervals: [150] },
    )
    .toBe(0);
  return last;
}

/** The animation as it is on disk. */
async function animationIn(page: Page) {
  const found = (await documentOf(page)).records.findLast((record) => record.kind === "animation");
  return found?.kind === "animation" ? found : null;
}

test("who reaches for a thing follows it under the hand; another variant reaches with another hand", async ({
  studio,
}) => {
  await playing(studio, "eat fruit");
  await expect.poll(async () => (await channels(studio)).targets.length, PATIENCE).toBe(1);
  const id = await who(studio);
  for (let step = 0; step < 3; step++) await studio.keyboard.press("Shift+.");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.time)).toBeGreaterThan(1);
  const before = await still(studio, id);
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
  const before = await still(studio, id);
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
      [0.2, 0],
      [0.5, 0.1],
      [0.9, 0.3],
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
