import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { drop, swingBvh } from "../support/files";
import { CONNECTION_LOST, expect, framesDrawn, hints, onStage, test, within } from "../support/studioServer";

const furthest = (a: number[], b: number[]) => Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));

/** Where a point of the ground is in the window, once the camera has come to rest. */
async function restingPlace(page: Page, x: number, z: number): Promise<{ x: number; y: number }> {
  let last = { x: NaN, y: NaN };
  await expect
    .poll(async () => {
      await framesDrawn(page);
      const now = await page.evaluate(([px, pz]) => window.__kinegraph.ground(px!, pz!), [x, z]);
      const moved = Math.hypot(now.x - last.x, now.y - last.y);
      last = now;
      return moved;
    })
    .toBeLessThan(0.5);
  return last;
}

/** The first start is shown at every size that is supported. */
const SIZES = [
  { width: 1024, height: 640 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

const cards = (page: Page) => page.getByRole("group", { name: "First steps" });
const NEIGHBOURS: Record<string, (page: Page) => Locator> = {
  library: (page) => page.getByRole("complementary", { name: "Library" }),
  inspector: (page) => page.getByRole("complementary", { name: "Inspector" }),
  timeline: (page) => page.getByRole("region", { name: "Timeline" }),
  "hint line": hints,
};

test("the start cards cover neither panel, nor the timeline, nor the hint line", async ({ studio }) => {
  for (const size of SIZES) {
    await studio.setViewportSize(size);
    await framesDrawn(studio, 4);
    const own = (await cards(studio).boundingBox())!;
    const at = `${size.width} × ${size.height}`;
    expect(own.x, at).toBeGreaterThanOrEqual(0);
    expect(own.x + own.width, at).toBeLessThanOrEqual(size.width);
    for (const [name, find] of Object.entries(NEIGHBOURS)) {
      const other = (await find(studio).boundingBox())!;
      const across = Math.min(own.x + own.width, other.x + other.width) - Math.max(own.x, other.x);
      const down = Math.min(own.y + own.height, other.y + other.height) - Math.max(own.y, other.y);
      expect(Math.min(across, down), `the cards and the ${name} at ${at} [px]`).toBeLessThanOrEqual(0);
    }
    const cut = await cards(studio)
      .getByRole("button")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
    expect(cut, `cards whose text is cut off at ${at}`).toBe(0);
  }
});

test("the first start moves when the mouse moves, before anything is clicked", async ({ studio }) => {
  const stage = (await studio.locator("canvas").boundingBox())!;
  const id = (await studio.evaluate(() => window.__kinegraph.loaded))[0]!;
  const pose = () => studio.evaluate((who) => window.__kinegraph.joints(who), id);
  await expect(hints(studio).locator(".promise")).toBeVisible();
  const still = await pose();
  let step = 0;
  // The pointer keeps moving while the engine warms up; the left and the right of the stage must give poses far apart.
  await expect
    .poll(async () => {
      step += 1;
      await studio.mouse.move(stage.x + 60 + (step % 5), stage.y + 0.3 * stage.height);
      return furthest(still, await pose());
    }, within(60))
    .toBeGreaterThan(0.03);
  const left = await pose();
  await expect
    .poll(async () => {
      step += 1;
      await studio.mouse.move(stage.x + stage.width - 60 - (step % 5), stage.y + 0.3 * stage.height);
      return furthest(left, await pose());
    })
    .toBeGreaterThan(0.06);
});

test.describe("a motion from a file", () => {
  test.describe.configure({ mode: "serial" }); // each goes on with the motion of the first

  test("a dropped BVH file comes on stage and plays", async ({ studio }) => {
    await drop(studio, [{ name: "swing.bvh", text: swingBvh(90) }]);
    await expect(studio.locator("[data-record]", { hasText: "swing" }).first()).toBeVisible();
    await onStage(studio, 2);
    await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
    const from = await studio.evaluate(() => window.__kinegraph.time);
    await expect
      .poll(() => studio.evaluate((start) => Math.abs(window.__kinegraph.time - start), from))
      .toBeGreaterThan(0.1);
    await expect(studio.getByRole("complementary", { name: "Inspector" })).toContainText("90");
  });

  test("scrubbing and stepping show the frame under the hand", async ({ studio }) => {
    const track = studio.getByRole("slider", { name: "Playhead" });
    await expect(track).toHaveAttribute("aria-valuemax", "89");
    await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true); // its frames are here
    const box = (await track.boundingBox())!;
    await studio.mouse.move(box.x + box.width * 0.25, box.y + 14);
    await studio.mouse.down();
    await studio.mouse.move(box.x + box.width * 0.5, box.y + 14, { steps: 4 });
    await studio.mouse.up();
    await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(false);
    const middle = Number(await track.getAttribute("aria-valuenow"));
    expect(middle).toBeGreaterThan(40);
    expect(middle).toBeLessThan(49);
    await track.blur();
    await studio.keyboard.press(".");
    await expect(track).toHaveAttribute("aria-valuenow", String(middle + 1));
    await studio.keyboard.press(",");
    await studio.keyboard.press(",");
    await expect(track).toHaveAttribute("aria-valuenow", String(middle - 1));
  });

  test("a double-click renames; undo and redo take it back and do it again", async ({ studio }) => {
    const rows = studio.getByRole("region", { name: "Motions" });
    await rows.getByText("swing", { exact: true }).dblclick();
    await expect(rows.getByRole("textbox")).toBeFocused();
    await studio.keyboard.type("pendulum");
    await studio.keyboard.press("Enter");
    await expect(rows.getByText("pendulum")).toBeVisible();
    await studio.locator("canvas").focus();
    await studio.keyboard.press("Control+z");
    await expect(rows.getByText("swing", { exact: true })).toBeVisible();
    await studio.keyboard.press("Control+Shift+Z");
    await expect(rows.getByText("pendulum")).toBeVisible();
  });

  test("deleting offers undo in a toast, and undo brings all of it back", async ({ studio }) => {
    const rows = studio.getByRole("region", { name: "Motions" });
    await rows.getByText("pendulum").click();
    await expect(rows.locator("[data-record]", { hasText: "pendulum" })).toHaveAttribute("aria-pressed", "true");
    await studio.locator("canvas").focus();
    await studio.keyboard.press("Delete");
    const toast = studio.getByRole("status").filter({ hasText: "pendulum" });
    const box = (await toast.boundingBox())!;
    await studio.mouse.move(box.x + 20, box.y + box.height / 2); // it stays under the pointer, which reaches what lies below
    await expect(rows.getByText("pendulum")).toHaveCount(0);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(rows.getByText("pendulum")).toBeVisible();
  });

  test("an export downloads a file that holds the motion", async ({ studio }) => {
    const rows = studio.getByRole("region", { name: "Motions" });
    await rows.getByText("pendulum").click();
    await expect(rows.locator("[data-record]", { hasText: "pendulum" })).toHaveAttribute("aria-pressed", "true");
    await studio.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = studio.getByRole("dialog", { name: "Share" });
    await dialog.getByRole("radio", { name: /BVH/ }).click();
    const arriving = studio.waitForEvent("download");
    await dialog.getByRole("button", { name: /Write/ }).click();
    const download = await arriving;
    expect(download.suggestedFilename()).toMatch(/\.bvh$/);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toMatch(/^HIERARCHY/);
    expect(text).toMatch(/Frames:\s*90/);
    await studio.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  test("a drag on the base moves a character, as one edit", async ({ studio }) => {
    const stick = (await studio
      .getByRole("region", { name: "Characters" })
      .locator("[data-record]", { hasText: "swing" })
      .getAttribute("data-record"))!;
    const root = () => studio.evaluate((id) => window.__kinegraph.joints(id).slice(0, 3), stick);
    await expect.poll(() => studio.evaluate(() => window.__kinegraph.loaded)).toContain(stick);
    await studio.keyboard.press("Home");
    const before = await root();
    const at = await restingPlace(studio, before[0]!, before[2]!);
    await studio.mouse.move(at.x, at.y);
    await studio.mouse.down();
    await studio.mouse.move(at.x + 60, at.y + 20, { steps: 6 });
    await studio.mouse.up();
    await expect.poll(async () => furthest(before, await root())).toBeGreaterThan(0.05);
    await studio.keyboard.press("Control+z");
    await expect.poll(async () => furthest(before, await root())).toBeLessThan(1e-4);
  });

  test("theme and document survive a reload, and the token stays out of the address", async ({ studio }) => {
    await studio.getByRole("button", { name: "Light theme" }).click();
    await expect(studio.locator("html")).toHaveAttribute("data-theme", "light");
    await studio.getByRole("heading", { level: 1 }).getByText(/./).first().dblclick();
    await expect(studio.getByRole("heading", { level: 1 }).getByRole("textbox")).toBeFocused();
    await studio.keyboard.type("My first scene");
    await studio.keyboard.press("Enter");
    await expect(studio.getByRole("heading", { level: 1 })).toHaveText("My first scene");
    expect(studio.url()).not.toContain("token");
    await studio.reload();
    await expect(studio.getByRole("heading", { level: 1 })).toHaveText("My first scene");
    await expect(studio.locator("html")).toHaveAttribute("data-theme", "light");
    await expect(studio.getByRole("region", { name: "Motions" }).getByText("pendulum")).toBeVisible();
  });
});

test("a member of the cast dragged from the library stands where it is dropped", async ({ studio }) => {
  const before = await studio.evaluate(() => window.__kinegraph.loaded.length);
  const stage = (await studio.locator("canvas").boundingBox())!;
  await studio
    .locator("[data-cast=stick]")
    .dragTo(studio.locator("canvas"), { targetPosition: { x: 0.3 * stage.width, y: 0.7 * stage.height } });
  await onStage(studio, before + 1);
  await studio.keyboard.press("Control+z");
  await onStage(studio, before);
});

test("files that cannot be read are answered in sentences", async ({ studio }) => {
  await drop(studio, [
    { name: "notes.txt", text: "hello" },
    { name: "broken.bvh", text: "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 zero 0\n" },
  ]);
  await expect(studio.getByRole("alert").filter({ hasText: "notes.txt" })).toContainText("cannot be read");
  await expect(studio.getByRole("alert").filter({ hasText: "broken.bvh" })).toContainText("line 4");
});

test("the cheat sheet opens with ? and lists the keys; Escape closes it", async ({ studio }) => {
  await studio.keyboard.press("?");
  const sheet = studio.getByRole("dialog", { name: "Shortcuts" });
  await expect(sheet).toContainText("Play or pause");
  await expect(sheet).toContainText("Show or hide side panels");
  await studio.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
});

test("panels fold with Tab, and the stage can be all there is", async ({ studio }) => {
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Tab");
  await expect(studio.getByRole("complementary", { name: "Library" })).toHaveCount(0);
  await studio.keyboard.press("Tab");
  await expect(studio.getByRole("complementary", { name: "Library" })).toBeVisible();
  await studio.keyboard.press("`");
  await expect(studio.getByRole("banner")).toHaveCount(0);
  await studio.keyboard.press("Escape");
  await expect(studio.getByRole("banner")).toBeVisible();
});

test("the camera follows a character that walks out of view", async ({ studio }) => {
  await drop(studio, [{ name: "runner.bvh", text: swingBvh(300, 20).replace("OFFSET 0 40 0", "OFFSET 0 50 0") }]);
  const row = studio.getByRole("region", { name: "Characters" }).locator("[data-record]", { hasText: "runner" });
  const runner = (await row.getAttribute("data-record"))!;
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.loaded)).toContain(runner);
  const stage = (await studio.locator("canvas").boundingBox())!;
  const ground = () => studio.evaluate((id) => window.__kinegraph.joints(id)[0]!, runner);
  const across = () => studio.evaluate((id) => window.__kinegraph.screen(id, 1).x, runner);
  await studio.locator("canvas").focus();
  const atTheEnd = async () => {
    await studio.keyboard.press("Shift+ArrowRight"); // its motion begins as soon as it is here
    return ground();
  };
  await expect.poll(atTheEnd, { message: "it is 60 m away" }).toBeGreaterThan(50);
  await expect.poll(across).toBeGreaterThan(stage.x);
  await expect.poll(across).toBeLessThan(stage.x + stage.width);
  await studio.keyboard.press("Control+z");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.loaded)).not.toContain(runner);
});

test.describe("with a wrong token", () => {
  test.use({ expectedErrors: /403 \(Forbidden\)|WebSocket connection to .* failed/ });

  test("a page says that the studio refused it", async ({ page, server }) => {
    await page.goto(server.url.replace(/token=.*/, "token=wrong"));
    await expect(page.getByRole("alert")).toContainText("token");
  });
});

test.describe("without a studio", () => {
  test.use({ expectedErrors: CONNECTION_LOST });

  test("a studio that goes away is missed at once", async ({ studio, server }) => {
    await server.stop();
    await expect(studio.getByRole("alert").filter({ hasText: /Reconnecting|does not answer/ })).toBeVisible();
    await expect(studio.getByText("offline")).toBeVisible();
  });
});
