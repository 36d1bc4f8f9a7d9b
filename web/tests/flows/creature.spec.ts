/** Capture, creature, Keys, glTF: a capture is put on a creature, keyed, written, and read again within the error that Keys stated. */

import type { Page } from "@playwright/test";
import { made } from "../support/creating";
import { documentOf } from "../support/documentOf";
import { figureBvh } from "../support/figure";
import { drop } from "../support/files";
import { inKeys, keepKeys, toMotionFrame } from "../support/keying";
import { joints, newcomer } from "../support/performing";
import { picture } from "../support/pictures";
import { bringTo, inStage } from "../support/staging";
import { expect, framesDrawn, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(240) });
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const FRAMES = [0, 7, 15, 24, 38, 52];
let creature = "";
let clip = "";
let error = NaN;

const record = async (page: Page, id: string) => (await documentOf(page)).records.find((each) => each.id === id);
const row = (page: Page, id: string) => page.locator(`[data-record="${id}"]`);

/** Where the joints of a character are, by name, seen from its root in the first frame; frame by frame. */
async function played(page: Page, character: string): Promise<Map<string, number[][]>> {
  const found = await record(page, character);
  const names = found?.kind === "character" ? found.joints : [];
  const all = new Map<string, number[][]>(names.map((name) => [name, []]));
  let origin: number[] | null = null;
  for (const frame of FRAMES) {
    await toMotionFrame(page, frame);
    await framesDrawn(page, 3);
    const places = await joints(page, character);
    const hips = names.findIndex((name) => name === "hips" || name === "torso" || name === "root");
    origin ??= places.slice(3 * Math.max(hips, 0), 3 * Math.max(hips, 0) + 3);
    names.forEach((name, joint) =>
      all.get(name)!.push(places.slice(3 * joint, 3 * joint + 3).map((value, axis) => value - origin![axis]!)),
    );
  }
  return all;
}

test("a capture is put on a creature", async ({ studio }) => {
  await inStage(studio);
  const text = figureBvh({ frames: 60, period: 30, pace: 0.8, swing: 28 });
  await newcomer(studio, () => drop(studio, [{ name: "stroll.bvh", text }]), within(60).timeout);
  creature = await made(studio, "quadruped");
  const found = await record(studio, creature);
  await inStage(studio);
  await bringTo(studio, "stroll", found?.kind === "character" ? found.name : "");
  const motion = (await documentOf(studio)).records.findLast(
    (each) => each.kind === "motion" && each.character === creature,
  );
  clip = motion!.id;
  expect(motion?.kind === "motion" && motion.notes.join(" ")).toMatch(/Feet slip/);
  await picture(studio, "creature-plays");
});

test("it is keyed, written as glTF, and read again within the stated error", async ({ studio, server }) => {
  await inStage(studio);
  await row(studio, clip).click();
  if (await studio.evaluate(() => window.__kinegraph.playing))
    await studio.getByRole("button", { name: "Pause" }).click();
  const original = await played(studio, creature);
  await inKeys(studio);
  error = await keepKeys(studio);
  expect(error).toBeGreaterThan(0);
  await picture(studio, "creature-keys");
  await studio.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = studio.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: /glTF/ }).click();
  const arriving = studio.waitForEvent("download", within(90));
  await dialog.getByRole("button", { name: /Write/ }).click();
  const file = server.file("stroll.glb");
  await (await arriving).saveAs(file);
  await studio.keyboard.press("Escape");

  const choosing = studio.waitForEvent("filechooser");
  await studio.getByRole("button", { name: "Import" }).click();
  const again = await newcomer(studio, async () => (await choosing).setFiles(file), within(90).timeout);
  await inStage(studio);
  const motion = (await documentOf(studio)).records.find((each) => each.kind === "motion" && each.character === again);
  await row(studio, motion!.id).click();
  if (await studio.evaluate(() => window.__kinegraph.playing))
    await studio.getByRole("button", { name: "Pause" }).click();
  const reloaded = await played(studio, again);
  let largest = 0;
  let compared = 0;
  for (const [name, places] of original) {
    const others = reloaded.get(name);
    if (!others) continue;
    compared++;
    places.forEach((place, index) => {
      largest = Math.max(largest, Math.hypot(...place.map((value, axis) => value - others[index]![axis]!)));
    });
  }
  console.log(`${compared} joints reloaded; largest difference ${(1000 * largest).toFixed(2)} mm, stated ${error} mm`);
  expect(compared).toBeGreaterThan(8);
  expect(1000 * largest).toBeLessThanOrEqual(error + 0.1); // the figure is rounded to a tenth
});
