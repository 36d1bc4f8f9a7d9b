/** What hands do in Perform, with real pointer events, and what they see. Shared by the flows of that workspace. */

import type { Page } from "@playwright/test";
import { characterIn, documentOf } from "./documentOf";
import { expect, framesDrawn, hints, pageTime, within } from "./studioServer";

export type Point = { x: number; y: number };
/** Steps from where the ball is taken hold of [px]. */
export type Way = readonly (readonly [number, number])[];

export type Place = [number, number, number];

export const bar = (page: Page) => page.getByRole("toolbar", { name: "Perform" });
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
  await expect(bar(page).getByRole("radio").first()).toBeVisible(within(60));
  const goes = page.getByRole("button", { name: "The ball follows the pointer" });
  await ballThere(page); // a ball that is there has begun to go along, where it is to
  await discardPose(page);
  if (await goes.count()) await goes.click();
  await expect(goes).toHaveCount(0);
}

/** A pose that an earlier flow left in the hand is discarded: from here on the ball leads. */
async function discardPose(page: Page): Promise<void> {
  const discard = bar(page).getByRole("button", { name: "Discard" });
  if (await discard.count()) await discard.click();
  await expect(discard).toHaveCount(0);
}

async function ballThere(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.__kinegraph.ball !== null)).toBe(true);
  await framesDrawn(page);
}

const characters = async (page: Page) =>
  (await documentOf(page)).records.filter(({ kind }) => kind === "character").map(({ id }) => id);

/** Does something that brings a character on stage; returns its id, as soon as it stands there. */
export async function newcomer(page: Page, bring: () => Promise<unknown>, patience: number): Promise<string> {
  const before = await characters(page); // those that are still being loaded, too
  await bring();
  let id = "";
  await expect
    .poll(async () => (id = (await characters(page)).find((each) => !before.includes(each)) ?? ""), {
      timeout: patience,
    })
    .not.toBe("");
  await expect.poll(() => page.evaluate(() => window.__kinegraph.loaded), { timeout: patience }).toContain(id);
  return id;
}

/** Whether the next take begins with the ball. */
export const armed = (page: Page) => expect(bar(page)).toContainText("to start recording");

/** Brings a member of the cast on stage; returns its id. Its body is shaped first. */
export const cast = (page: Page, name: string): Promise<string> =>
  newcomer(page, () => page.locator(`[data-cast=${name}]`).click(), within(40).timeout);

/** Where the ball is in the window, once the camera has come to rest. */
export async function restingBall(page: Page): Promise<Point> {
  let last = { x: NaN, y: NaN };
  await ballThere(page);
  await expect
    .poll(async () => {
      await framesDrawn(page); // between two frames everything seems to rest
      const now = await ball(page);
      const moved = Math.hypot(now.x - last.x, now.y - last.y);
      last = now;
      return moved;
    })
    .toBeLessThan(0.5);
  return last;
}

/** Waits until the camera has come to rest. */
export async function restingView(page: Page): Promise<void> {
  let last = "";
  await expect
    .poll(async () => {
      await framesDrawn(page);
      const now = JSON.stringify(await page.evaluate(() => window.__kinegraph.camera));
      const still = now === last;
      last = now;
      return still;
    })
    .toBe(true);
}

/** Where the joints are, once the engine has answered the last move of the hand. */
export async function restingPose(page: Page, id: string): Promise<number[]> {
  let last = await joints(page, id);
  await expect
    .poll(async () => {
      await pageTime(page, 0.4);
      await framesDrawn(page);
      const now = await joints(page, id);
      const moved = furthest(last, now);
      last = now;
      return moved;
    })
    .toBeLessThan(1e-6);
  return last;
}

/** Takes hold of the ball and moves it along a way; it stays in the hand. pause: at every turn [ms]. */
export async function dragBall(page: Page, way: Way, pause = 0): Promise<void> {
  const at = await restingBall(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (const [x, y] of way) {
    await page.mouse.move(at.x + x, at.y + y, { steps: 4 });
    if (pause) await pageTime(page, pause / 1000);
  }
}

/** Hovers over the first part of the body that a drag would turn or pull. */
export async function partThat(page: Page, id: string, doing: "turn" | "pull", from = 0): Promise<Point> {
  await restingView(page);
  const count = (await joints(page, id)).length / 3;
  for (let tried = from; tried < from + 3 * (count - from); tried++) {
    const joint = from + ((tried - from) % (count - from));
    const at = await page.evaluate(([who, which]) => window.__kinegraph.screen(who as string, which as number), [
      id,
      joint,
    ] as const);
    await page.mouse.move(at.x, at.y);
    await framesDrawn(page);
    if ((await hints(page).getAttribute("data-place")) === `${doing}ed`) return at;
  }
  throw new Error(`Nothing of the body can be ${doing}ed.`);
}

export const seen = (page: Page) => page.evaluate(() => window.__kinegraph.perform);
export const at = (page: Page, place: Place): Promise<Point> =>
  page.evaluate((point) => window.__kinegraph.point(point), place);
export const apart = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, axis) => value - b[axis]!));
export const radio = (page: Page, name: string) => bar(page).getByRole("radio", { name, exact: true });
export const ballAt = async (page: Page) => (await seen(page)).ball!;

/** In Perform with the bear's sets, the ball lying still and the camera too: whatever an earlier flow left in the document. */
export async function ready(page: Page): Promise<string> {
  await inPerform(page);
  const show = page.getByRole("button", { name: "Show side panels" });
  const folded = (await show.count()) > 0; // a small window begins without them
  if (folded) await show.click();
  const bear = page.getByRole("region", { name: "Characters" }).getByRole("button", { name: /^Bear/ });
  await bear.click(); // the selection outlives a page: a flow may have left another character selected
  await expect(page.getByRole("complementary", { name: "Inspector" }).getByRole("heading", { level: 2 })).toHaveText(
    "Bear",
  );
  if (folded) await page.getByRole("button", { name: "Hide side panels" }).click();
  await expect.poll(() => page.evaluate(() => window.__kinegraph.markers.length), within(60)).toBeGreaterThan(0);
  const cards = page.getByRole("button", { name: "Close these cards" });
  if (await cards.count()) await cards.click();
  await page.locator("canvas").focus();
  const following = page.getByRole("button", { name: "The ball follows the pointer" });
  const lying = page.getByRole("button", { name: "Let the ball follow the pointer" });
  await following.or(lying).waitFor();
  await ballThere(page); // a new document's first character follows at once; others do when they are asked to
  const plays = () => page.evaluate(() => window.__kinegraph.playing);
  if (await plays()) await page.keyboard.press("Space"); // an opened document plays its motion, and the ball moves along
  await expect.poll(plays).toBe(false);
  const back = bar(page).getByRole("button", { name: /^Back to the/ });
  if (await back.count()) await back.click();
  await discardPose(page);
  await page.locator("canvas").focus();
  if (await following.count()) await page.keyboard.press("m");
  await expect(lying).toBeVisible();
  await page.keyboard.press("1");
  await restingBall(page);
  return characterIn(await documentOf(page), "Bear");
}
