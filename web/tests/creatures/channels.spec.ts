/** Creatures' animations: words that choose bodies, and modes that remap; with real pointer events. */

import type { Page } from "@playwright/test";
import { animationIn, inspector, patiently, playing, who } from "../support/creating";
import { furthest, joints } from "../support/performing";
import { expect, test } from "../support/studioServer";

patiently();

const glowing = async (page: Page) => (await page.evaluate(() => window.__kinegraph.glows))[await who(page)] ?? [];

const chip = (page: Page, label: string) => inspector(page).getByRole("button", { name: new RegExp(`^${label}:`) });
const option = (page: Page, name: RegExp) => page.getByRole("listbox").getByRole("option", { name });

test("what a chip would choose glows before it is chosen; words choose too, and undo takes it back", async ({
  studio,
}) => {
  await playing(studio, "wave");
  await expect.poll(async () => (await glowing(studio)).length).toBe(2);
  await chip(studio, "Left or right").click();
  await option(studio, /on the left/).hover();
  await expect.poll(async () => (await glowing(studio)).length).toBe(1);
  const [left] = await glowing(studio);
  await option(studio, /on the right/).hover();
  await expect.poll(async () => (await glowing(studio))[0]).not.toBe(left);
  await option(studio, /on the left/).click();
  await expect(chip(studio, "Left or right")).toHaveText("on the left");
  await expect.poll(async () => (await animationIn(studio))?.motion.channels?.[0]?.bodies).toBe("graspers on the left");

  await inspector(studio).getByRole("button", { name: "Type in words" }).click();
  const field = inspector(studio).getByRole("textbox", { name: "Body parts in words" });
  await field.fill("feet");
  await expect(inspector(studio).getByText("2 body parts on 1 of 1 creature")).toBeVisible();
  await field.fill("feet on the moon");
  await expect(inspector(studio).getByText(/moon/)).toBeVisible();
  await field.press("Escape");
  await studio.keyboard.press("Control+z");
  await expect(chip(studio, "Left or right")).toHaveText("on any side");
});

test("another mode remaps the keys and says so: the creature moves as before", async ({ studio }) => {
  await playing(studio, "wave");
  const before = await joints(studio, await who(studio));
  await chip(studio, "Unit of length").click();
  await option(studio, /creature size/).click();
  await expect(inspector(studio).getByRole("status").filter({ hasText: "Keyframes remapped" })).toBeVisible();
  await expect(chip(studio, "Unit of length")).toHaveText("creature size");
  await expect.poll(async () => furthest(before, await joints(studio, await who(studio)))).toBeLessThan(1e-3);
  await studio.keyboard.press("Control+z");
  await expect(chip(studio, "Unit of length")).toHaveText("limb length");
});
