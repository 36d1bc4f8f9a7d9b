/** A line that is drawn already is changed by its handles: the tops of its arcs, and its times; and corrections teach the reader a hand. */

import type { Locator, Page } from "@playwright/test";
import { arc, draw, dragBy, exampleWithoutLine, landing, middleOf, openDoodle, pieces } from "../support/doodling";
import { restingView } from "../support/performing";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
const PATIENCE = within(60);
const LINE = [...arc(-0.2, 0.3, 0.24), ...arc(0.3, 0.8, 0.24), ...arc(0.8, 1.3, 0.24)];

const top = (page: Page, piece: number) => page.getByRole("button", { name: new RegExp(`^Top ${piece}:`) });
const end = (page: Page, piece: number) => page.getByRole("slider", { name: new RegExp(`^End of ${piece}:`) });
const highest = (page: Page, piece: number) =>
  page.getByRole("slider", { name: new RegExp(`^Highest moment of ${piece}:`) });
const time = async (handle: Locator) => Number(await handle.getAttribute("aria-valuenow"));
const undo = (page: Page, what: RegExp) => page.getByRole("button", { name: what });
const hand = (page: Page) => page.getByRole("region", { name: "Your hand" });
const limits = (page: Page) => page.getByRole("list", { name: "Limits that your corrections have moved" });

/** The sheet with its line, everything at rest. */
async function open(page: Page): Promise<void> {
  await openDoodle(page);
  await expect(landing(page, 3)).toBeVisible(PATIENCE);
  await page.locator("[data-sheet]").focus();
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.keyboard.press("Space");
  await restingView(page);
}

test("the top of an arc is dragged higher; its ends stay, and one undo puts it back", async ({ studio }) => {
  await exampleWithoutLine(studio);
  await draw(studio, LINE);
  await expect(pieces(studio)).toHaveCount(3, PATIENCE);
  await expect(landing(studio, 3)).toBeVisible(PATIENCE);
  await restingView(studio);
  const before = await middleOf(top(studio, 2));
  const ends = await Promise.all([landing(studio, 1), landing(studio, 2)].map(middleOf));
  await dragBy(studio, top(studio, 2), 12, -30);
  await expect(undo(studio, /^Undo: Move the top/)).toBeEnabled(PATIENCE);
  await expect.poll(async () => before.y - (await middleOf(top(studio, 2))).y, PATIENCE).toBeGreaterThan(22);
  expect((await middleOf(top(studio, 2))).x - before.x).toBeGreaterThan(5);
  for (const [index, at] of ends.entries()) {
    const now = await middleOf(landing(studio, index + 1));
    expect(Math.hypot(now.x - at.x, now.y - at.y)).toBeLessThan(3);
  }
  await expect(pieces(studio)).toHaveCount(3); // and means what it meant
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => Math.abs((await middleOf(top(studio, 2))).y - before.y), PATIENCE).toBeLessThan(3);
});

test("the end of a piece is dragged on the time line, and what follows it moves with it", async ({ studio }) => {
  await open(studio);
  const [first, second] = [await time(end(studio, 1)), await time(end(studio, 2))];
  await dragBy(studio, end(studio, 1), 60, 0);
  await expect(undo(studio, /^Undo: (Change the timing|Retime)/)).toBeEnabled(PATIENCE);
  await expect.poll(() => time(end(studio, 1)), PATIENCE).toBeGreaterThan(first + 0.02);
  const later = (await time(end(studio, 1))) - first;
  await expect.poll(() => time(end(studio, 2)), PATIENCE).toBeCloseTo(second + later, 1);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("Control+z");
  await expect.poll(() => time(end(studio, 1)), PATIENCE).toBeCloseTo(first, 2);
});

test("with Shift the line is stretched from its start, and Escape gives a drag up", async ({ studio }) => {
  await open(studio);
  const before = await Promise.all([1, 2, 3].map((piece) => time(end(studio, piece))));
  const { x, y } = await middleOf(end(studio, 3));
  const drag = async (right: number) => {
    await studio.mouse.move(x, y);
    await studio.mouse.down();
    await studio.mouse.move(x - right, y, { steps: 5 });
  };
  await drag(40);
  await expect.poll(() => time(end(studio, 3)), PATIENCE).toBeLessThan(before[2]! - 0.01); // while it is held
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect.poll(() => time(end(studio, 3)), PATIENCE).toBeCloseTo(before[2]!, 2);
  await studio.keyboard.down("Shift");
  await drag(60);
  await studio.mouse.up();
  await studio.keyboard.up("Shift");
  await expect(undo(studio, /^Undo: (Change the timing|Retime)/)).toBeEnabled(PATIENCE);
  await expect.poll(() => time(end(studio, 3)), PATIENCE).toBeLessThan(before[2]! - 0.01);
  const share = (await time(end(studio, 3))) / before[2]!;
  await expect.poll(async () => (await time(end(studio, 1))) / before[0]!, PATIENCE).toBeCloseTo(share, 1);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("Control+z");
  await expect.poll(() => time(end(studio, 3)), PATIENCE).toBeCloseTo(before[2]!, 2);
});

test("arrow keys move the highest moment, inside its piece", async ({ studio }) => {
  await open(studio);
  const [before, until] = [await time(highest(studio, 1)), await time(end(studio, 1))];
  await highest(studio, 1).focus();
  await studio.keyboard.press("ArrowRight");
  await expect.poll(() => time(highest(studio, 1)), PATIENCE).toBeGreaterThan(before + 0.01);
  expect(await time(highest(studio, 1))).toBeLessThan(until);
  expect(await time(end(studio, 1))).toBeCloseTo(until, 2);
});

test("a correction teaches the reader a hand; it is seen, undone, ignored and remembered", async ({ studio }) => {
  await open(studio);
  await studio.keyboard.press("Tab");
  await expect(hand(studio)).toContainText("Nothing learned yet");
  await pieces(studio).nth(1).click();
  const menu = studio.getByRole("menu", { name: "What does this mean?" });
  await expect(menu).toContainText("teaches the reader your hand");
  await menu.getByRole("menuitem", { name: "tip-toe", exact: true }).click();
  await expect(limits(studio).getByRole("listitem").first()).toContainText("from 1 correction", PATIENCE);
  await hand(studio).getByRole("button", { name: "Remember my hand" }).click();
  await expect(hand(studio).getByRole("button", { name: "Forget my hand" })).toBeVisible();
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("Control+z");
  await expect(hand(studio)).toContainText("Nothing learned yet", PATIENCE);
  await studio.reload(); // what a browser remembers is there again
  await open(studio);
  await hand(studio).getByRole("button", { name: "Use my hand" }).click();
  await expect(limits(studio).getByRole("listitem").first()).toBeVisible(PATIENCE);
  await hand(studio).getByRole("checkbox", { name: "Learn from corrections" }).click();
  await expect(hand(studio)).toContainText("reads every hand alike", PATIENCE);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("Control+z");
  await expect(limits(studio).getByRole("listitem").first()).toBeVisible(PATIENCE);
  await hand(studio).getByRole("button", { name: "Remove my hand here" }).click();
  await expect(hand(studio)).toContainText("Nothing learned yet", PATIENCE);
});
