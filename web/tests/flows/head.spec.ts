/** A creature's walk with a performed head: the gait moves the legs, a hand the head. */

import type { Page } from "@playwright/test";
import { inspector as creatureInspector, made } from "../support/creating";
import { documentOf } from "../support/documentOf";
import { armed, bar, dragBall, furthest, joints, markers, restingView, type Way } from "../support/performing";
import { picture } from "../support/pictures";
import { clips, inspector, inStage, sceneOf, toFrame } from "../support/staging";
import { expect, framesDrawn, hints, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(240) });
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const ROUND: Way = [
  [-200, 20],
  [-420, 0],
  [-200, -20],
  [0, 0],
];
let creature = "";

const character = async (page: Page) => {
  const found = (await documentOf(page)).records.find(({ id }) => id === creature);
  if (found?.kind !== "character") throw new Error("There is no creature.");
  return found;
};
/** The joints of a capability. */
const jointsWith = async (page: Page, cap: string) =>
  (await character(page)).caps.flatMap((caps, joint) => (caps.includes(cap as never) ? [joint] : []));
const walks = async (page: Page) =>
  (await documentOf(page)).records.find((each) => each.kind === "motion" && each.character === creature);

/** Turns the head by a drag. */
async function turnHead(page: Page, by: [number, number]): Promise<void> {
  const [head] = await jointsWith(page, "head");
  await restingView(page);
  const before = await joints(page, creature);
  const at = await page.evaluate(([id, joint]) => window.__kinegraph.screen(id as string, joint as number), [
    creature,
    head!,
  ] as const);
  await page.mouse.move(at.x, at.y);
  await framesDrawn(page);
  await expect(hints(page)).toHaveAttribute("data-place", /turned|pulled/);
  await page.mouse.down();
  await page.mouse.move(at.x + by[0], at.y + by[1], { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => furthest(before, await joints(page, creature))).toBeGreaterThan(0.005);
}

test("a creature is made, and walks on the stage", async ({ studio }) => {
  creature = await made(studio, "quadruped");
  await creatureInspector(studio).getByRole("tab", { name: "Motion" }).click();
  const going = creatureInspector(studio).getByRole("region", { name: "Locomotion" });
  const speed = going.getByRole("slider", { name: "Speed" });
  await expect(speed).toBeEnabled(within(60));
  await speed.scrollIntoViewIfNeeded();
  const box = (await speed.boundingBox())!;
  await studio.mouse.move(box.x + 8, box.y + box.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(box.x + box.width * 0.45, box.y + box.height / 2, { steps: 4 });
  await studio.mouse.up();
  await expect.poll(async () => (await walks(studio)) !== undefined, within(60)).toBe(true);
  await inStage(studio);
  await studio.locator(`[data-record="${(await walks(studio))!.id}"]`).click();
  await inspector(studio).getByRole("button", { name: "Add to scene" }).click();
  await expect(clips(studio)).toHaveCount(1, within(60));
});

test("its head is performed over the walk", async ({ studio }) => {
  await inStage(studio);
  await clips(studio).first().click();
  await inspector(studio).getByRole("button", { name: "Perform a layer over it" }).click();
  await studio.getByRole("menuitem", { name: "head", exact: true }).click();
  await expect(bar(studio)).toBeVisible(within(60));
  await bar(studio).getByRole("button", { name: "Start an empty set" }).click();
  await studio.keyboard.press("f");
  await turnHead(studio, [35, -25]);
  await studio.keyboard.press("k");
  await expect.poll(async () => (await markers(studio)).length, within(30)).toBe(1);
  for (const [index, x] of [-220, 440].entries()) {
    await dragBall(studio, [[x, index ? 0 : -150]]);
    await studio.mouse.up();
    await turnHead(studio, index ? [-45, 20] : [40, 30]);
    await studio.keyboard.press("k");
    await expect.poll(async () => (await markers(studio)).length, within(30)).toBe(index + 2);
  }
  await bar(studio).getByRole("button", { name: "Record" }).click();
  await armed(studio);
  await dragBall(studio, ROUND, 250);
  await picture(studio, "head-performed");
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  await expect
    .poll(async () => (await sceneOf(studio))!.tracks[0]!.layers, within(30))
    .toMatchObject([{ part: "head", clips: [{ own: true }] }]);
});

test("the legs walk as before, the head does as the hand did", async ({ studio }) => {
  await inStage(studio);
  const [feet, [head]] = [await jointsWith(studio, "foot"), await jointsWith(studio, "head")];
  const at = (all: number[], joint: number) => all.slice(3 * joint, 3 * joint + 3);
  await toFrame(studio, 20);
  const layered = await joints(studio, creature);
  await picture(studio, "head-on-stage");
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => (await sceneOf(studio))!.tracks[0]!.layers.length, within(30)).toBe(0);
  const below = (await character(studio)).parents.findIndex((parent) => parent === head);
  const moved = async () => {
    const plain = await joints(studio, creature);
    return furthest(at(plain, below), at(layered, below));
  };
  await expect.poll(moved, within(30)).toBeGreaterThan(1e-3);
  const plain = await joints(studio, creature);
  for (const foot of feet) expect(furthest(at(plain, foot), at(layered, foot))).toBeLessThan(1e-4);
});
