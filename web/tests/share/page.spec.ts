/** A page that was shared, opened from disk: no server, no network. It plays, is performed by mouse and by touch, recorded, downloaded,
 * and what was downloaded opens in the studio again. */

import { devices, type Browser, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Pointer } from "../support/pointers";
import { documentOf, performancesIn, setsIn } from "../support/documentOf";
import { expect, test, within } from "../support/studioServer";

const ROOT = resolve(import.meta.dirname, "../../..");
const COMMAND = process.env.KINEGRAPH ?? join(ROOT, ".venv/bin/kinegraph");
const PYTHON = process.env.KINEGRAPH ? "python" : join(ROOT, ".venv/bin/python");
const hasRuntime = existsSync(join(ROOT, "src/kinegraph/runtime/built/kinegraph.wasm"));

/** The address of a page that the command wrote. */
function shared(folder: string, name: string, ...words: string[]): string {
  const file = join(folder, `${name}.html`);
  execFileSync(COMMAND, ["share", ...words, "-o", file]);
  return pathToFileURL(file).href;
}

/** Opens a page from disk in a browser that reports every error and every request that leaves it. */
async function opened(page: Page, address: string): Promise<Page> {
  const wrong: string[] = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("request", (request) => !/^(file|data|blob):/.test(request.url()) && wrong.push(request.url()));
  await page.goto(address);
  await expect(page.locator("html")).toHaveAttribute("data-ready", "true", within(30));
  expect(wrong).toEqual([]);
  return page;
}

const picture = async (page: Page) => (await page.locator("canvas").screenshot()).toString("base64");
const middle = (page: Page) => {
  const { width, height } = page.viewportSize()!;
  return { x: width / 2, y: height / 2 };
};

/** What a binary glTF file describes. */
function readGlb(path: string): { animations: { name: string; channels: unknown[] }[]; skins: unknown[] } {
  const bytes = readFileSync(path);
  expect(bytes.toString("latin1", 0, 4)).toBe("glTF");
  return JSON.parse(bytes.toString("utf8", 20, 20 + bytes.readUInt32LE(12)));
}

async function phone(browser: Browser): Promise<Page> {
  const { viewport, hasTouch, isMobile, deviceScaleFactor } = devices["iPhone 13"];
  const context = await browser.newContext({ viewport, hasTouch, isMobile, deviceScaleFactor, acceptDownloads: true });
  return context.newPage();
}

test("a motion plays from disk, can be looked through and downloaded", async ({ page, server }) => {
  await opened(page, shared(server.folder, "wave", "cast:bear", "--as", "motion", "--title", "<b>Bear</b> & co"));
  await expect(page.getByRole("heading", { name: "<b>Bear</b> & co" })).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(4);
  await page.getByRole("radio", { name: "wave" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  const slider = page.getByRole("slider", { name: "Time" });
  await slider.fill("0");
  const before = await picture(page);
  await slider.fill("1.6");
  await expect.poll(() => picture(page)).not.toBe(before);
  const at = middle(page);
  const front = await picture(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 120, at.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => picture(page)).not.toBe(front);
  const arriving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe("b-Bear-b- & co.glb");
  expect(readGlb(await download.path()).animations.map(({ name }) => name)).toContain("wave");
});

test.describe("a character is performed", () => {
  test.skip(!hasRuntime, "performing needs the compiled runtime: 'make runtime' builds it");

  test("with the mouse; its take comes back into the studio", async ({ page, server, studio }) => {
    const shown = await opened(await page.context().newPage(), shared(server.folder, "bear", "cast:bear"));
    const { x, y } = middle(shown);
    const still = await picture(shown);
    await shown.mouse.move(x + 60, y - 40, { steps: 6 });
    await expect.poll(() => picture(shown)).not.toBe(still);
    await shown.mouse.down();
    for (let step = 0; step <= 30; step++) {
      await shown.mouse.move(x + 60 * Math.cos(step / 3), y - 40 * Math.sin(step / 3));
      await shown.waitForTimeout(20);
    }
    await shown.mouse.up();
    await expect(shown.getByRole("slider", { name: "Time" })).toBeVisible();

    const files: string[] = [];
    for (const [item, ending] of [
      [/GLB/, ".glb"],
      [/Kinegraph file/, ".kinepack"],
    ] as const) {
      await shown.getByRole("button", { name: "Download" }).click();
      const arriving = shown.waitForEvent("download");
      await shown.getByRole("menuitem", { name: item }).click();
      const download = await arriving;
      expect(download.suggestedFilename()).toBe(`Bear${ending}`);
      const to = join(server.folder, `from-a-friend${ending}`);
      await download.saveAs(to);
      files.push(to);
    }
    const [glb, pack] = files as [string, string];
    const { animations, skins } = readGlb(glb);
    expect(animations[0]!.channels.length).toBeGreaterThan(5);
    expect(skins.length).toBeGreaterThan(0);

    // The engine plays the take as the page did: the rest are the 32 bits of glTF.
    const compare = [join(ROOT, "tests/share/compare_take.py"), glb, pack];
    expect(Number(execFileSync(PYTHON, compare, { encoding: "utf8" }))).toBeLessThan(1e-5);

    // The studio opens what the page wrote.
    await studio.bringToFront();
    const [chooser] = await Promise.all([
      studio.waitForEvent("filechooser"),
      studio.getByRole("button", { name: "Import", exact: true }).click(),
    ]);
    await chooser.setFiles(pack);
    await expect(async () => {
      const answer = await documentOf(studio);
      const takes = answer.records.filter((each) => each.kind === "motion" && each.name === "Take 1");
      expect(takes).toHaveLength(1);
      const [take] = takes;
      const owner = take?.kind === "motion" ? take.character! : "";
      expect(setsIn(answer, owner).length).toBeGreaterThan(2);
      const [performance] = performancesIn(answer, owner);
      expect(performance!.duration).toBeGreaterThan(0.5);
      expect(performance!.recording!.layers[0]!.events).toBeGreaterThan(20);
    }).toPass(within(30));
  });

  test("with a finger on a phone", async ({ browser, server }) => {
    const page = await opened(await phone(browser), shared(server.folder, "touched", "cast:bear"));
    const { x, y } = middle(page);
    for (const button of await page.getByRole("button").all()) {
      const box = (await button.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole("button", { name: "Record" }).tap();
    const finger = await Pointer.of(page, "touch");
    await finger.go("down", { x, y });
    for (let step = 0; step <= 25; step++) {
      await finger.go("move", { x: x + 3 * step, y: y - 2 * step });
      await page.waitForTimeout(20);
    }
    await finger.go("up", { x: x + 75, y: y - 50 });
    await finger.detach();
    await expect(page.getByRole("slider", { name: "Time" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Record again" })).toBeVisible();
    await page.context().close();
  });
});

test("a creature walks to where one clicks", async ({ page, server }) => {
  test.skip(!hasRuntime, "a creature that walks needs the compiled runtime: 'make runtime' builds it");
  await opened(page, shared(server.folder, "dog", "cast:dog", "--as", "creature", "--animation", "wave"));
  const { x, y } = middle(page);
  const before = await picture(page);
  await page.mouse.click(x + 150, y + 120);
  await expect.poll(() => picture(page), within(10)).not.toBe(before);
  const state = page.getByRole("status");
  await expect(state).toHaveText("It stands.", within(30));
  const there = await picture(page);
  expect(there).not.toBe(before);
  await page.keyboard.down("ArrowUp");
  await expect(state).toHaveText("It walks.");
  await page.keyboard.up("ArrowUp");
  await expect(state).toHaveText("It stands.");
});
