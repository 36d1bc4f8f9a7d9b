/** What hands do to teach a sign of their own: a zigzag. Shared by the flows of taught signs. */

import type { Locator, Page } from "@playwright/test";
import { draw, drawInWindow, type Spot } from "./doodling";
import { expect, within } from "./studioServer";

/** A zigzag that is no sign of the alphabet. side, high: of all of it [m or px]. */
const zigzag = (x: number, y: number, side: number, high: number): Spot[] =>
  Array.from({ length: 37 }, (_, at) => {
    const share = at / 36;
    const tooth = Math.abs(((share * 3) % 1) - 0.5) * 2;
    return [x + side * share, y + high * (1 - tooth)] as const;
  });

/** The panel. */
export const teachPanel = (page: Page) => page.getByRole("region", { name: "Teach a gesture" });

/** Draws the zigzag three times in the panel, and teaches it. */
export async function drawExamples(studio: Page, teach: Locator) {
  const pad = (await teach.locator("[data-pad]").boundingBox())!;
  for (let time = 0; time < 3; time++) {
    const way = zigzag(pad.x + 30, pad.y + pad.height - 22, 200, -80);
    await drawInWindow(
      studio,
      way.map(([x, y]) => ({ x, y })),
    );
    await expect(teach.getByRole("img", { name: `Drawn ${time + 1} time` })).toBeVisible();
  }
  await expect(teach.getByRole("button", { name: "Teach", exact: true })).toBeEnabled();
  await teach.getByRole("button", { name: "Teach", exact: true }).click();
  await expect(teach).toHaveCount(0, within(60));
}

/** Draws the zigzag on the sheet, as large as on the pad: there a metre is larger. */
export async function drawOnSheet(studio: Page) {
  const scale = await studio.evaluate(() => {
    const [from, to] = [window.__kinegraph.point([0, 0, 0]), window.__kinegraph.point([0, 0, 1])];
    return Math.hypot(to.x - from.x, to.y - from.y);
  });
  await draw(studio, zigzag(0.1, 0.03, 200 / (0.6 * scale), 80 / (0.6 * scale)), 20);
}
