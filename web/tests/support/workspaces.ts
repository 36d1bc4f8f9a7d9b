/** Opens each workspace as it is in use: with something in it. */

import type { Page } from "@playwright/test";
import { handles, inCreatures } from "./creating";
import { bar, landing, openDoodle } from "./doodling";
import { expect, framesDrawn, within } from "./studioServer";

export const WORKSPACES: Record<string, (page: Page) => Promise<void>> = {
  Stage: async (page) => page.getByRole("tab", { name: "Stage" }).click(),
  Perform: async (page) => {
    await page.getByRole("tab", { name: "Perform" }).click();
    await expect.poll(() => page.evaluate(() => window.__kinegraph.markers.length)).toBeGreaterThan(0);
  },
  Doodle: async (page) => {
    await openDoodle(page);
    await bar(page).getByRole("button", { name: "Show an example" }).click();
    await expect(landing(page, 1)).toBeVisible(within(60));
    await bar(page).getByRole("button", { name: "Lesson: ten cards" }).click();
  },
  Creatures: async (page) => {
    await inCreatures(page);
    await page.getByRole("button", { name: "Choose a creature" }).click();
    await page.locator('[data-kind="quadruped"]').click();
    await expect.poll(async () => (await handles(page)).length, within(60)).toBeGreaterThan(1);
  },
  Keys: async (page) => page.getByRole("tab", { name: "Keys" }).click(),
};

export const THEMES = ["dark", "light"] as const;

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

/** In a theme, once its colours have come. */
export async function inTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  await coloursSettled(page);
}
