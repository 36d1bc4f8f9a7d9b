/** Every workspace in both themes against the rules of axe (WCAG 2 A and AA): contrast, names, roles. One studio for all of it. */

import axe from "axe-core";
import type { Page } from "@playwright/test";
import { handles, inCreatures } from "./support/creating";
import { bar, landing, openDoodle } from "./support/doodling";
import { expect, framesDrawn, test, within } from "./support/studioServer";

test.describe.configure(within(180));

/** The rules that a page breaks, each with its elements. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const run = (window as unknown as { axe: typeof axe }).axe.run;
    const { violations } = await run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, any }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)} ${any[0]?.message ?? ""}`),
    );
  });
  return found;
}

/** Waits until colours have faded over to the other theme: between the two they have too little contrast. */
async function coloursSettled(page: Page): Promise<void> {
  const fading = () =>
    page.evaluate(() => {
      const running = document.getAnimations().filter(({ playState }) => playState === "running");
      return running.some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    });
  do
    await framesDrawn(page); // transitions start in the frame after their cause
  while (await fading());
}

const WORKSPACES: Record<string, (page: Page) => Promise<void>> = {
  Stage: async (page) => page.getByRole("tab", { name: "Stage" }).click(),
  Perform: async (page) => {
    await page.getByRole("tab", { name: "Perform" }).click();
    await expect.poll(() => page.evaluate(() => window.__kinegraph.markers.length)).toBeGreaterThan(0);
  },
  Doodle: async (page) => {
    await openDoodle(page);
    await bar(page).getByRole("button", { name: "Show an example" }).click();
    await expect(landing(page, 1)).toBeVisible(within(60));
  },
  Creatures: async (page) => {
    await inCreatures(page);
    await page.getByRole("button", { name: "Choose a creature" }).click();
    await page.locator('[data-kind="quadruped"]').click();
    await expect.poll(async () => (await handles(page)).length, within(60)).toBeGreaterThan(1);
  },
  Keys: async (page) => page.getByRole("tab", { name: "Keys" }).click(),
};

test("every workspace passes axe in both themes", async ({ studio }) => {
  for (const [name, open] of Object.entries(WORKSPACES))
    await test.step(name, async () => {
      await open(studio);
      for (const theme of ["dark", "light"] as const) {
        await studio.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await expect(studio.locator("html")).toHaveAttribute("data-theme", theme);
        await coloursSettled(studio);
        expect.soft(await violations(studio), `${name}, ${theme}`).toEqual([]);
      }
    });
});
