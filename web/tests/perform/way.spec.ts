import type { Page } from "@playwright/test";
import { documentOf, performancesIn } from "../support/documentOf";
import { bar, inPerform, newcomer, radio, restingView, seen } from "../support/performing";
import { expect, hintsAt, test, within } from "../support/studioServer";

test.describe.configure(within(150));
test.use({ actionTimeout: 20_000 });

const tool = (page: Page) => page.getByRole("button", { name: "Draw a way on the ground" });
const ground = (page: Page, x: number, z: number) =>
  page.evaluate((place) => window.__kinegraph.point(place), [x, 0, z] as [number, number, number]);

/** Draws a line on the ground through points, x and z [m]. */
async function draw(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
  await restingView(page);
  const places = [];
  for (const [x, z] of points) places.push(await ground(page, x, z));
  await page.mouse.move(places[0]!.x, places[0]!.y);
  await hintsAt(page, "wayGround");
  await page.mouse.down();
  for (const { x, y } of places.slice(1)) await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}

test("a line on the ground is walked in the style of a set, changed, cleared and undone", async ({ studio }) => {
  await inPerform(studio);
  const ready = studio.locator("[data-sets=figure]");
  const id = await newcomer(studio, () => ready.click(), within(60).timeout);
  await expect(radio(studio, "walk")).toBeVisible(within(60));
  await radio(studio, "walk").click();
  const [x, z] = await studio.evaluate((who) => {
    const [hips, , depth] = window.__kinegraph.joints(who);
    return [hips!, depth!] as const;
  }, id);
  const walks = async () => performancesIn(await documentOf(studio), id).filter(({ name }) => /^walk/.test(name));
  const before = (await walks()).length;

  await tool(studio).click();
  await draw(studio, [
    [x, z],
    [x - 0.2, z + 0.5],
    [x - 0.7, z + 0.6],
  ]);
  await expect.poll(async () => (await walks()).length, within(60)).toBe(before + 1);
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
  await expect(tool(studio)).toHaveAttribute("aria-pressed", "false");
  const made = (await walks()).at(-1)!;
  const way = made.recording!.way;
  expect(way.length).toBeGreaterThan(3);
  await expect.poll(async () => (await seen(studio)).way.length).toBe(way.length);

  // Another line on top changes the way of what is seen, as one edit.
  await tool(studio).click();
  await draw(studio, [
    [x, z],
    [x + 0.5, z + 0.4],
  ]);
  const wayNow = async () => (await walks()).find(({ id }) => id === made.id)!.recording!.way;
  await expect.poll(async () => JSON.stringify(await wayNow())).not.toBe(JSON.stringify(way));
  await studio.getByRole("button", { name: "Undo: Change the way" }).click();
  await expect.poll(async () => JSON.stringify(await wayNow())).toBe(JSON.stringify(way));

  // A row under the layers says when it walks: a drag from within a span erases.
  const row = studio.getByRole("listitem", { name: "When it walks" });
  const span = (await row.getByRole("img").boundingBox())!;
  const inSpan = (share: number) => [span.x + share * span.width, span.y + 3] as const;
  await studio.mouse.move(...inSpan(0.3));
  await studio.mouse.down();
  await studio.mouse.move(...inSpan(0.6), { steps: 4 });
  await studio.mouse.up();
  const spans = async () => (await walks()).find(({ id }) => id === made.id)!.recording!.walking;
  await expect.poll(async () => (await spans()).length).toBe(2);
  await expect(row.getByRole("img")).toHaveCount(2);
  await studio.getByRole("button", { name: "Undo: Change when it walks" }).click();
  await expect.poll(spans).toEqual([]);

  await studio.getByRole("button", { name: "Clear the way: walk straight ahead" }).click();
  await expect.poll(wayNow).toEqual([]);
  await expect.poll(async () => (await seen(studio)).way.length).toBe(0);
  await expect(bar(studio)).toBeVisible();
});
