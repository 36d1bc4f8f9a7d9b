import type { Page } from "@playwright/test";
import { characterIn, documentOf } from "../support/documentOf";
import {
  at,
  bar,
  dragBall,
  furthest,
  joints,
  layerRows,
  letBallLie,
  markers,
  partThat,
  ready,
  restingBall,
  seen,
} from "../support/performing";
import { expect, framesDrawn, hintsAt, pageTime, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(150) });
test.use({ actionTimeout: 20_000 });

const store = (page: Page) => bar(page).getByRole("button", { name: "Store pose" });
const discard = (page: Page) => bar(page).getByRole("button", { name: "Discard" });
const notStored = (page: Page) => bar(page).getByText("Pose not stored");

/** Poses a part by dragging it; returns where the joints are then. */
async function pose(page: Page, id: string, by: [number, number]): Promise<number[]> {
  const before = await joints(page, id);
  const part = await partThat(page, id, "turn", 3);
  await page.mouse.down();
  await page.mouse.move(part.x + by[0], part.y + by[1], { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => furthest(before, await joints(page, id))).toBeGreaterThan(0.01);
  await expect(discard(page)).toBeVisible();
  return joints(page, id);
}

test("a pose made by hand stays while the ball moves, is stored where the ball is, and undo holds it again", async ({
  studio,
}) => {
  const id = await ready(studio);
  const count = (await markers(studio)).length;
  const posed = await pose(studio, id, [30, -40]);
  await dragBall(studio, [[70, 40]]);
  await studio.mouse.up();
  await framesDrawn(studio, 3);
  expect(furthest(posed, await joints(studio, id)), "the ball goes alone").toBeLessThan(1e-4);
  await studio.keyboard.press("k");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(count + 1);
  await expect(discard(studio)).toHaveCount(0);
  await expect
    .poll(async () => furthest(posed, await joints(studio, id)), "at its marker it is the pose")
    .toBeLessThan(2e-3);
  // From here on the ball leads.
  await dragBall(studio, [[-90, 30]]);
  await studio.mouse.up();
  await expect.poll(async () => furthest(posed, await joints(studio, id))).toBeGreaterThan(0.01);
  await studio.keyboard.press("Control+z");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(count);
  await expect(discard(studio)).toBeVisible();
  await expect.poll(async () => furthest(posed, await joints(studio, id))).toBeLessThan(1e-4);
});

test("a discarded pose gives way to the ball, and undo brings it back", async ({ studio }) => {
  const id = await ready(studio);
  const held = await pose(studio, id, [30, -40]);
  await studio.keyboard.press("r");
  await expect(studio.getByText("Store your pose or discard it first")).toBeVisible();
  await discard(studio).click();
  await expect(store(studio)).toBeVisible();
  await expect(discard(studio)).toHaveCount(0);
  await expect.poll(async () => furthest(held, await joints(studio, id))).toBeGreaterThan(0.005);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => furthest(held, await joints(studio, id))).toBeLessThan(1e-4);
  await studio.keyboard.press("Alt+k");
  await expect(discard(studio)).toHaveCount(0);
});

test("one click on the suggested place stores the pose there", async ({ studio }) => {
  const id = await ready(studio);
  const count = (await markers(studio)).length;
  const posed = await pose(studio, id, [-35, -20]);
  await expect.poll(async () => (await seen(studio)).suggested).not.toBeNull();
  // The ball may lie before the ring: it is put aside, and the pose stays.
  const ring = await at(studio, (await seen(studio)).suggested!);
  const lying = await at(studio, (await seen(studio)).ball!);
  await dragBall(studio, [[lying.x > ring.x ? 80 : -80, 60]]);
  await studio.mouse.up();
  const there = await at(studio, (await seen(studio)).suggested!);
  await studio.mouse.move(there.x, there.y);
  await hintsAt(studio, "suggested");
  await studio.mouse.click(there.x, there.y);
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(count + 1);
  const made = (await markers(studio)).at(-1)!;
  expect(Math.hypot(made.x - there.x, made.y - there.y)).toBeLessThan(3);
  await expect.poll(async () => furthest(posed, await joints(studio, id))).toBeLessThan(2e-3);
  await expect(notStored(studio)).toHaveCount(0);
});

test("after Keep the character follows the pointer again, and a layer on top records as the first take did", async ({
  studio,
}) => {
  const id = await ready(studio);
  await studio.keyboard.press("m");
  const stage = (await studio.locator("canvas").boundingBox())!;
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  const hold = async () => {
    await studio.mouse.move(middle.x, middle.y);
    await studio.mouse.down();
    for (const x of [60, -60, 40, 0]) {
      await studio.mouse.move(middle.x + x, middle.y - 40, { steps: 4 });
      await pageTime(studio, 0.15);
    }
    await studio.mouse.up();
  };
  await hold();
  await bar(studio).getByRole("button", { name: "Layer on top" }).click();
  await expect(bar(studio)).toContainText("Hold the button");
  await hold();
  await expect(layerRows(studio)).toHaveCount(2);
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(false);
  await expect(studio.getByRole("button", { name: "The ball follows the pointer" })).toBeVisible();
  await studio.mouse.move(middle.x - 120, middle.y - 60, { steps: 4 });
  await framesDrawn(studio, 3);
  const left = await joints(studio, id);
  await studio.mouse.move(middle.x + 120, middle.y - 60, { steps: 4 });
  await expect.poll(async () => furthest(left, await joints(studio, id))).toBeGreaterThan(0.01);
  // A motion that plays has a way back that is seen.
  await studio.keyboard.press("m");
  await studio.keyboard.press("Space");
  await bar(studio).getByRole("button", { name: "Back to the ball" }).click();
  await expect(store(studio)).toBeVisible();
});

test("a set is designed from nothing: pose, place the ball, set; then it performs", async ({ studio }) => {
  await letBallLie(studio);
  const id = characterIn(await documentOf(studio), "Bear");
  await bar(studio).getByRole("button", { name: "Add a set" }).click();
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(0);
  await studio.getByRole("complementary", { name: "Inspector" }).getByRole("button", { name: "Rest pose" }).click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(false);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("k");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(1);
  const names = ["turn", "pull"] as const;
  for (const [index, doing] of names.entries()) {
    const before = await joints(studio, id);
    await dragBall(studio, [[index === 0 ? -120 : 140, index === 0 ? -20 : -60]]);
    await studio.mouse.up();
    const part = await partThat(studio, id, doing);
    await studio.mouse.down();
    await studio.mouse.move(part.x + 30, part.y - 45, { steps: 6 });
    await studio.mouse.up();
    await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.02);
    await studio.keyboard.press("k");
    await expect.poll(() => markers(studio).then((all) => all.length)).toBe(index + 2);
  }
  const [a] = await markers(studio);
  const at = await restingBall(studio);
  const before = await joints(studio, id);
  await dragBall(studio, [[a!.x - at.x, a!.y - at.y]]);
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.02);
  await studio.mouse.up();
  await studio.keyboard.press("Control+z");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(2);
  await studio.keyboard.press("Control+Shift+Z");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(3);
});
