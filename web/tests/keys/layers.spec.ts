import type { Page } from "@playwright/test";
import { expect, hints, hintsAt, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const saved = (page: Page) => expect(page.getByText("saved", { exact: true })).toBeVisible(within(50));
const undo = (page: Page, words: RegExp) => expect(page.getByRole("button", { name: words })).toBeVisible(within(50));
const button = (page: Page, name: string) => inspector(page).getByRole("button", { name, exact: true });
const bar = (page: Page) => page.getByRole("group", { name: "Keys", exact: true });
const figure = (page: Page) => bar(page).getByRole("button", { name: /keyframes? of/ });
const who = async (page: Page) => (await page.evaluate(() => window.__kinegraph.loaded))[0]!;
const joints = async (page: Page) => page.evaluate((id) => window.__kinegraph.joints(id), await who(page));
const apart = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, index) => Math.abs(value - other[index]!)));

async function stopped(page: Page): Promise<void> {
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.keyboard.press("Space");
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(false);
}

async function toFrame(page: Page, frame: number): Promise<void> {
  const at = () => page.getByRole("slider", { name: "Playhead" }).getAttribute("aria-valuenow");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(at).toBe("0");
  for (let here = 1; here <= frame; here++) {
    await page.keyboard.press(".");
    await expect.poll(at).toBe(String(here));
  }
}

/** Pulls the part whose hint begins so. */
async function pull(page: Page, words: RegExp, dx: number, dy: number): Promise<void> {
  const id = await who(page);
  const count = (await joints(page)).length / 3;
  const box = (await page.locator("canvas").first().boundingBox())!;
  for (let joint = count - 1; joint >= 0; joint--) {
    const at = await page.evaluate(([one, each]) => window.__kinegraph.screen(one, each), [id, joint] as const);
    await page.mouse.move(box.x + box.width - 20, box.y + 20);
    await hintsAt(page, "empty");
    await page.mouse.move(at.x, at.y);
    await expect(hints(page)).not.toHaveAttribute("data-place", "empty");
    if (!words.test(await hints(page).innerText())) continue;
    await page.mouse.down();
    await page.mouse.move(at.x + dx / 2, at.y + dy / 2, { steps: 4 });
    await page.mouse.move(at.x + dx, at.y + dy, { steps: 4 });
    await page.mouse.up();
    return;
  }
  throw new Error(`No part says ${words}.`);
}

async function opened(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(page)).toContainText(/largest error|farthest/, within(50));
  await stopped(page);
}

/** The layers' section, opened. */
async function layers(page: Page): Promise<void> {
  await inspector(page).locator("summary", { hasText: "Layers over the motion" }).click();
}

/** PICTURES=FOLDER keeps pictures of both themes at two sizes. */
async function pictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const before = page.viewportSize()!;
  for (const [width, height] of [
    [1024, 640],
    [1440, 900],
  ] as const)
    // prettier-ignore
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${colorScheme}-${width}.png` });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}

let capture: number[] = [];
let posed: number[] = [];

test("the body is posed into a layer over the capture, one undo step, and the capture stays", async ({ studio }) => {
  const card = studio.getByRole("button", { name: /Find the keyframes of/ });
  if (await card.isVisible()) await card.click();
  else await studio.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await stopped(studio);
  await layers(studio);
  await button(studio, "Over the capture").click();
  await undo(studio, /^Undo: Add a layer over/);
  await expect(inspector(studio).getByRole("radio", { name: "Pose in layer 1" })).toBeChecked();
  await stopped(studio);
  await toFrame(studio, 20);
  capture = await joints(studio);
  await pull(studio, /pull .*(paw|hand|arm)/i, 40, -60);
  await undo(studio, /^Undo: Pose the/);
  await saved(studio);
  await expect.poll(async () => apart(await joints(studio), capture)).toBeGreaterThan(0.03);
  posed = await joints(studio);
  await expect(bar(studio)).toContainText(/3 keyframes of/);
  await expect(bar(studio)).toContainText(/farthest from the original/);
  await toFrame(studio, 2);
  const far = await joints(studio);
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Add a layer over/);
  await expect.poll(async () => apart(await joints(studio), far), "outside its reach nothing changed").toBeLessThan(1e-4); // prettier-ignore
  await toFrame(studio, 20);
  await expect.poll(async () => apart(await joints(studio), capture)).toBeLessThan(1e-4);
  await studio.keyboard.press("Control+Shift+z");
  await undo(studio, /^Undo: Pose the/);
  await expect.poll(async () => apart(await joints(studio), posed)).toBeLessThan(1e-4);
});

test("a layer's weight is dragged, and it is muted and soloed", async ({ studio }) => {
  await opened(studio);
  await toFrame(studio, 20);
  const off = async () => apart(await joints(studio), capture);
  const whole = await off();
  const weight = inspector(studio).getByRole("textbox", { name: "Weight of layer 1" });
  const box = (await weight.boundingBox())!;
  await studio.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(box.x + box.width / 2 - 100, box.y + box.height / 2, { steps: 6 });
  await expect.poll(off, "while it is dragged").toBeLessThan(0.75 * whole);
  await studio.mouse.up();
  await undo(studio, /^Undo: Change the weight of layer 1/);
  await saved(studio);
  await expect(weight).toHaveValue("50 %");
  await expect.poll(off).toBeLessThan(0.75 * whole);
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Pose the/);
  await expect.poll(off).toBeGreaterThan(0.99 * whole);

  await button(studio, "Mute layer 1").click();
  await undo(studio, /^Undo: Mute layer 1/);
  await expect.poll(off).toBeLessThan(1e-4);
  await studio.keyboard.press("Control+z");
  await expect.poll(off).toBeGreaterThan(0.99 * whole);
  await button(studio, "Add layer").click();
  await undo(studio, /^Undo: Add layer 2/);
  await expect(inspector(studio).getByRole("radio", { name: "Pose in layer 2" })).toBeChecked();
  await pictures(studio, "layers");
  await button(studio, "Solo layer 2").click();
  await undo(studio, /^Undo: Solo layer 2/);
  await expect.poll(off, "an empty layer alone").toBeLessThan(1e-4);
  await studio.keyboard.press("Control+z");
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Pose the/);
});

test("a keyframe of a layer is moved in the dopesheet, and layers are there after a reload", async ({ studio }) => {
  await opened(studio);
  await inspector(studio).getByRole("radio", { name: "Pose in layer 1" }).click();
  await toFrame(studio, 20);
  await studio.keyboard.press("Shift+,");
  await studio.keyboard.press("Shift+.");
  await expect(studio.getByRole("group", { name: "Selected keyframes" })).toContainText("frame 20");
  const field = studio.getByRole("textbox", { name: "Frame of the first selected keyframe" });
  await field.click();
  await field.fill("24");
  await field.press("Enter");
  await undo(studio, /^Undo: Move a keypose/);
  await saved(studio);
  await toFrame(studio, 24);
  const moved = await joints(studio);
  await studio.reload();
  await opened(studio);
  await expect(bar(studio)).toContainText(/3 keyframes of/, within(50));
  await toFrame(studio, 24);
  await expect.poll(async () => apart(await joints(studio), moved)).toBeLessThan(1e-4);
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Pose the/);
});

test("merged layers play the same, and can be reduced to keyframes", async ({ studio }) => {
  await opened(studio);
  await toFrame(studio, 20);
  const before = await joints(studio);
  await button(studio, "Merge").click();
  await undo(studio, /^Undo: Merge the layers of/);
  await saved(studio);
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await stopped(studio);
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Pose the/);
  await toFrame(studio, 20);
  await expect.poll(async () => apart(await joints(studio), before)).toBeLessThan(1e-4);
});

test("keyframes with their detail play the capture, and less of it with less weight", async ({ studio }) => {
  await opened(studio);
  // The last layered motion is undone: its capture is what is left to look at.
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Add a layer over/);
  await studio.keyboard.press("Control+z");
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await stopped(studio);
  const keep = studio.getByRole("button", { name: "Keep these keyframes" });
  await expect(keep).toBeVisible(within(50));
  await keep.click();
  await expect(bar(studio)).toContainText(/Saved as/, within(50));
  await layers(studio);
  await button(studio, "Keep the detail").click();
  await undo(studio, /^Undo: Add a layer over/);
  await expect(inspector(studio)).toContainText("detail");
  await pictures(studio, "detail");
  await expect(bar(studio)).toContainText(/farthest from the original 0/, within(50));
  const weight = inspector(studio).getByRole("textbox", { name: "Weight of detail" });
  await weight.click();
  await weight.fill("0");
  await weight.press("Enter");
  await undo(studio, /^Undo: Change the weight of detail/);
  await expect(bar(studio)).not.toContainText(/farthest from the original 0/, within(50));
});
