/** Capture, Keys, a spatial set, a new performance: what a capture does becomes poses that a hand plays anew. */

import type { Page } from "@playwright/test";
import { documentOf, performancesIn, setsIn } from "../support/documentOf";
import { figureBvh } from "../support/figure";
import { drop } from "../support/files";
import { inKeys, keepKeys } from "../support/keying";
import { armed, bar, dragBall, furthest, joints, newcomer, restingPose, type Way } from "../support/performing";
import { picture } from "../support/pictures";
import { inspector, inStage } from "../support/staging";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const ACROSS: Way = [
  [90, -40],
  [-90, 30],
  [0, 0],
];
let figure = "";

const motionWithKeys = (page: Page) =>
  page.getByRole("region", { name: "Motions" }).locator("[data-record]").filter({ hasText: "wave keys" });

test("a capture is dropped, and becomes keyframes", async ({ studio }) => {
  await inStage(studio);
  const text = figureBvh({ frames: 90, period: 30, wave: 80, swing: 12 });
  figure = await newcomer(studio, () => drop(studio, [{ name: "wave.bvh", text }]), within(60).timeout);
  await inKeys(studio);
  expect(await keepKeys(studio)).toBeLessThan(60);
  await expect(motionWithKeys(studio)).toBeVisible(within(60));
  await picture(studio, "capture-keys");
});

test("its keyframes become a spatial set", async ({ studio }) => {
  await inStage(studio);
  await motionWithKeys(studio).click();
  await studio.getByRole("tab", { name: "Perform" }).click();
  const create = inspector(studio).getByRole("button", { name: /^Create/ });
  await create.scrollIntoViewIfNeeded();
  await create.click();
  await expect.poll(async () => setsIn(await documentOf(studio), figure).length, within(120)).toBe(1);
  expect(setsIn(await documentOf(studio), figure)[0]!.keys.length).toBeGreaterThan(2);
});

test("the set is performed: a new motion of the figure", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Perform" }).click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.ball !== null), within(60)).toBe(true);
  const back = bar(studio).getByRole("button", { name: /^Back to the/ });
  if (await back.count()) await back.click();
  const following = studio.getByRole("button", { name: "The ball follows the pointer" });
  if (await following.count()) await following.click();
  const rest = await restingPose(studio, figure);
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("r");
  await armed(studio);
  await dragBall(studio, ACROSS, 300);
  await picture(studio, "capture-performed");
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const take = performancesIn(await documentOf(studio), figure).at(-1);
  expect(take?.duration).toBeGreaterThan(0.5);
  await studio.keyboard.press("Space");
  await expect.poll(async () => furthest(rest, await joints(studio, figure)), within(30)).toBeGreaterThan(0.03);
});
