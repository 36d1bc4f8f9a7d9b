import type { Page } from "@playwright/test";
import { expect, hints, hintsAt, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const saved = (page: Page) => expect(page.getByText("saved", { exact: true })).toBeVisible();
const figure = (page: Page) => page.getByRole("button", { name: /keyframes? of/ });
const joints = (page: Page, id: string) => page.evaluate((who) => window.__kinegraph.joints(who), id);

/** The bear's feet. */
const FEET = [18, 19];

/** The bear's motion among keys, standing still. Returns the bear's id. */
async function inKeys(page: Page): Promise<string> {
  const card = page.getByRole("button", { name: /Find the keyframes of/ });
  if (await card.isVisible()) await card.click();
  else await page.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(page)).toContainText(/largest error/, within(50));
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.keyboard.press("Space");
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(false);
  return (await page.evaluate(() => window.__kinegraph.loaded))[0]!;
}

/** The joint whose hint begins so, and where it is; the pointer stays on it. */
async function findPart(page: Page, id: string, words: RegExp): Promise<{ joint: number; x: number; y: number }> {
  const count = (await joints(page, id)).length / 3;
  const box = (await page.locator("canvas").first().boundingBox())!;
  for (let joint = count - 1; joint >= 0; joint--) {
    const at = await page.evaluate(([who, each]) => window.__kinegraph.screen(who, each), [id, joint] as const);
    await page.mouse.move(box.x + box.width - 20, box.y + 20);
    await hintsAt(page, "empty");
    await page.mouse.move(at.x, at.y);
    await expect(hints(page)).not.toHaveAttribute("data-place", "empty");
    if (words.test(await hints(page).innerText())) return { joint, ...at };
  }
  throw new Error(`No part says ${words}.`);
}

async function dragBy(page: Page, { x, y }: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

test("a part is pulled at the playhead: the pose is a keyframe there, one undo step, and stays when the count changes", async ({
  studio,
}) => {
  const id = await inKeys(studio);
  await studio.keyboard.press("Shift+ArrowLeft");
  for (let step = 0; step < 7; step++) await studio.keyboard.press(".");
  const before = await joints(studio, id);
  const part = await findPart(studio, id, /pull .*(paw|hand|arm)/i);
  await dragBy(studio, part, 40, -60);
  const undo = studio.getByRole("button", { name: /^Undo: Pose the/ });
  await expect(undo).toBeVisible(within(50));
  await saved(studio);
  const height = async () => (await joints(studio, id))[3 * part.joint + 1]! - before[3 * part.joint + 1]!;
  await expect.poll(height).toBeGreaterThan(0.03);
  const posed = await joints(studio, id);
  await expect(inspector(studio)).toContainText("1 keyframe was set by hand");
  await expect(studio.getByRole("group", { name: "Selected keyframes" }).locator("p")).toContainText("at frame 7");

  const slider = studio.getByRole("slider", { name: "Number of keyframes" });
  await slider.focus();
  const count = Number(await slider.getAttribute("aria-valuenow"));
  await studio.keyboard.press("ArrowRight");
  await expect(slider).not.toHaveAttribute("aria-valuenow", String(count));
  await expect(studio.getByRole("button", { name: /^Undo: Choose/ })).toBeVisible(within(50));
  await saved(studio);
  await expect(inspector(studio)).toContainText("1 keyframe was set by hand");
  const kept = await joints(studio, id);
  const apart = Math.max(...kept.map((value, index) => Math.abs(value - posed[index]!)));
  expect(apart, "the pose is there as it was").toBeLessThan(1e-4);

  await inspector(studio).getByRole("button", { name: "Drop these edits" }).click();
  await expect(inspector(studio)).not.toContainText("set by hand", within(50));
  await expect.poll(height).toBeLessThan(0.03);
});

test("a click selects a part; its rings rotate it, W and E change between arrows and rings, Escape cancels", async ({
  studio,
}) => {
  const id = await inKeys(studio);
  const gizmo = () => studio.evaluate(() => window.__kinegraph.posing.gizmo);
  await studio.keyboard.press("Shift+ArrowLeft");
  await findPart(studio, id, /rotate .*(chest|spine|head|neck|belly)/i);
  await studio.mouse.down();
  await studio.mouse.up();
  await expect.poll(async () => (await gizmo())?.mode).toBe("turn");
  await studio.keyboard.press("w");
  await expect.poll(async () => (await gizmo())!.mode).toBe("move");
  await studio.keyboard.press("e");
  await expect.poll(async () => (await gizmo())!.mode).toBe("turn");
  const handle = (await gizmo())!.handles[2]!;
  const at = await studio.evaluate((place) => window.__kinegraph.point(place), handle);
  await studio.mouse.move(at.x, at.y);
  await hintsAt(studio, "poseRing");
  const before = await joints(studio, id);
  const moved = async () =>
    Math.max(...(await joints(studio, id)).map((value, index) => Math.abs(value - before[index]!)));
  await studio.mouse.down();
  await studio.mouse.move(at.x + 30, at.y + 40, { steps: 6 });
  await expect.poll(moved).toBeGreaterThan(0.01);
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect.poll(moved).toBeLessThan(1e-4);
  await studio.mouse.move(at.x, at.y);
  await dragBy(studio, at, 30, 40);
  await expect(studio.getByRole("button", { name: /^Undo: Pose the/ })).toBeVisible();
  await saved(studio);
  await expect.poll(moved).toBeGreaterThan(0.01);
});

test("planted feet and pinned parts stay where they are while the body moves", async ({ studio }) => {
  const id = await inKeys(studio);
  await studio.keyboard.press("Shift+ArrowLeft");
  const paw = await findPart(studio, id, /pull .*(paw|hand|arm)/i);
  await studio.mouse.down();
  await studio.mouse.up();
  await inspector(studio)
    .getByRole("button", { name: /^Pin .*(paw|arm|hand)/ })
    .click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.posing.pins.length)).toBe(1);
  const before = await joints(studio, id);
  const root = await findPart(studio, id, /move the body/);
  await dragBy(studio, root, 0, 14);
  await expect(studio.getByRole("button", { name: /^Undo: Move the body/ })).toBeVisible();
  await saved(studio);
  const after = await joints(studio, id);
  const went = (joint: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => after[3 * joint + axis]! - before[3 * joint + axis]!));
  expect(went(root.joint)).toBeGreaterThan(0.01);
  expect(went(paw.joint)).toBeLessThan(2e-3);
  expect(Math.min(...FEET.map(went)), "the foot that the walk stands on stays").toBeLessThan(2e-3);
});
