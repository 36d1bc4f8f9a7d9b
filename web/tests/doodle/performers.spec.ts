/** Several characters on one sheet: each line belongs to the character that it starts at, and those that have lines already perform them
 * while the next one is drawn. */

import type { Page } from "@playwright/test";
import { arc, draw, figure, openDoodle, parts, pieces, tool } from "../support/doodling";
import { furthest, joints } from "../support/performing";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
const PATIENCE = within(60);

const loaded = (page: Page) => page.evaluate(() => window.__kinegraph.loaded);
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();
let first = "";
let second = "";

/** Draws seven parts, and waits for the character that they become; returns its id. */
async function drawSomebody(page: Page, x: number): Promise<string> {
  const before = await loaded(page);
  for (const [index, line] of figure(x).entries()) {
    await draw(page, line);
    if (index < 6) await expect(parts(page)).toHaveCount(index + 1, PATIENCE);
  }
  await expect(tool(page, "motion")).toHaveAttribute("aria-checked", "true", PATIENCE);
  let who = "";
  await expect
    .poll(async () => (who = (await loaded(page)).find((id) => !before.includes(id)) ?? ""), PATIENCE)
    .not.toBe("");
  return who;
}

test("a figure drawn beside another becomes a second character on the same sheet", async ({ studio }) => {
  await openDoodle(studio);
  first = await drawSomebody(studio, -1.6);
  await draw(studio, [...arc(-1.5, -1.1, 0.2), ...arc(-1.1, -0.7, 0.2), ...arc(-0.7, -0.3, 0.2)], 14);
  await expect(pieces(studio).filter({ hasText: "walk" })).toHaveCount(3, PATIENCE);
  await tool(studio, "character").click();
  second = await drawSomebody(studio, 1.1);
  expect(second).not.toBe(first);
  await shot(studio, "two-drawn");
});

test("the first performs its line while the second is drawn one, which starts at the second", async ({ studio }) => {
  await openDoodle(studio);
  const still = [await joints(studio, first), await joints(studio, second)] as const;
  const line = [...arc(1.2, 0.8, 0.2), ...arc(0.8, -1.3, 1.5)];
  await draw(studio, line, 24, async () => {
    await expect.poll(async () => furthest(still[1], await joints(studio, second)), PATIENCE).toBeGreaterThan(0.1);
    await expect.poll(async () => furthest(still[0], await joints(studio, first)), PATIENCE).toBeGreaterThan(0.1);
    await shot(studio, "two-while-drawn");
  });
  await expect(pieces(studio).filter({ hasText: /leap|jump/ })).toHaveCount(1, PATIENCE);
  await shot(studio, "two-performed");
});

test("a line that starts at the first is its own again, and undo takes it back", async ({ studio }) => {
  await openDoodle(studio);
  await draw(studio, [...arc(-0.3, 0.1, 0.2), ...arc(0.1, 0.5, 0.2)], 14);
  await expect(pieces(studio).filter({ hasText: "walk" })).toHaveCount(5, PATIENCE);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("Control+z");
  await expect(pieces(studio).filter({ hasText: "walk" })).toHaveCount(3, PATIENCE);
});
