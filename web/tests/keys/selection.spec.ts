import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { drop, swingBvh } from "../support/files";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const slider = (page: Page) => page.getByRole("slider", { name: "Number of keyframes" });
const bar = (page: Page) => page.getByRole("group", { name: "Keys", exact: true });
const figure = (page: Page) => bar(page).getByRole("button", { name: /keyframes? of/ });
const count = async (page: Page) => Number(await slider(page).getAttribute("aria-valuenow"));
const kept = (page: Page) => bar(page).getByText(/Saved as/);

/** The page keeps its workspace over a reload, but each test has a new one. */
async function inKeys(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Keys" }).click();
  await expect(slider(page)).toBeVisible();
}

/** How many keys the figure speaks of, once the studio is done with the last edit. */
async function settled(page: Page): Promise<number> {
  await expect(page.getByText("saved", { exact: true })).toBeVisible();
  await expect(bar(page).getByRole("status"), "nothing is chosen or fitted any more").toHaveCount(0);
  return Number(/(\d+) keyframe/.exec((await figure(page).textContent())!)![1]);
}

test("a card of the first start opens a motion whose keys are there at once, with nothing edited", async ({
  studio,
}) => {
  await studio.getByRole("button", { name: /Find the keyframes of/ }).click();
  await expect(studio.getByRole("tab", { name: "Keys" })).toHaveAttribute("aria-selected", "true");
  await expect(figure(studio)).toContainText(
    /\d+ keyframes of \d+ frames · ?largest error [\d.]+ mm, [\w ]+, frame \d+/,
    {
      ...within(60),
    },
  );
  await expect(studio.getByRole("button", { name: "Nothing to undo" })).toBeVisible();
  await expect(bar(studio).getByRole("button", { name: "Keep these keyframes" })).toBeVisible();
});

test("a capture dropped while in Keys opens there", async ({ studio }) => {
  await inKeys(studio);
  await drop(studio, [{ name: "swing.bvh", text: swingBvh(120) }]);
  await expect(figure(studio)).toContainText("of 120 frames", within(60));
  await expect(studio.getByRole("complementary", { name: "Inspector" })).toContainText("swing");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
});

test("dragging the slider shows other keys while it moves, and releasing keeps them as one edit", async ({
  studio,
}) => {
  await inKeys(studio);
  await expect(figure(studio)).toContainText("of 120 frames");
  const before = await count(studio);
  const box = (await slider(studio).boundingBox())!;
  const at = (share: number) => [box.x + share * box.width, box.y + 0.6 * box.height] as const;
  await studio.mouse.move(...at(0.5));
  await studio.mouse.down();
  await studio.mouse.move(...at(0.7), { steps: 6 });
  await expect.poll(() => count(studio)).not.toBe(before);
  const held = await count(studio);
  await expect(figure(studio), "the engine answers while the hand still holds").toContainText(`${held} keyframes`);
  expect(await studio.getByRole("button", { name: /^Undo/ }).count(), "a drag under way is no edit yet").toBe(1);
  await studio.mouse.move(...at(0.8), { steps: 6 });
  await expect.poll(() => count(studio)).toBeGreaterThan(held);
  const last = await count(studio);
  await studio.mouse.up();
  await expect(kept(studio)).toContainText("swing keys");
  await expect.poll(() => settled(studio)).toBe(last);
  await expect(studio.getByRole("region", { name: "Motions" }).getByText("swing keys")).toBeVisible();
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Control+z");
  await expect(kept(studio)).toHaveCount(0);
  await expect(studio.getByRole("button", { name: /^Redo: / })).toBeEnabled();
  await studio.keyboard.press("Control+Shift+Z");
  await expect(kept(studio)).toContainText("swing keys");
  await expect.poll(() => settled(studio)).toBe(last);
});

test("Escape gives a drag of the slider up", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  const before = await settled(studio);
  const box = (await slider(studio).boundingBox())!;
  await studio.mouse.move(box.x + 0.8 * box.width, box.y + 0.6 * box.height);
  await studio.mouse.down();
  await studio.mouse.move(box.x + 0.4 * box.width, box.y + 0.6 * box.height, { steps: 4 });
  await expect(figure(studio)).not.toContainText(`${before} keyframes`);
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect(figure(studio)).toContainText(`${before} keyframes`);
});

test("the slider obeys the keyboard, and a run of presses is one edit", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  const before = await settled(studio);
  await slider(studio).focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowLeft"]) await studio.keyboard.press(key);
  await expect.poll(() => count(studio)).toBe(before - 2);
  await slider(studio).blur();
  await expect(figure(studio)).toContainText(`${before - 2} keyframes`);
  await settled(studio);
  await studio.keyboard.press("Control+z");
  await expect(figure(studio)).toContainText(`${before} keyframes`);
});

test("the automatic number is one click away", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  const auto = studio.getByRole("button", { name: /^Auto: \d+ keyframes/ });
  const automatic = Number(/\d+/.exec((await auto.getAttribute("aria-label"))!)![0]);
  await auto.click();
  await expect(figure(studio)).toContainText(`${automatic} keyframes`);
  await expect.poll(() => settled(studio)).toBe(automatic);
});

test("the figure leads to the frame and the joint it speaks of", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  await settled(studio);
  const [, joint, frame] = /mm, ([\w ]+), frame (\d+)/.exec((await figure(studio).textContent())!)!;
  await figure(studio).click();
  await expect(studio.getByRole("slider", { name: "Playhead" })).toHaveAttribute("aria-valuenow", frame!);
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(false);
  expect(joint).toMatch(/^(hips|arm|hand)$/);
});

test("K sets a key, Shift with full stop goes on to the next, Delete takes it away", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  const before = await settled(studio);
  const playhead = studio.getByRole("slider", { name: "Playhead" });
  const frame = async () => Number(await playhead.getAttribute("aria-valuenow"));
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Comma"); // a step ends playing
  await studio.keyboard.press("Shift+ArrowLeft");
  let [last, next] = [0, 0];
  while (next - last < 2) {
    last = next;
    await studio.keyboard.press("Shift+Period");
    await expect.poll(frame).toBeGreaterThan(last);
    next = await frame();
  }
  await studio.keyboard.press("Comma");
  await studio.keyboard.press("k");
  await expect(figure(studio)).toContainText(`${before + 1} keyframes`);
  await expect(kept(studio)).toContainText("edited by hand");
  await settled(studio);
  await studio.keyboard.press("Shift+Comma");
  await expect.poll(frame).toBe(last);
  await studio.keyboard.press("Shift+Period");
  await expect.poll(frame).toBe(next - 1);
  await studio.keyboard.press("Delete");
  await expect(figure(studio)).toContainText(`${before} keyframes`);
});

/** Where on the screen the dopesheet's first row has a frame, while the timeline shows all of the motion. */
async function inDopesheet(page: Page, frame: number, frames: number): Promise<{ x: number; y: number }> {
  const [ruler, timeline] = await Promise.all([
    page.getByRole("slider", { name: "Playhead" }).boundingBox(),
    page.getByRole("region", { name: "Timeline" }).locator("canvas").boundingBox(),
  ]);
  const margin = 16;
  return { x: ruler!.x + margin + (frame / (frames - 1)) * (ruler!.width - 2 * margin), y: timeline!.y + 12 };
}

test("a column dragged in the dopesheet moves as one edit, which undo and redo take back and do again", async ({
  studio,
}) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  await settled(studio);
  const playhead = studio.getByRole("slider", { name: "Playhead" });
  const frame = async () => Number(await playhead.getAttribute("aria-valuenow"));
  /** The frame of the last key but one: from the end, one key back. */
  const lastButOne = async () => {
    await studio.locator("canvas").first().focus();
    await studio.keyboard.press("Comma");
    await studio.keyboard.press("Shift+ArrowRight");
    await studio.keyboard.press("Shift+Comma");
    await expect.poll(frame).toBeLessThan(119);
    return frame();
  };
  const column = await lastButOne();
  const [from, to] = [await inDopesheet(studio, column, 120), await inDopesheet(studio, column + 3, 120)];
  await studio.mouse.move(from.x, from.y);
  await studio.mouse.down();
  await studio.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
  await studio.mouse.move(to.x, to.y, { steps: 4 });
  await studio.mouse.up();
  await settled(studio);
  await expect.poll(lastButOne).toBe(column + 3);
  await studio.keyboard.press("Control+z");
  await expect.poll(lastButOne).toBe(column);
  await studio.keyboard.press("Control+Shift+Z");
  await expect.poll(lastButOne).toBe(column + 3);
});

test("keys, workspace and settings are there again after a reload", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toContainText("edited by hand");
  const before = await settled(studio);
  await studio.reload();
  await expect(studio.getByRole("tab", { name: "Keys" })).toHaveAttribute("aria-selected", "true");
  await expect(kept(studio)).toContainText("edited by hand");
  await expect.poll(() => settled(studio)).toBe(before);
});

test("a frame that is pinned becomes a key, and what was chosen by hand can be reset", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  const inspector = studio.getByRole("complementary", { name: "Inspector" });
  const reset = inspector.getByRole("button", { name: "Reset to automatic" });
  await expect(reset).toBeDisabled();
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Comma"); // a step ends playing
  await studio.keyboard.press("Shift+ArrowLeft");
  for (let step = 0; step < 5; step++) await studio.keyboard.press(".");
  await studio.keyboard.press("p");
  await expect(inspector.getByText("pinned")).toBeVisible();
  await settled(studio);
  /** The frame of the last key before the seventh frame. */
  const keyBefore = async () => {
    await studio.keyboard.press("Shift+ArrowLeft");
    for (let step = 0; step < 6; step++) await studio.keyboard.press(".");
    await studio.keyboard.press("Shift+Comma");
    return studio.getByRole("slider", { name: "Playhead" }).getAttribute("aria-valuenow");
  };
  await expect.poll(keyBefore).toBe("5");
  await reset.click();
  await expect(inspector.getByText("pinned")).toHaveCount(0);
  await expect(reset).toBeDisabled();
});

test("the result is exported with one click on Export and one on Write", async ({ studio }) => {
  await inKeys(studio);
  await expect(kept(studio)).toBeVisible();
  await settled(studio);
  await studio.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = studio.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("checkbox", { name: "swing keys" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "swing", exact: true })).not.toBeChecked();
  await dialog.getByRole("radio", { name: /glTF/ }).click();
  const arriving = studio.waitForEvent("download");
  await dialog.getByRole("button", { name: /Write/ }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/\.glb$/);
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(0, 4).toString()).toBe("glTF");
  const document = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString("utf8"));
  const samplers: { interpolation: string }[] = document.animations[0].samplers;
  expect(samplers.some((sampler) => sampler.interpolation === "CUBICSPLINE")).toBe(true);
});

test("a motion that cannot be keyed says why, beside where its keys would be", async ({ studio }) => {
  await inKeys(studio);
  await drop(studio, [{ name: "still.bvh", text: swingBvh(1).replace("OFFSET 0 40 0", "OFFSET 0 30 0") }]);
  const timeline = studio.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("alert")).toContainText("frames");
  await expect(timeline.getByRole("button", { name: "Try again" })).toBeVisible();
});
