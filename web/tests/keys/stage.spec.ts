import type { Page } from "@playwright/test";
import { expect, hints, hintsAt, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });

/** The bear's motion among keys, standing still at a frame. */
async function inKeys(page: Page): Promise<string> {
  const card = page.getByRole("button", { name: /Find the keyframes of/ });
  if (await card.isVisible()) await card.click();
  else await page.getByRole("tab", { name: "Keys" }).click();
  await expect(page.getByRole("button", { name: /keyframes? of/ })).toContainText(/largest error/, within(50));
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.keyboard.press("Space");
  return (await page.evaluate(() => window.__kinegraph.loaded))[0]!;
}

/** Result minus original, per joint [m]. */
async function apart(page: Page, id: string): Promise<number[][]> {
  const [result, original] = await page.evaluate(
    (who) => [window.__kinegraph.joints(who), window.__kinegraph.original] as const,
    id,
  );
  if (!original) throw new Error("There is no original on stage.");
  return Array.from({ length: result.length / 3 }, (_, joint) =>
    [0, 1, 2].map((axis) => result[3 * joint + axis]! - original[3 * joint + axis]!),
  );
}

test("the original lies under its result, stands beside it, or leaves", async ({ studio }) => {
  const id = await inKeys(studio);
  const figure = await studio.getByRole("button", { name: /keyframes? of/ }).textContent();
  const largest = Number(/error ([\d.]+) mm/.exec(figure!)![1]) / 1000;
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.original !== null)).toBe(true);
  for (const offset of await apart(studio, id)) expect(Math.hypot(...offset)).toBeLessThan(1.1 * largest + 1e-3);
  await inspector(studio).getByText("Side by side").click();
  await expect.poll(async () => Math.hypot(...(await apart(studio, id))[0]!)).toBeGreaterThan(0.3);
  const [root, ...others] = await apart(studio, id);
  expect(root![1], "both stand on the ground").toBeCloseTo(0, 1);
  for (const offset of others)
    expect(Math.hypot(...offset.map((value, axis) => value - root![axis]!))).toBeLessThan(2.2 * largest + 1e-3);
  await inspector(studio).getByText("Result", { exact: true }).click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.original)).toBeNull();
});

test("differences show as heat, with a scale that says what the colours mean", async ({ studio }) => {
  await inKeys(studio);
  await inspector(studio).getByText("Show differences as heat").click();
  const legend = studio.getByRole("figure", { name: /Distance between result/ });
  await expect(legend).toContainText(/distance [\d.]+ mm at \w+/);
  await expect(legend).toContainText(/0.*\d+ mm$/);
});

test("the leading part is picked on the body; Escape ends it", async ({ studio }) => {
  const id = await inKeys(studio);
  await inspector(studio)
    .getByRole("button", { name: /Pick on the body/ })
    .click();
  const at = await studio.evaluate((who) => window.__kinegraph.screen(who, 4), id);
  await studio.mouse.move(at.x, at.y);
  await hintsAt(studio, "keyedJoint");
  const lead = await hints(studio).innerText();
  await studio.mouse.down();
  await studio.mouse.up();
  await expect(hints(studio)).not.toHaveText(lead);
  const release = await hints(studio).innerText();
  await expect(inspector(studio).getByText("chosen", { exact: true })).toBeVisible();
  await studio.keyboard.press("Escape");
  await expect(inspector(studio).getByRole("button", { name: /Pick on the body/ })).toBeVisible();
  await studio.mouse.move(at.x + 1, at.y);
  await hintsAt(studio, "keyedJoint");
  expect([lead, release]).not.toContain(await hints(studio).innerText());
});
