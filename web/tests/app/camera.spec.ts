/** What the camera shows, and what it leaves alone: the first view, other workspaces, a graphics context that was lost. */

import type { Page } from "@playwright/test";
import { inCreatures } from "../support/creating";
import { expect, framesDrawn, test, within } from "../support/studioServer";

test.describe.configure(within(120));

const camera = (page: Page) => page.evaluate(() => window.__kinegraph.camera);
const away = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, axis) => Math.abs(value - b[axis]!)));

/** The camera, once it has come to rest. */
async function resting(page: Page) {
  let last = await camera(page);
  await expect
    .poll(async () => {
      await framesDrawn(page, 4);
      const now = await camera(page);
      const moved = away(now.eye, last.eye);
      last = now;
      return moved;
    })
    .toBeLessThan(1e-4);
  return last;
}

test("the first view shows the whole character above the cards", async ({ studio }) => {
  const foot = studio.getByRole("group", { name: "First steps" });
  await expect(foot).toBeVisible();
  await expect(studio.getByRole("button", { name: "Store pose" })).toBeVisible(within(60));
  const [id] = await studio.evaluate(() => window.__kinegraph.loaded);
  const lowest = () =>
    studio.evaluate((who) => {
      const joints = window.__kinegraph.joints(who!).length / 3;
      return Math.max(...Array.from({ length: joints }, (_, joint) => window.__kinegraph.screen(who!, joint).y));
    }, id);
  const { y: edge } = (await foot.boundingBox())!;
  await expect.poll(lowest).toBeLessThan(edge);
  const highest = await studio.evaluate((who) => {
    const joints = window.__kinegraph.joints(who!).length / 3;
    return Math.min(...Array.from({ length: joints }, (_, joint) => window.__kinegraph.screen(who!, joint).y));
  }, id);
  expect(highest).toBeGreaterThan((await studio.locator("canvas").first().boundingBox())!.y);
});

test("after Home, leaving Creatures leaves the camera where a hand put it", async ({ studio }) => {
  await inCreatures(studio);
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Home");
  await resting(studio);
  const box = (await studio.locator("canvas").first().boundingBox())!;
  const [x, y] = [box.x + box.width - 40, box.y + 60];
  await studio.mouse.move(x, y);
  await studio.mouse.down();
  await studio.mouse.move(x - 120, y + 10, { steps: 5 });
  await studio.mouse.up();
  const put = await resting(studio);
  await studio.getByRole("tab", { name: "Stage" }).click();
  await expect(studio.getByRole("tab", { name: "Stage" })).toHaveAttribute("aria-selected", "true");
  const seen = await resting(studio);
  expect(away(seen.eye, put.eye)).toBeLessThan(1e-3);
  expect(away(seen.target, put.target)).toBeLessThan(1e-3);
});

test("a search that was asked for once does not take the focus again", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Stage" }).click();
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("/");
  const search = studio.getByRole("searchbox", { name: "Search the library" });
  await expect(search).toBeFocused();
  await studio.keyboard.press("Escape");
  await studio.getByRole("tab", { name: "Creatures" }).click();
  await expect(
    studio
      .getByRole("searchbox")
      .or(studio.getByRole("button", { name: "New creature" }))
      .first(),
  ).toBeVisible();
  await studio.getByRole("tab", { name: "Stage" }).click();
  await expect(search).toBeVisible();
  await framesDrawn(studio, 4);
  await expect(search).not.toBeFocused();
});

test("the stage is drawn again after the browser took its graphics context away", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Stage" }).click();
  await resting(studio);
  const canvas = studio.locator("canvas").first();
  const before = (await canvas.screenshot()).length;
  await canvas.evaluate((element: HTMLCanvasElement) => {
    const context = element.getContext("webgl2")!;
    const taken = context.getExtension("WEBGL_lose_context")!;
    Object.assign(window, { giveBack: () => taken.restoreContext() });
    taken.loseContext();
  });
  await expect.poll(async () => (await canvas.screenshot()).length, "the picture is gone").toBeLessThan(0.8 * before);
  await studio.evaluate(() => (window as unknown as { giveBack: () => void }).giveBack());
  await expect.poll(async () => (await canvas.screenshot()).length, "it is back").toBeGreaterThan(0.9 * before);
});
