/** What hands do in Creatures, with real pointer events, and what they see. Shared by the flows of that workspace. */

import type { Page } from "@playwright/test";
import { documentOf } from "./documentOf";
import { furthest, joints, restingView } from "./performing";
import { expect, test, within } from "./studioServer";

/** For answers that the engine computes: making a creature, playing an animation. */
export const PATIENCE = within(60);
export const patiently = () => test.beforeEach(() => test.setTimeout(within(150).timeout));

export const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
export const loaded = (page: Page) => page.evaluate(() => window.__kinegraph.loaded);
export const who = async (page: Page) => (await loaded(page))[0]!;
export const handles = (page: Page) => page.evaluate(() => window.__kinegraph.maker);
export const channels = (page: Page) => page.evaluate(() => window.__kinegraph.channels);
export const animation = (page: Page, name: string) => page.locator(`[data-animation="${name}"]`);
export const part = (page: Page, name: string) => page.locator(`[data-part="${name}"]`);
export const bones = async (page: Page, id: string) => (await joints(page, id)).length / 3;

export async function inCreatures(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Creatures" }).click();
  const cards = page.getByRole("button", { name: "Close these cards" });
  if (await cards.count()) await cards.click();
}

/** In Creatures with a creature that was just made; returns its id. kind: "torso" for one with nothing on it yet. */
export async function made(page: Page, kind = "quadruped"): Promise<string> {
  await inCreatures(page);
  const before = await loaded(page);
  await page.getByRole("button", { name: "Choose a creature" }).click();
  await page.locator(`[data-kind="${kind}"]`).click();
  let id = "";
  await expect
    .poll(async () => (id = (await loaded(page)).find((each) => !before.includes(each)) ?? ""), PATIENCE)
    .not.toBe("");
  await expect.poll(() => handlesAreOn(page, id), PATIENCE).toBe(true);
  await page.keyboard.press("f");
  await settled(page);
  return id;
}

/** Whether the handles are on a creature: until it is the active one they are on another creature, or hidden. */
const handlesAreOn = (page: Page, id: string): Promise<boolean> =>
  page.evaluate((who) => {
    const { loaded, maker, joints } = window.__kinegraph;
    const away = (each: string, place: readonly number[]) => {
      const all = joints(each);
      const far = all.flatMap((_, at) =>
        at % 3 ? [] : [Math.hypot(...place.map((value, axis) => value - all[at + axis]!))],
      );
      return Math.min(...far);
    };
    return (
      loaded.includes(who) &&
      maker.length > 1 &&
      loaded.every((other) => away(who, maker[0]!.place) <= away(other, maker[0]!.place))
    );
  }, id);

/** Waits until the camera has come to rest. */
export const settled = restingView;

/** In Creatures, with an animation that all creatures on stage play, and its channels open in the inspector. */
export async function bound(page: Page, name: string): Promise<void> {
  await inCreatures(page);
  const card = animation(page, name);
  await expect(card).toBeVisible(PATIENCE);
  if ((await card.getAttribute("aria-pressed")) !== "true") await card.click();
  await expect(card).toHaveAttribute("aria-pressed", "true", PATIENCE);
  await inspector(page).getByRole("tab", { name: "Motion" }).click();
  await page.locator("canvas").first().focus(); // keys are the stage's, not the tab's
}

/** The same, stopped wherever it is, with its first channel chosen. */
export async function playing(page: Page, name: string): Promise<void> {
  await bound(page, name);
  await inspector(page).getByRole("listbox", { name: "Channels" }).getByRole("option").first().click();
  await stopped(page);
}

/** Stops the playhead where it is. */
export async function stopped(page: Page): Promise<void> {
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.keyboard.press("Space");
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(false);
}

/** Where a creature's joints are, once it is drawn at rest. */
export async function still(page: Page, id: string): Promise<number[]> {
  let last = await joints(page, id);
  await expect
    .poll(
      async () => {
        const [before, now] = [last, await joints(page, id)];
        last = now;
        return furthest(before, now);
      },
      { intervals: [150] },
    )
    .toBe(0);
  return last;
}

/** The animation as it is on disk. */
export async function animationIn(page: Page) {
  const found = (await documentOf(page)).records.findLast((record) => record.kind === "animation");
  return found?.kind === "animation" ? found : null;
}
