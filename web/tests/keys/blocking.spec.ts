import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { drop, swingBvh } from "../support/files";
import { restingView } from "../support/performing";
import { expect, framesDrawn, hints, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const FRAMES = 120;
const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const rows = (page: Page) => page.getByRole("treegrid");
const footer = (page: Page) => page.getByRole("group", { name: "Selected keyframes" }).locator("p");
const figure = (page: Page) => page.getByRole("button", { name: /keyframes? of/ });
const saved = (page: Page) => expect(page.getByText("saved", { exact: true })).toBeVisible();
const undo = (page: Page, words: RegExp) => expect(page.getByRole("button", { name: words })).toBeVisible(within(50));

/** The joints of the imported character, at the playhead. */
const joints = (page: Page) =>
  page.evaluate(() => {
    const { loaded, joints } = window.__kinegraph;
    return joints(loaded.find((id) => joints(id).length === 9)!);
  });

const apart = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, index) => Math.abs(value - other[index]!)));

async function toFrame(page: Page, frame: number): Promise<void> {
  const here = () => page.evaluate(() => Math.round(window.__kinegraph.time * 30));
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(here).toBe(0);
  for (let at = 1; at <= frame; at++) {
    await page.keyboard.press(".");
    await expect.poll(here).toBe(at);
  }
}

async function pause(page: Page): Promise<void> {
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(false);
}

/** Drags the hand of the swing by some pixels. */
async function pull(page: Page, dx: number, dy: number): Promise<void> {
  const hand = () =>
    page.evaluate(() => {
      const { loaded, joints, screen } = window.__kinegraph;
      return screen(
        loaded.find((id) => joints(id).length === 9)!,
        2,
      );
    });
  // The camera frames the motion once it is drawn, which may be after it was kept: the hand waits for its joint.
  let at = await hand();
  await expect(async () => {
    await restingView(page);
    at = await hand();
    await page.mouse.move(at.x, at.y);
    await framesDrawn(page);
    expect(await hints(page).getAttribute("data-place")).toBe("keyedJoint");
  }).toPass(within(20));
  await expect(hints(page)).toContainText(/as a keyframe here/);
  await page.mouse.down();
  await page.mouse.move(at.x + dx, at.y + dy, { steps: 6 });
  await page.mouse.up();
  await undo(page, /^Undo: Pose the/);
  await saved(page);
}

test("a capture is reduced, posed, reduced otherwise, blocked, retimed and exported", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await drop(studio, [{ name: "swing.bvh", text: swingBvh(FRAMES) }]);
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await studio.getByRole("button", { name: "Keep these keyframes" }).click();
  await expect(rows(studio).getByRole("row", { name: "All poses" })).toBeVisible(within(50));
  await pause(studio);

  await toFrame(studio, 12);
  const captured = await joints(studio);
  await pull(studio, 60, 10);
  const first = await joints(studio);
  expect(apart(first, captured)).toBeGreaterThan(0.01);
  await toFrame(studio, 20);
  await pull(studio, -60, 10);
  const second = await joints(studio);
  await expect(inspector(studio)).toContainText("2 keyframes were set by hand");

  const slider = studio.getByRole("slider", { name: "Number of keyframes" });
  await slider.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await studio.keyboard.press(key);
  await undo(studio, /^Undo: Choose/);
  await saved(studio);
  await expect(inspector(studio)).toContainText("2 keyframes were set by hand");
  await toFrame(studio, 20);
  expect(apart(await joints(studio), second)).toBeLessThan(1e-3);
  await toFrame(studio, 12);
  expect(apart(await joints(studio), first)).toBeLessThan(1e-3);

  await rows(studio).focus();
  await studio.keyboard.press("Control+a");
  await studio.keyboard.press("v");
  await studio.getByRole("menuitem", { name: /^Stepped/ }).click();
  await undo(studio, /^Undo: Hold/);
  await saved(studio);
  await toFrame(studio, 13);
  expect(apart(await joints(studio), first), "the pose is held until the next keyframe").toBeLessThan(1e-3);

  await rows(studio).focus();
  await studio.keyboard.press("Escape");
  await rows(studio).focus();
  await studio.keyboard.press("Control+ArrowRight");
  await expect(footer(studio)).toContainText(/at frame/);
  await studio.keyboard.press("Alt+ArrowRight");
  await undo(studio, /^Undo: Move a/);
  await saved(studio);

  await studio.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = studio.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("checkbox", { name: "swing keys" })).toBeChecked();
  await dialog.getByRole("radio", { name: /glTF/ }).click();
  const arriving = studio.waitForEvent("download", within(50));
  await dialog.getByRole("button", { name: /Write/ }).click();
  const bytes = readFileSync(await (await arriving).path());
  expect(bytes.subarray(0, 4).toString()).toBe("glTF");
  const document = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString("utf8"));
  const samplers: { interpolation: string }[] = document.animations[0].samplers;
  expect(samplers.some(({ interpolation }) => interpolation === "STEP")).toBe(true);
});

const ROOT = resolve(import.meta.dirname, "../../..");
const BLENDER = join(ROOT, ".venv-blender/bin/python");
const STEP = 3;

test("a real Blender plays the export where the page plays it", async ({ studio, server }) => {
  test.skip(!existsSync(BLENDER), "needs Blender: scripts/blender_environment.sh");
  await studio.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await pause(studio);
  await studio.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = studio.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("checkbox", { name: "swing keys" })).toBeChecked();
  await dialog.getByRole("radio", { name: /Blender/ }).click();
  const arriving = studio.waitForEvent("download", within(90));
  await dialog.getByRole("button", { name: /Write/ }).click();
  const [blend, sampled] = [server.file("swing.blend"), server.file("sampled.json")];
  await (await arriving).saveAs(blend);
  await studio.keyboard.press("Escape");
  const script = join(ROOT, "tests/cli/blender_resample.py");
  execFileSync(BLENDER, ["-I", script, blend, sampled, String(FRAMES)], { stdio: "pipe" });
  const there = JSON.parse(readFileSync(sampled, "utf8")) as { motion: Record<string, [number, number, number]>[] };

  await toFrame(studio, 0);
  let largest = 0;
  let moved = 0;
  let [shift, first]: (number[] | null)[] = [null, null];
  for (let frame = 0; frame < FRAMES; frame++) {
    await expect.poll(() => studio.evaluate(() => Math.round(window.__kinegraph.time * 30))).toBe(frame);
    if (frame % STEP === 0) {
      await framesDrawn(studio);
      const here = await joints(studio);
      // Blender's Z is up. Where the character stands on the stage is no part of its file.
      const theirs = ["Hips", "Arm", "Hand"].flatMap((name) => {
        const [x, y, z] = there.motion[frame]![name]!;
        return [x, z, -y];
      });
      shift ??= theirs.map((value, index) => (index < 3 ? here[index]! - value : 0)).slice(0, 3);
      const placed = theirs.map((value, index) => value + shift![index % 3]!);
      largest = Math.max(largest, apart(here, placed));
      first ??= theirs;
      moved = Math.max(moved, apart(theirs, first));
    }
    if (frame + 1 < FRAMES) await studio.keyboard.press(".");
  }
  console.log(`Largest difference between page and Blender: ${(1000 * largest).toFixed(4)} mm`);
  expect(moved).toBeGreaterThan(0.05);
  expect(largest).toBeLessThan(1e-4);
});

test("poses are copied and pasted, and a breakdown goes between its neighbours", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await pause(studio);
  await toFrame(studio, 12);
  const first = await joints(studio);
  await studio.keyboard.press("Escape");
  await studio.keyboard.press("Control+c");
  await toFrame(studio, 41);
  await studio.keyboard.press("Control+v");
  await undo(studio, /^Undo: Paste a pose/);
  await saved(studio);
  await expect.poll(async () => apart(await joints(studio), first)).toBeLessThan(1e-3);

  const share = inspector(studio).getByRole("slider", { name: "Between neighbours" });
  await share.scrollIntoViewIfNeeded();
  const box = (await share.boundingBox())!;
  await studio.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(box.x + 0.3 * box.width, box.y + box.height / 2, { steps: 4 });
  await studio.mouse.up();
  await undo(studio, /^Undo: Set a pose between keyframes/);
  await saved(studio);
  await expect.poll(async () => apart(await joints(studio), first)).toBeGreaterThan(1e-3);
});
