/** What hands do in Perform, with real pointer events, and what they see. Shared by the flows of that workspace. */

import type { Page } from "@playwright/test";
import { expect } from "./studioServer";

export type Point = { x: number; y: number };
/** Steps from where the ball is taken hold of [px]. */
export type Way = readonly (readonly [number, number])[];

export type Place = [number, number, number];

export const bar = (page: Page) => page.getByRole("toolbar", { name: "Perform" });
export const hints = (page: Page) => page.locator(".hints");
export const layers = (page: Page) => page.getByRole("list", { name: /Layers of/ });
export const layerRows = (page: Page) => layers(page).getByRole("listitem");

export const joints = (page: Page, id: string) => page.evaluate((who) => window.__kinegraph.joints(who), id);
export const ball = (page: Page) => page.evaluate(() => window.__kinegraph.point(window.__kinegraph.ball!));
export const markers = (page: Page) =>
  page.evaluate(() => window.__kinegraph.markers.map((place) => window.__kinegraph.point(place)));
export const furthest = (a: number[], b: number[]) => Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));

/** Opens the workspace. */
export async function inPerform(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Perform" }).click();
  await expect(bar(page)).toBeVisible();
}

/** A new document's ball goes with the pointer as soon as it can: from here on hands take hold of it. */
export async function letBallLie(page: Page): Promise<void> {
  await inPerform(page);
  await expect(bar(page).getByRole("radio").first()).toBeVisible({ timeout: 120_000 });
  const goes = page.getByRole("button", { name: "The ball goes with the pointer" });
  if (await goes.count()) await goes.click();
  await expect(goes).toHaveCount(0);
}

/** Brings a member of the cast on stage; returns its id. */
export async function cast(page: Page, name: string): Promise<string> {
  const before = await page.evaluate(() => window.__kinegraph.loaded);
  await page.locator(`[data-cast=${name}]`).click();
  let id = "";
  await expect
    .poll(
      async () => {
        const now = await page.evaluate(() => window.__kinegraph.loaded);
        id = now.find((each) => !before.includes(each)) ?? "";
        return id;
      },
      { timeout: 60_000 }, // its body is shaped first
    )
    .not.toBe("");
  return id;
}

/** Where the ball is in the window, once the camera has come to rest. */
export async function restingBall(page: Page): Promise<Point> {
  let last = { x: NaN, y: NaN };
  await expect.poll(() => page.evaluate(() => window.__kinegraph.ball !== null)).toBe(true);
  await expect
    .poll(async () => {
      const now = await ball(page);
      const moved = Math.hypot(now.x - last.x, now.y - last.y);
      last = now;
      return moved;
    })
    .toBeLessThan(0.5);
  return last;
}

/** Takes hold of the ball and moves it along a way; it stays in the hand. pause: at every turn [ms]. */
export async function dragBall(page: Page, way: Way, pause = 0): Promise<void> {
  const at = await restingBall(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (const [x, y] of way) {
    await page.mouse.move(at.x + x, at.y + y, { steps: 4 });
    if (pause) await page.waitForTimeout(pause);
  }
}

/** Hovers over the first part of the body that a drag would turn or pull. */
export async function partThat(page: Page, id: string, doing: "turn" | "pull", from = 0): Promise<Point> {
  const count = (await joints(page, id)).length / 3;
  for (let joint = from; joint < count; joint++) {
    const at = await page.evaluate(([who, which]) => window.__kinegraph.screen(who as string, which as number), [
      id,
      joint,
    ] as const);
    await page.mouse.move(at.x, at.y);
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)).then(() => true));
    const first = (await hints(page).locator("span").first().innerText()).replace(/\s+/g, " ").trim();
    if (first === `drag ${doing} it`) return at;
  }
  throw new Error(`Nothing of the body can be ${doing}ed.`);
}

export const seen = (page: Page) => page.evaluate(() => window.__kinegraph.perform);
export const at = (page: Page, place: Place): Promise<Point> =>
  page.evaluate((point) => window.__kinegraph.point(point), place);
export const apart = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, axis) => value - b[axis]!));
const first = async (page: Page) => (await page.evaluate(() => window.__kinegraph.loaded))[0]!;
export const radio = (page: Page, name: string) => bar(page).getByRole("radio", { name, exact: true });
export const ballAt = async (page: Page) => (await seen(page)).ball!;

/** In Perform with the bear's sets, the ball lying still and the camera too. */
export async function ready(page: Page): Promise<string> {
  await inPerform(page);
  await expect
    .poll(() => page.evaluate(() => window.__kinegraph.markers.length), { timeout: 40_000 })
    .toBeGreaterThan(0);
  const cards = page.getByRole("button", { name: "Close these cards" });
  if (await cards.count()) await cards.click();
  await page.locator("canvas").focus();
  const following = page.getByRole("button", { name: "The ball goes with the pointer" });
  const lying = page.getByRole("button", { name: "Let the ball go with the pointer" });
  await following.or(lying).waitFor();
  // A new document's first character follows at once; others do when they are asked to.
  await page.waitForTimeout(300);
  if (await following.count()) await page.keyboard.press("m");
  await expect(lying).toBeVisible();
  await page.keyboard.press("1");
  await restingBall(page);
  return first(page);
}
