/** The tours of the workspaces, followed with a real pointer: each step waits for what it asks for, and goes on by itself. */

import type { Page } from "@playwright/test";
import { animation, handles, inspector, part, PATIENCE } from "../support/creating";
import { arc, draw, figure, openDoodle } from "../support/doodling";
import { expect, framesDrawn, onStage, test, within } from "../support/studioServer";

test.use({ firstVisit: true });
test.describe.configure(within(180));

const tour = (page: Page) => page.getByRole("region", { name: /^Tour of/ });
const step = (page: Page, number: number, of: number) =>
  expect(tour(page)).toContainText(`${number} of ${of}`, PATIENCE);

async function start(page: Page, workspace: string): Promise<void> {
  await page.locator("canvas").first().focus();
  await page.keyboard.press("?");
  await page.getByRole("button", { name: `Tour of ${workspace}` }).click();
  await expect(tour(page)).toBeVisible(PATIENCE);
}

/** The last card says what was learned; *Close* ends the tour. */
async function finished(page: Page, workspace: string): Promise<void> {
  await expect(tour(page)).toContainText(`That was ${workspace}.`, PATIENCE);
  await tour(page).getByRole("button", { name: "Close" }).click();
  await expect(tour(page)).toHaveCount(0);
}

async function middleOfStage(page: Page): Promise<{ x: number; y: number }> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 3 };
}

test("Perform: a take and a pose", async ({ studio }) => {
  await start(studio, "Perform");
  await step(studio, 2, 7);
  const { x, y } = await middleOfStage(studio);
  await studio.mouse.move(x - 60, y);
  await studio.mouse.move(x + 40, y - 20, { steps: 12 });
  await step(studio, 3, 7);
  await studio.mouse.down();
  for (let turn = 0; turn < 40; turn++) {
    await studio.mouse.move(x + 60 * Math.cos(turn / 6), y + 30 * Math.sin(turn / 6));
    await framesDrawn(studio, 2);
  }
  await studio.mouse.up();
  await step(studio, 4, 7);
  await studio.getByRole("button", { name: "Keep", exact: true }).click();
  await step(studio, 5, 7);
  await studio.keyboard.press("m");
  await step(studio, 6, 7);
  const id = (await studio.evaluate(() => window.__kinegraph.loaded))[0]!;
  const hand = await studio.evaluate((bear) => window.__kinegraph.screen(bear, 9), id);
  await studio.mouse.move(hand.x, hand.y);
  await framesDrawn(studio, 4);
  await studio.mouse.down();
  await studio.mouse.move(hand.x + 20, hand.y - 30, { steps: 6 });
  await studio.mouse.up();
  await step(studio, 7, 7);
  await studio.getByRole("button", { name: "Store pose" }).click();
  await finished(studio, "Perform");
});

test("Creatures: a body, a part, an animation, a walk", async ({ studio }) => {
  await start(studio, "Creatures");
  await step(studio, 1, 5);
  await studio.getByRole("button", { name: "Random creature", exact: true }).click();
  await step(studio, 2, 5);
  await expect.poll(async () => (await handles(studio)).length, PATIENCE).toBeGreaterThan(1);
  await part(studio, "horn").scrollIntoViewIfNeeded();
  const from = (await part(studio, "horn").boundingBox())!;
  const spine = (await handles(studio)).find(({ kind }) => kind === "spine")!;
  const onto = await studio.evaluate((place) => window.__kinegraph.point(place), spine.place);
  await studio.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(onto.x, onto.y, { steps: 12 });
  await framesDrawn(studio, 10);
  await studio.mouse.up();
  await step(studio, 3, 5);
  await animation(studio, "wave").click();
  await step(studio, 4, 5);
  await inspector(studio).getByRole("tab", { name: "Motion" }).click();
  await step(studio, 5, 5);
  const speed = inspector(studio).getByRole("slider", { name: "Speed" });
  await speed.focus();
  for (let press = 0; press < 20; press++) await speed.press("ArrowRight");
  await finished(studio, "Creatures");
});

test("Doodle: a character and its line", async ({ studio }) => {
  await openDoodle(studio);
  await start(studio, "Doodle");
  await step(studio, 1, 4);
  for (const stroke of figure(-1.4)) await draw(studio, stroke);
  if (process.env.SHOTS) await studio.screenshot({ path: `${process.env.SHOTS}/tour-doodle.png` });
  await step(studio, 2, 4);
  await studio.locator("[data-tool=motion]").click();
  await step(studio, 3, 4);
  await draw(studio, [...arc(-1.2, -0.85, 0.25), ...arc(-0.85, -0.5, 0.25), ...arc(-0.5, 0.3, 1.15)]);
  await step(studio, 4, 4);
  await studio.keyboard.press("Space"); // the line plays by itself; it is over or not
  await finished(studio, "Doodle");
});

test("Keys: fewer keyframes, a pose, a file", async ({ studio }) => {
  await studio.getByRole("button", { name: /Find the keyframes of/ }).click();
  await start(studio, "Keys");
  await step(studio, 2, 6);
  const slider = studio.getByRole("slider", { name: "Number of keyframes" });
  await slider.focus();
  await slider.press("ArrowLeft");
  await step(studio, 3, 6);
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Space");
  await step(studio, 4, 6);
  await studio.keyboard.press("Space");
  await tour(studio).getByRole("button", { name: "Skip" }).click();
  await step(studio, 5, 6);
  await studio.keyboard.press("Shift+.");
  await step(studio, 6, 6);
  await studio.getByRole("button", { name: "Share", exact: true }).click();
  await finished(studio, "Keys");
});

test("the stage: a motion goes into the scene; Escape ends a tour", async ({ studio }) => {
  await start(studio, "Stage");
  await onStage(studio);
  await studio.getByRole("region", { name: "Motions" }).getByText("Wave", { exact: true }).click();
  await expect(studio.locator('[data-command="play"]').first()).toBeVisible();
  await studio.keyboard.press("Space");
  await expect(tour(studio)).toContainText("Add it to the scene", PATIENCE);
  await expect(studio.locator("[data-toured]")).toHaveAttribute("data-command", "addToScene");
  await studio.getByRole("button", { name: "Add to scene" }).click();
  await expect(tour(studio)).toContainText("4 of 4", PATIENCE);
  await studio.keyboard.press("Escape");
  await expect(tour(studio)).toHaveCount(0);
  await expect(studio.locator("[data-toured]")).toHaveCount(0);
});
