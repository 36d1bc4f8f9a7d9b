/** What hands do in Keys within a longer flow. */

import type { Page } from "@playwright/test";
import { expect, within } from "./studioServer";

export const figure = (page: Page) => page.getByRole("button", { name: /keyframes? of/ });

/** In Keys with the motion that is selected, its keyframes chosen. */
export async function inKeys(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(page)).toContainText(/largest error/, within(90));
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.getByRole("button", { name: "Pause" }).click();
}

/** Keeps the chosen keyframes; returns the largest error that the page states [mm]. */
export async function keepKeys(page: Page): Promise<number> {
  const text = (await figure(page).textContent())!;
  const [, error] = /largest error ([\d.]+) mm/.exec(text) ?? [];
  await page.getByRole("button", { name: "Keep these keyframes" }).click();
  await expect(page.getByRole("button", { name: /^Undo: (Key|Choose)/ })).toBeEnabled(within(60));
  return Number(error);
}

/** Puts the playhead of a motion to a frame. */
export async function toMotionFrame(page: Page, frame: number): Promise<void> {
  const playhead = page.getByRole("slider", { name: "Playhead" });
  const here = async () => Number(await playhead.getAttribute("aria-valuenow"));
  await playhead.focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(here).toBe(0);
  for (let at = 0; at + 10 <= frame; at += 10) await page.keyboard.press("PageUp");
  for (let at = 0; at < frame % 10; at++) await page.keyboard.press("ArrowRight");
  await expect.poll(here).toBe(frame);
}
