/** Duets: one character is recorded while the others of the scene play; the ball goes after another character; a part is recorded over
 * what the character plays. With real pointer events. */

import type { Page } from "@playwright/test";
import { characterIn, documentOf, performancesIn } from "../support/documentOf";
import { armed, bar, dragBall, furthest, joints, letBallLie, type Way } from "../support/performing";
import { addToScene, bringTo, cast, clips, inspector, inStage, sceneOf, toFrame, tracks } from "../support/staging";
import { expect, pageTime, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 20_000 });

const ROUND: Way = [
  [60, 0],
  [60, 50],
  [-60, 50],
  [-60, -40],
  [0, 0],
];
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();
let bear = "";
let dog = "";

test("the dog plays while the bear is recorded, and the take is part of the scene", async ({ studio }) => {
  await letBallLie(studio);
  bear = characterIn(await documentOf(studio), "Bear");
  await inStage(studio);
  dog = await cast(studio, "Dog");
  await bringTo(studio, "Wave", "Dog");
  await toFrame(studio, 15);
  await studio.getByRole("region", { name: "Characters" }).getByRole("button", { name: /^Bear/ }).click();
  await studio.getByRole("radio", { name: "Scene" }).click();
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("r");
  await expect(bar(studio)).toBeVisible(within(30));
  const scene = inspector(studio).getByRole("region", { name: "Scene" });
  await expect(scene.getByText("Play the scene meanwhile")).toBeVisible();
  await expect(scene.getByLabel("From")).toHaveValue(/0\.50/);
  const still = await joints(studio, dog);
  await pageTime(studio, 0.5);
  expect(furthest(still, await joints(studio, dog))).toBeLessThan(1e-6); // it waits for the hand
  await bar(studio).getByRole("button", { name: "Record" }).click();
  await armed(studio);
  await dragBall(studio, ROUND, 250);
  expect(furthest(still, await joints(studio, dog))).toBeGreaterThan(0.005); // it plays while the hand moves
  await shot(studio, "duet");
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const take = performancesIn(await documentOf(studio), bear).at(-1)!;
  await expect
    .poll(async () => (await sceneOf(studio))!.tracks.find(({ character }) => character === bear)?.clips, within(30))
    .toMatchObject([{ motion: take.id, start: 0.5, own: true }]);
});

test("both play on the stage, the take as it was performed", async ({ studio }) => {
  await inStage(studio);
  await studio.getByRole("radio", { name: "Scene" }).click();
  await expect(clips(studio)).toHaveCount(2);
  await toFrame(studio, 30);
  const [one, other] = [await joints(studio, bear), await joints(studio, dog)];
  await toFrame(studio, 45);
  expect(furthest(one, await joints(studio, bear))).toBeGreaterThan(0.005);
  expect(furthest(other, await joints(studio, dog))).toBeGreaterThan(0.002);
});

test("the ball goes where the head of the dog goes, until the recording is stopped", async ({ studio }) => {
  await letBallLie(studio);
  const scene = inspector(studio).getByRole("region", { name: "Scene" });
  await scene.getByText("Play the scene meanwhile").click();
  await scene.getByLabel("Ball follows").selectOption({ label: "Dog" });
  await scene.getByLabel("Part").selectOption({ label: "head" });
  const record = (await documentOf(studio)).records.find(({ id }) => id === dog);
  const head = record?.kind === "character" ? record.joints.findIndex((name) => /head/i.test(name)) : -1;
  const away = () =>
    studio.evaluate(
      ([id, joint]) => {
        const all = window.__kinegraph.joints(id as string);
        const at = all.slice(3 * (joint as number), 3 * (joint as number) + 3);
        return Math.hypot(...window.__kinegraph.perform.ball!.map((value, axis) => value - at[axis]!));
      },
      [dog, head] as const,
    );
  await expect.poll(away, within(30)).toBeLessThan(0.3);
  const count = performancesIn(await documentOf(studio), bear).length;
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("r");
  await expect(bar(studio)).toContainText("Until the scene ends", within(30));
  const from = (await studio.evaluate(() => window.__kinegraph.perform.ball))!;
  await pageTime(studio, 1.5);
  const to = (await studio.evaluate(() => window.__kinegraph.perform.ball))!;
  expect(furthest(from, to)).toBeGreaterThan(1e-4);
  expect(await away()).toBeLessThan(0.3);
  await bar(studio).getByRole("button", { name: "Stop" }).click();
  await bar(studio).getByRole("button", { name: "Keep" }).click(within(30));
  await expect.poll(async () => performancesIn(await documentOf(studio), bear).length).toBe(count + 1);
  await scene.getByLabel("Ball follows").selectOption({ label: "the pointer" });
});

test("a layer for the head is performed over a capture: the rest of the body is the capture's", async ({ studio }) => {
  await inStage(studio);
  await studio.getByRole("region", { name: "Characters" }).getByRole("button", { name: /^Bear/ }).click();
  await addToScene(studio, "Walk");
  await clips(studio).filter({ hasText: "Walk" }).click();
  await inspector(studio).getByRole("button", { name: "Perform a layer over it" }).click();
  await studio.getByRole("menuitem", { name: "head", exact: true }).click();
  await expect(inspector(studio)).toContainText("You record the head", within(30));
  await bar(studio).getByRole("button", { name: "Record" }).click();
  await armed(studio);
  await dragBall(studio, ROUND, 200);
  await shot(studio, "perform-over");
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const layer = async () => (await sceneOf(studio))!.tracks.find(({ character }) => character === bear)?.layers[0];
  await expect.poll(layer, within(30)).toMatchObject({ part: "head", additive: false, clips: [{ weight: 1 }] });
  await inStage(studio);
  await expect(tracks(studio).getByRole("button", { name: /^head, over/ })).toBeVisible();
  await studio.keyboard.press("Control+z");
  await expect.poll(layer, within(30)).toBeUndefined();
});
