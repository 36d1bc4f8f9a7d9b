import type { Page } from "@playwright/test";
import { drop, swingBvh } from "../support/files";
import { expect, hintsAt, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const FRAMES = 120;
const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const bar = (page: Page) => page.getByRole("group", { name: "Keys", exact: true });
const figure = (page: Page) => bar(page).getByRole("button", { name: /keyframes? of/ });
const rows = (page: Page) => page.getByRole("treegrid");
const saved = (page: Page) => expect(page.getByText("saved", { exact: true })).toBeVisible(within(50));
const undo = (page: Page, words: RegExp) => expect(page.getByRole("button", { name: words })).toBeVisible(within(50));
const button = (page: Page, name: string) => inspector(page).getByRole("button", { name, exact: true });

type Mark = Awaited<ReturnType<typeof trail>>[number];
const trail = (page: Page) => page.evaluate(() => window.__kinegraph.posing.trail);
const joints = (page: Page) =>
  page.evaluate(() => {
    const { loaded, joints } = window.__kinegraph;
    return joints(loaded.find((id) => joints(id).length === 9)!);
  });
const apart = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, index) => Math.abs(value - other[index]!)));

async function opened(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(page)).toContainText(/largest error/, within(50));
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(false);
}

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

/** Where a mark of the trail is in the window. */
const onScreen = (page: Page, place: readonly number[]) =>
  page.evaluate((at) => window.__kinegraph.point(at as [number, number, number]), place);

/** Times of the keyframes, from the marks of the list in the inspector. */
const handFrames = async (page: Page) =>
  (
    await inspector(page)
      .getByRole("button", { name: /^Go to the keyframe at frame/ })
      .allTextContents()
  ).map(Number);

async function slide(page: Page, name: string, share: number): Promise<void> {
  const slider = inspector(page).getByRole("slider", { name });
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + share * box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

test("a keyframe is dragged on the joint's trail, wherever the playhead is", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await drop(studio, [{ name: "swing.bvh", text: swingBvh(FRAMES) }]);
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await studio.getByRole("button", { name: "Keep these keyframes" }).click();
  await expect(rows(studio).getByRole("row", { name: "All poses" })).toBeVisible(within(50));
  await opened(studio);
  await toFrame(studio, 20);
  await expect.poll(async () => (await trail(studio)).length).toBeGreaterThan(1);
  const before = await trail(studio);
  const mark = before.find(({ time }) => Math.abs(time - 20 / 30) > 0.05 && time > 0.1)!;
  let at = await onScreen(studio, mark.place);
  await expect // the camera may still frame the motion
    .poll(async () => {
      const last = at;
      at = await onScreen(studio, mark.place);
      return Math.hypot(at.x - last.x, at.y - last.y);
    })
    .toBeLessThan(0.5);
  await studio.mouse.move(at.x, at.y);
  await hintsAt(studio, "trailKey");
  await studio.mouse.down();
  await studio.mouse.move(at.x + 30, at.y + 20, { steps: 6 });
  await studio.mouse.up();
  await undo(studio, /^Undo: Pose the/);
  await saved(studio);
  expect(await studio.evaluate(() => Math.round(window.__kinegraph.time * 30)), "the playhead stays").toBe(20);
  const moved = (await trail(studio)).find(({ time }) => Math.abs(time - mark.time) < 1e-3)!;
  expect(apart(moved.place, mark.place)).toBeGreaterThan(0.02);
  const others = (marks: Mark[]) => marks.filter(({ time }) => Math.abs(time - mark.time) > 1e-3);
  expect(apart(others(await trail(studio)).flatMap(({ place }) => place), others(before).flatMap(({ place }) => place))).toBeLessThan(1e-4); // prettier-ignore
  await expect(inspector(studio)).toContainText("1 keyframe was set by hand");
  at = await onScreen(studio, moved.place);
  await studio.mouse.move(at.x, at.y);
  await studio.mouse.down();
  await studio.mouse.move(at.x - 40, at.y, { steps: 4 });
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect
    .poll(async () =>
      apart((await trail(studio)).find(({ time }) => Math.abs(time - mark.time) < 1e-3)!.place, moved.place),
    ) // prettier-ignore
    .toBeLessThan(1e-4);
});

test("keyframes between two are chosen from the capture again", async ({ studio }) => {
  await opened(studio);
  const [hand] = await handFrames(studio);
  await toFrame(studio, hand!);
  const posed = await joints(studio);
  await button(studio, "Refit here").click();
  await undo(studio, /^Undo: Refit between keyframes/);
  await saved(studio);
  expect(apart(await joints(studio), posed), "the pose at its end stays").toBeLessThan(1e-4);
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Pose the/);
});

test("a pose is held, and all that follows moves along", async ({ studio }) => {
  await opened(studio);
  await toFrame(studio, 12);
  const pose = await joints(studio);
  await button(studio, "Hold").click();
  await undo(studio, /^Undo: Hold the pose/);
  await saved(studio);
  for (const frame of [16, 20]) {
    await toFrame(studio, frame);
    await expect.poll(async () => apart(await joints(studio), pose)).toBeLessThan(1e-3);
  }
  const playhead = studio.getByRole("slider", { name: "Playhead" });
  await studio.keyboard.press("Shift+ArrowRight");
  await expect(playhead).toHaveAttribute("aria-valuenow", "127");
  await studio.keyboard.press("Control+z");
  await undo(studio, /^Undo: Pose the/);
  await studio.keyboard.press("Shift+ArrowRight");
  await expect(playhead).toHaveAttribute("aria-valuenow", "119");
});

test("the way to the next keyframe is eased", async ({ studio }) => {
  await opened(studio);
  await toFrame(studio, 14);
  const even = await joints(studio);
  await slide(studio, "Ease", 0.05);
  await undo(studio, /^Undo: Ease between keyframes/);
  await saved(studio);
  await expect.poll(async () => apart(await joints(studio), even)).toBeGreaterThan(1e-4);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => apart(await joints(studio), even)).toBeLessThan(1e-5);
});

test("selected keyframes are retimed, and all that follow ripple", async ({ studio }) => {
  await opened(studio);
  const length = inspector(studio).getByRole("textbox", { name: "Selection length" });
  const lasts = (frames: number) =>
    expect(async () => {
      await rows(studio).focus();
      await studio.keyboard.press("Control+a");
      await expect(length).toHaveValue(`${frames} frames`, { timeout: 2000 });
    }).toPass(within(30));
  await lasts(119);
  await length.scrollIntoViewIfNeeded();
  await length.click();
  await studio.keyboard.press("Control+a");
  await studio.keyboard.type("90");
  await studio.keyboard.press("Enter");
  await undo(studio, /^Undo: Retime/);
  await saved(studio);
  await expect(length, "what was selected still is").toHaveValue("90 frames", within(30));
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Control+z");
  await expect(length, "also after an undo").toHaveValue("119 frames", within(30));
  await lasts(119);
});

test("the motion ends as it begins", async ({ studio }) => {
  await opened(studio);
  await toFrame(studio, 0);
  const first = await joints(studio);
  await button(studio, "Match ends").click();
  await undo(studio, /^Undo: Match the ends/);
  await saved(studio);
  await studio.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => apart(await joints(studio), first)).toBeLessThan(1e-3);
  await studio.keyboard.press("Control+z");
});

test("the stepped view holds poses and changes nothing", async ({ studio }) => {
  await opened(studio);
  await saved(studio);
  const undoable = await studio.getByRole("button", { name: /^Undo/ }).getAttribute("aria-label");
  const keys = [...(await handFrames(studio))];
  await toFrame(studio, keys[0]!);
  const pose = await joints(studio);
  await toFrame(studio, keys[0]! + 1);
  const next = await joints(studio);
  expect(apart(next, pose)).toBeGreaterThan(1e-4);
  await studio.keyboard.press("Shift+s");
  await expect.poll(async () => apart(await joints(studio), pose)).toBeLessThan(1e-5);
  await studio.keyboard.press("Shift+s");
  await expect.poll(async () => apart(await joints(studio), next)).toBeLessThan(1e-5);
  expect(await studio.getByRole("button", { name: /^Undo/ }).getAttribute("aria-label")).toBe(undoable);
});
