/** Every workspace in both themes, from small windows to large ones: nothing lies over anything else, and nothing is cut off. */

import type { Page } from "@playwright/test";
import { bar, openDoodle } from "../support/doodling";
import { faultsOfLayout } from "../support/layout";
import { restingView } from "../support/performing";
import { addProp, addToScene, inspector, inStage, tracks } from "../support/staging";
import { expect, framesDrawn, test, within } from "../support/studioServer";
import { inTheme, THEMES, WORKSPACES } from "../support/workspaces";

test.describe.configure(within(180));

const SIZES = [
  [1024, 640],
  [1280, 720],
  [1440, 900],
  [1536, 864],
  [1920, 1080],
  [2560, 1440],
] as const;

async function fits(page: Page, what: string): Promise<void> {
  await expect(page.locator(".toast")).toHaveCount(0, within(20)); // reports go by themselves
  for (const theme of THEMES)
    for (const [width, height] of SIZES) {
      await inTheme(page, theme);
      await page.setViewportSize({ width, height });
      await framesDrawn(page, 4);
      expect.soft(await faultsOfLayout(page), `${what} at ${width} × ${height}, ${theme}`).toEqual([]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${what}-${width}-${theme}.png`.replaceAll(" ", "-") });
    }
}

test("the first start, with its cards", ({ studio }) => fits(studio, "First start"));

for (const [name, open] of Object.entries(WORKSPACES))
  test(`${name}`, async ({ studio }) => {
    await open(studio);
    await fits(studio, name);
  });

test("Stage with a scene: cameras, props, targets", async ({ studio }) => {
  await studio.setViewportSize({ width: 1440, height: 900 });
  await inStage(studio);
  await addToScene(studio, "Walk");
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("x");
  await expect(tracks(studio).getByRole("button", { name: /^Camera 1, from/ })).toBeVisible(within(30));
  await fits(studio, "Stage camera");
  await studio.setViewportSize({ width: 1440, height: 900 });
  await addProp(studio, "Ball");
  await fits(studio, "Stage prop");
  await tracks(studio)
    .getByRole("button", { name: /^Track of Bear/ })
    .click();
  await inspector(studio).getByRole("button", { name: "Add", exact: true }).click();
  await studio.getByRole("menuitem", { name: "Look at" }).click();
  await expect(inspector(studio).getByRole("group", { name: "Looks at" })).toBeVisible(within(30));
  await fits(studio, "Stage targets");
});

test("the bar of Doodle leaves the ground of the paper free", async ({ studio }) => {
  await openDoodle(studio);
  for (const [width, height] of SIZES) {
    await studio.setViewportSize({ width, height });
    await restingView(studio);
    const ground = await studio.evaluate(() => window.__kinegraph.point([0, 0, 0]).y);
    expect(ground, `${width} × ${height}`).toBeLessThan((await bar(studio).boundingBox())!.y);
  }
});
