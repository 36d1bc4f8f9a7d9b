import type { Page } from "@playwright/test";
import { drop, swingBvh } from "../support/files";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const FRAMES = 120;
const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
const slider = (page: Page) => page.getByRole("slider", { name: "Number of keyframes" });
const bar = (page: Page) => page.getByRole("group", { name: "Keys", exact: true });
const figure = (page: Page) => bar(page).getByRole("button", { name: /keyframes? of/ });
const stop = (page: Page) => timeline(page).getByRole("button", { name: "Stop measuring" });
const dots = (page: Page) => timeline(page).locator("svg circle.dot");
const playhead = (page: Page) => page.getByRole("slider", { name: "Playhead" });
const settled = async (page: Page) => {
  await expect(page.getByText("saved", { exact: true })).toBeVisible(within(60));
  await expect(bar(page).getByRole("status").filter({ hasText: /…$/ })).toHaveCount(0, within(60));
};

/** "24 keyframes of 415 frames · largest error 4.1 mm" as [24, 4.1]. */
async function figures(page: Page): Promise<[count: number, mm: number]> {
  const found = /(\d+) keyframes? of .*error ([\d.]+) mm/.exec((await figure(page).textContent())!)!;
  return [Number(found[1]), Number(found[2])];
}

async function setLimit(page: Page, mm: string): Promise<void> {
  const limit = inspector(page).getByRole("textbox", { name: "Largest error" });
  await limit.scrollIntoViewIfNeeded();
  await limit.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(mm);
  await page.keyboard.press("Enter");
}

test("the curve is measured in the background, and the slider says what plays", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await drop(studio, [{ name: "swing.bvh", text: swingBvh(FRAMES) }]);
  await expect(figure(studio)).toContainText(/largest error/, within(50));
  await expect.poll(() => dots(studio).count(), within(80)).toBeGreaterThan(10);
  await expect(stop(studio)).toHaveCount(0, within(80));
  await expect(bar(studio).getByText("Preview."), "final curves are shown, with nothing kept").toHaveCount(0);
  await expect(studio.getByRole("button", { name: /^Undo/ })).toHaveCount(1); // the import
  const text = (await slider(studio).getAttribute("aria-valuetext"))!;
  const [count, mm] = await figures(studio);
  expect(text).toBe(`${count} keyframes, error ${mm} mm`);
});

test("what the slider says before is what is kept afterwards", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await expect.poll(() => dots(studio).count(), within(80)).toBeGreaterThan(10);
  await expect(stop(studio)).toHaveCount(0, within(80));
  const dot = dots(studio).nth(3);
  const box = (await dot.boundingBox())!;
  await studio.mouse.move(box.x + box.width / 2, box.y + 12);
  const bubble = timeline(studio).locator("output.bubble");
  await expect(bubble).toContainText(/^\d+ keyframes?, error [\d.]+ mm$/);
  const [, count, error] = /(\d+) keyframes?, error ([\d.]+)/.exec((await bubble.textContent())!)!;
  await studio.mouse.down();
  await studio.mouse.up();
  await expect(bar(studio).getByText(/Saved as/)).toBeVisible(within(50));
  await settled(studio);
  expect(await figures(studio)).toEqual([Number(count), Number(error)]);
});

test("a limit in millimetres is kept with more keyframes, undone, and said in amber where it is missed", async ({
  studio,
}) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await expect(bar(studio).getByText(/Saved as/)).toBeVisible(within(50));
  await settled(studio);
  const before = await figures(studio);
  await setLimit(studio, "2");
  await expect.poll(async () => (await figures(studio))[1], within(60)).toBeLessThanOrEqual(2);
  await settled(studio);
  await slider(studio).focus();
  await studio.keyboard.press("Home");
  await expect.poll(async () => (await figures(studio))[0], within(60)).toBeLessThan(6);
  await settled(studio);
  const miss = bar(studio).getByRole("note").filter({ hasText: "Over the limit of" });
  await expect(miss).toBeVisible(within(60));
  await expect(miss).toContainText(/\d+ keyframes keep it/, within(80));
  const usual = inspector(studio).getByRole("button", { name: /usual limit/ });
  await expect(usual).toBeVisible();
  for (let step = 0; step < 8 && (await usual.count()) > 0; step++) {
    await studio.keyboard.press("Control+z");
    await studio.waitForTimeout(500);
    await settled(studio);
  }
  await expect.poll(() => figures(studio)).toEqual(before);
});

test("a limit that cannot be kept says where and why, and leads there", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await settled(studio);
  const lines = swingBvh(FRAMES).split("\n");
  const first = lines.findIndex((line) => line.startsWith("Frame Time")) + 1;
  const numbers = lines[first + 60]!.trim().split(/\s+/).map(Number);
  lines[first + 60] = numbers.map((value, index) => (index >= 3 ? value + 80 : value)).join(" ");
  await drop(studio, [{ name: "glitch.bvh", text: lines.join("\n") }]);
  await expect(figure(studio)).toContainText(/largest error/, within(60));
  await expect(stop(studio)).toHaveCount(0, within(120));
  for (let frame = 58; frame <= 62; frame++) await exclude(studio, frame);
  await setLimit(studio, "1");
  const miss = bar(studio).getByRole("note").filter({ hasText: "Over the limit of" });
  await expect(miss).toContainText("the motion jumps there", within(90));
  await figure(studio).click();
  await expect
    .poll(async () => Number(await playhead(studio).getAttribute("aria-valuenow")), within(10))
    .toBeGreaterThanOrEqual(57);
  expect(Number(await playhead(studio).getAttribute("aria-valuenow"))).toBeLessThanOrEqual(63);
});

/** Excludes a frame: playhead there, then the shortcut. */
async function exclude(page: Page, frame: number): Promise<void> {
  await page.locator("canvas").first().focus();
  const here = async () => Number(await playhead(page).getAttribute("aria-valuenow"));
  await page.keyboard.press("Comma");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(here).toBe(0);
  for (let at = 1; at <= frame; at++) {
    await page.keyboard.press(".");
  }
  await expect.poll(here).toBe(frame);
  await page.keyboard.press("Shift+p");
  await expect(inspector(page).getByRole("button", { name: `Allow frame ${frame}` })).toBeVisible(within(60));
  await settled(page);
}

test("joints are weighed in the inspector", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await expect(figure(studio)).toContainText(/largest error/, within(60));
  await settled(studio);
  const section = inspector(studio).getByRole("region", { name: "Weights of joints" });
  await section.getByText("Weights of joints").click();
  await section.getByRole("combobox", { name: "Add a joint to weigh" }).selectOption({ label: "hand" });
  const weight = section.getByRole("textbox", { name: "Weight of hand" });
  await weight.scrollIntoViewIfNeeded();
  await weight.click();
  await studio.keyboard.press("Control+a");
  await studio.keyboard.type("3");
  await studio.keyboard.press("Enter");
  await expect(weight).toHaveValue("3.00", within(50));
  await settled(studio);
  await section.getByRole("button", { name: "Reset the weight of hand" }).click();
  await expect(weight).toHaveCount(0, within(50));
});
