import type { Page } from "@playwright/test";
import { drop, swingBvh } from "../support/files";
import { expect, framesDrawn, hints, hintsAt, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial" });

const footer = (page: Page) => page.getByRole("group", { name: "Selected keyframes" }).locator("p");
const rows = (page: Page) => page.getByRole("treegrid");
const saved = (page: Page) => expect(page.getByText("saved", { exact: true })).toBeVisible();
const sheet = (page: Page) => page.locator(".sheet canvas");
const FRAMES = 120;

/** Opens the keys of the swing, as a dopesheet or as curves, with the clip at rest. */
async function inKeys(page: Page, tab: "Dopesheet" | "Graph"): Promise<void> {
  await page.getByRole("tab", { name: "Keys" }).click();
  await page.getByRole("tab", { name: tab }).click();
  await expect(rows(page)).toBeVisible(within(50));
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Escape");
}

/** Selects the next column of the summary with the keyboard and says at which frame it is. */
async function nextColumn(page: Page): Promise<number> {
  await rows(page).focus();
  const before = await footer(page).textContent();
  await page.keyboard.press("Control+ArrowRight");
  await expect(footer(page)).not.toHaveText(before!);
  return Number(/frame ([\d.]+)/.exec((await footer(page).textContent())!)![1]);
}

/** Where a frame is on the dopesheet, which shows the whole motion, in its first row. */
async function columnAt(page: Page, frame: number): Promise<{ x: number; y: number }> {
  const box = (await sheet(page).boundingBox())!;
  return { x: box.x + 16 + ((box.width - 32) * frame) / (FRAMES - 1), y: box.y + 12 };
}

test("the dopesheet lists the keys of a capture as soon as they are kept", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Keys" }).click();
  await drop(studio, [{ name: "swing.bvh", text: swingBvh(FRAMES) }]);
  await expect(studio.getByRole("button", { name: /of 120 frames/ })).toBeVisible(within(50));
  await studio.getByRole("button", { name: "Keep these keyframes" }).click();
  await expect(rows(studio).getByRole("row")).not.toHaveCount(1);
  await expect(rows(studio).getByRole("row", { name: "All poses" })).toBeVisible();
  await expect(footer(studio)).toHaveText("Nothing is selected");
});

test("a column is moved by its sign as one edit, Escape puts it back, undo too", async ({ studio }) => {
  await inKeys(studio, "Dopesheet");
  await studio.keyboard.press("Shift+ArrowLeft");
  const frame = (await nextColumn(studio), await nextColumn(studio));
  const from = await columnAt(studio, frame);
  const perFrame = (await columnAt(studio, 1)).x - (await columnAt(studio, 0)).x;
  const drag = async () => {
    await studio.mouse.move(from.x, from.y);
    await studio.mouse.down();
    await studio.mouse.move(from.x - 2 * perFrame, from.y, { steps: 5 });
    await expect(footer(studio)).toContainText(`at frame ${frame - 2}`);
  };
  await drag();
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect(footer(studio)).toContainText(`at frame ${frame}`);
  await drag();
  await studio.mouse.up();
  const undo = studio.getByRole("button", { name: /^Undo: Move a/ });
  await expect(undo).toBeVisible();
  await saved(studio);
  await undo.click();
  await expect(studio.getByRole("button", { name: /^Redo: Move a/ })).toBeVisible();
  await expect(footer(studio), "what was selected before is selected again").toContainText(`at frame ${frame}`);
});

test("a box selects whole poses, T tags them, and the edge of the selection retimes", async ({ studio }) => {
  await inKeys(studio, "Dopesheet");
  const box = (await sheet(studio).boundingBox())!;
  await studio.mouse.move(box.x + 3, box.y + box.height - 4);
  await studio.mouse.down();
  await studio.mouse.move(box.x + box.width - 3, box.y + 4, { steps: 5 });
  await studio.mouse.up();
  await expect(footer(studio)).toContainText(`from frame 0 to ${FRAMES - 1}`);
  await studio.keyboard.press("t");
  await expect(studio.getByRole("button", { name: /^Undo: Mark/ })).toBeVisible();
  await saved(studio);
  await studio.keyboard.press("Control+z");
  await expect(studio.getByRole("button", { name: /^Redo: Mark/ })).toBeVisible();
  // Zoomed out about the start, so that there is room behind the end.
  await studio.mouse.move(box.x + 16, box.y + box.height - 4);
  await studio.mouse.wheel(0, 300);
  const end = { x: box.x + 16 + (box.width - 32) * Math.exp(-0.0022 * 300), y: box.y + 12 };
  await studio.mouse.move(end.x + 11, end.y);
  await hintsAt(studio, "keysEdge");
  await studio.mouse.down();
  await studio.mouse.move(end.x + 71, end.y, { steps: 5 });
  await expect(footer(studio)).not.toContainText(`to ${FRAMES - 1}`);
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: Retime/ })).toBeVisible();
  await saved(studio);
  await studio.keyboard.press("Control+z");
  await expect(studio.getByRole("button", { name: /^Redo: Retime/ })).toBeVisible();
});

test("the tree folds and unfolds, and its rows select their keys, by keyboard alone", async ({ studio }) => {
  await inKeys(studio, "Dopesheet");
  await rows(studio).focus();
  const before = await rows(studio).getAttribute("aria-rowcount");
  await studio.keyboard.press("ArrowDown");
  await studio.keyboard.press("ArrowRight");
  await expect.poll(() => rows(studio).getAttribute("aria-rowcount")).not.toBe(before);
  await studio.keyboard.press("Enter");
  await expect(footer(studio)).toContainText(/\d+ keyframes from frame 0/);
  await studio.keyboard.press("ArrowLeft");
  await expect.poll(() => rows(studio).getAttribute("aria-rowcount")).toBe(before);
});

test("a key's frame is typed, and a value", async ({ studio }) => {
  await inKeys(studio, "Graph");
  await rows(studio).focus();
  for (const key of ["ArrowRight", "ArrowDown", "Control+ArrowRight", "Control+ArrowRight"])
    await studio.keyboard.press(key);
  await expect(footer(studio)).toContainText("1 keyframe at frame");
  const value = studio.getByRole("textbox", { name: "Value of the first selected keyframe" });
  await value.click();
  await value.fill("12.5");
  await value.press("Enter");
  await expect(value).toHaveValue(/^12\.5/);
  await expect(studio.getByRole("button", { name: /^Undo: Move a key/ })).toBeVisible();
  await saved(studio);
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Control+z");
  await expect(value).not.toHaveValue(/^12\.5/);
});

test("handles are levelled from the menu and bent by hand, as one edit", async ({ studio }) => {
  await inKeys(studio, "Graph");
  await rows(studio).focus();
  for (const key of ["ArrowRight", "ArrowDown", "Enter", "Control+ArrowRight", "Control+ArrowRight"])
    await studio.keyboard.press(key);
  await expect(footer(studio)).toContainText("1 keyframe at frame");
  await studio.keyboard.press("f");
  await studio.keyboard.press("v");
  await studio.getByRole("menuitem", { name: /Flat handles/ }).click();
  await expect(studio.getByRole("button", { name: /^Undo: Flatten/ })).toBeVisible();
  await saved(studio);
  // The key is in the middle, its handles level beside it: look for one along the key's own height.
  const box = (await studio.locator(".graph canvas").boundingBox())!;
  const isOver = async (place: string) => (await hints(studio).getAttribute("data-place")) === place;
  const look = async (place: string, places: [number, number][]) => {
    for (const [x, y] of places) {
      await studio.mouse.move(x, y);
      if (!(await isOver(place))) continue;
      await framesDrawn(studio); // the hint may still be about the place before
      if (await isOver(place)) return { x, y };
    }
    throw new Error(`The hint line is never about “${place}”.`);
  };
  const upright = Array.from({ length: 60 }, (_, step) => box.y + 4 + (step * (box.height - 8)) / 59);
  let handle = { x: 0, y: 0 };
  // The curves follow the edit a little later: searched again until the handles are level.
  await expect(async () => {
    const key = await look(
      "graphKey",
      upright.map((y) => [box.x + box.width / 2, y]),
    );
    const across = Array.from({ length: 60 }, (_, step) => key.x + 12 + 4 * step);
    handle = await look(
      "graphHandle",
      across.flatMap((x) => [[x, key.y] as [number, number], [x, key.y + 5] as [number, number]]),
    );
  }).toPass(within(20));
  await studio.mouse.down();
  await studio.mouse.move(handle.x + 10, handle.y - 40, { steps: 5 });
  await hintsAt(studio, "bendHandle");
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: Move a handle/ })).toBeVisible();
  await saved(studio);
});
