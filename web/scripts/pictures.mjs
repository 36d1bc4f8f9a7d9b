/** Makes docs/images/studio.png, studio-light.png, keys-studio.png, perform-studio.png, doodle-studio.png and creatures-studio.png: a new
 * document in a real studio, seen by a real browser.
 *
 *     npm run build && npm run pictures
 *     npm run pictures doodle-studio      only that one
 *
 * CHROMIUM names another browser; KINEGRAPH another studio.
 */

import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const images = resolve(import.meta.dirname, "../../docs/images");
const SIZE = { width: 1440, height: 900 };
/** For kernels that are not compiled yet [ms]. */
const PATIENCE = 600_000;

/** Starts a studio on a new document; resolves with its address. */
async function started(folder) {
  const local = resolve(import.meta.dirname, "../../.venv/bin/kinegraph");
  const command = process.env.KINEGRAPH ?? (existsSync(local) ? local : "kinegraph");
  const studio = spawn(command, ["studio", join(folder, "untitled.kine"), "--no-browser", "--port", "0"]);
  const url = await new Promise((found, failed) => {
    let said = "";
    const hear = (data) => {
      said += data;
      const address = /http:\/\/\S+#token=[\w-]+(?=[^\w-])/.exec(said)?.[0];
      if (address) found(address.replace("#", "?debug#"));
    };
    studio.stdout.on("data", hear);
    studio.stderr.on("data", hear);
    studio.on("exit", (code) => failed(new Error(`The studio ended with ${code}:\n${said}`)));
  });
  return { studio, url };
}

/** Opens the studio; waits until it has prepared itself and the cast has its pictures. */
async function opened(browser, url, colorScheme) {
  // Twice as fine and then halved: a machine without a graphics card draws the stage coarser.
  const page = await browser.newPage({ viewport: SIZE, colorScheme, deviceScaleFactor: 2 });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(url);
  await page.waitForFunction(() => window.__kinegraph?.loaded.length > 0);
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll("[data-cast] img")];
    return pictures.length > 5 && pictures.every((image) => image.complete && image.naturalWidth > 0);
  });
  await page.getByText(/^(Building|Preparing) the/).waitFor({ state: "hidden" });
  return page;
}

/** The bear looks at the pointer. */
async function picture(browser, url, colorScheme, name) {
  const page = await opened(browser, url, colorScheme);
  // To the pointer, just above the head and towards the viewer; on the body it would highlight a part.
  for (let step = 0; step <= 40; step++) {
    await page.mouse.move(480 + 5 * step, 180 - step);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(900);
  await page.screenshot({ path: join(images, name), scale: "css" });
  await page.close();
}

/** The keyframes of the bear's walk, kept, with one of them selected. */
async function keysPicture(browser, url, name) {
  const page = await opened(browser, url, "dark");
  await page.getByRole("button", { name: /^Walk/ }).first().click();
  await page.getByRole("tab", { name: "Keys" }).click();
  await page.getByRole("button", { name: /of [\d,]+ frames/ }).waitFor();
  await page.getByRole("button", { name: "Keep these keyframes" }).click();
  await page.getByRole("treegrid").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("radio", { name: "Side by side" }).click();
  for (let key = 0; key < 5; key++) {
    await page.keyboard.press("Shift+.");
    await page.waitForTimeout(200);
  }
  await page.waitForTimeout(3000);
  await page.screenshot({ path: join(images, name), scale: "css" });
  await page.close();
}

/** The lizard with its eight sets, its crawl recorded, the ball between the poses. */
async function performPicture(browser, url, name) {
  const page = await opened(browser, url, "dark");
  await page.locator("[data-sets=lizard]").click();
  await page.getByRole("treeitem", { name: /^crawl/ }).waitFor();
  await page.waitForFunction(() => window.__kinegraph.loaded.length > 1);
  await page.getByRole("region", { name: "Characters" }).getByText("Bear").click();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => window.__kinegraph.loaded.length === 1);
  await page
    .getByRole("region", { name: "Motions" })
    .getByRole("button", { name: /^crawl/ })
    .click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("radio", { name: "crawl" }).click();
  await page.locator("canvas").focus();
  await page.keyboard.press("f");
  await page.waitForTimeout(2000);
  const ball = await page.evaluate(() => window.__kinegraph.point(window.__kinegraph.ball));
  await page.mouse.move(ball.x, ball.y);
  await page.mouse.down();
  await page.mouse.move(ball.x + 22, ball.y - 18, { steps: 8 });
  await page.waitForTimeout(600);
  await page.mouse.up();
  await page.waitForTimeout(7000); // the toast about the new character has gone
  await page
    .getByRole("complementary", { name: "Library" })
    .locator(".lists")
    .evaluate((list) => list.scrollTo(0, 0));
  await page.screenshot({ path: join(images, name), scale: "css" });
  await page.close();
}

/** The example sheet, all of it, with its character in the middle of a flip. */
async function doodlePicture(browser, url, name) {
  const page = await opened(browser, url, "dark");
  await page.getByRole("tab", { name: "Doodle" }).click();
  await page.getByRole("button", { name: "Show an example" }).click();
  await page.getByRole("button", { name: /^Landing 1:/ }).waitFor();
  await page
    .getByRole("button", { name: "Replay" })
    .or(page.getByRole("button", { name: "Pause" }))
    .first()
    .waitFor();
  await page.waitForTimeout(7000); // the toast about the new sheet has gone
  await page.locator("[data-sheet]").focus();
  await page.keyboard.press("r");
  await page.waitForFunction(() => window.__kinegraph.time > 5.6 && window.__kinegraph.time < 5.9, null, {
    timeout: 120_000,
    polling: 30,
  });
  await page.getByRole("toolbar", { name: "Doodle" }).getByRole("button", { name: "Pause" }).click();
  await page.mouse.move(1000, 200);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(images, name), scale: "css" });
  await page.close();
}

/** Three kinds of creatures and the bear wave, each in its own way; the channel of the hand is open, with its curves. */
async function creaturesPicture(browser, url, name) {
  const page = await opened(browser, url, "dark");
  await page.getByRole("tab", { name: "Creatures" }).click();
  for (const kind of ["biped", "centaur", "many armed"]) {
    const before = await page.evaluate(() => window.__kinegraph.loaded.length);
    await page.getByRole("button", { name: "Choose a creature" }).click();
    await page.locator(`[data-kind="${kind}"]`).click();
    await page.waitForFunction((count) => window.__kinegraph.loaded.length > count, before);
  }
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await page.locator('[data-animation="wave"]').click();
  await page.locator('[data-animation="wave"][aria-pressed="true"]').waitFor();
  await inspector.getByRole("tab", { name: "Motion" }).click();
  await inspector.getByRole("listbox", { name: "Channels" }).getByRole("option").first().click();
  await page.locator("canvas").first().focus();
  await page.keyboard.press("Home");
  await page.waitForTimeout(7000); // the toasts about the new creatures have gone
  await page.waitForFunction(() => window.__kinegraph.time > 0.9 && window.__kinegraph.time < 1.2, null, {
    polling: 30,
  });
  await page.keyboard.press("Space");
  await page.mouse.move(1000, 60);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: join(images, name), scale: "css" });
  await page.close();
}

const MAKERS = {
  "studio.png": (browser, url, name) => picture(browser, url, "dark", name),
  "studio-light.png": (browser, url, name) => picture(browser, url, "light", name),
  "keys-studio.png": keysPicture,
  "perform-studio.png": performPicture,
  "doodle-studio.png": doodlePicture,
  "creatures-studio.png": creaturesPicture,
};
const wanted = process.argv.slice(2).map((name) => `${name.replace(/\.png$/, "")}.png`);

const folder = mkdtempSync(join(tmpdir(), "kinegraph-pictures-"));
const { studio, url } = await started(folder);
const ended = new Promise((done) => studio.once("exit", done));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync),
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--use-angle=gl-egl", "--ignore-gpu-blocklist"],
});
try {
  for (const [name, make] of Object.entries(MAKERS))
    if (wanted.length === 0 || wanted.includes(name)) await make(browser, url, name);
} finally {
  await browser.close();
  studio.kill("SIGINT");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
