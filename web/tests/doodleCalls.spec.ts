/** A taught sign plays a motion of the library where it is drawn, or a sound. */

import type { Locator, Page } from "@playwright/test";
import { bar, draw, drawInWindow, landing, openDoodle, pieces, type Spot } from "./support/doodling";
import { documentOf } from "./support/documentOf";
import { furthest, joints } from "./support/performing";
import { expect, test, within } from "./support/studioServer";

test.describe.configure(within(180));
const PATIENCE = within(60);

/** A zigzag that is no sign of the alphabet. side, high: of all of it [m or px]. */
const zigzag = (x: number, y: number, side: number, high: number): Spot[] =>
  Array.from({ length: 37 }, (_, at) => {
    const share = at / 36;
    const tooth = Math.abs(((share * 3) % 1) - 0.5) * 2;
    return [x + side * share, y + high * (1 - tooth)] as const;
  });

/** Draws the zigzag three times in the panel, and teaches it. */
async function drawExamples(studio: Page, teach: Locator) {
  const pad = (await teach.locator("[data-pad]").boundingBox())!;
  for (let time = 0; time < 3; time++) {
    const way = zigzag(pad.x + 30, pad.y + pad.height - 22, 200, -80);
    await drawInWindow(
      studio,
      way.map(([x, y]) => ({ x, y })),
    );
    await expect(teach.getByRole("img", { name: `Drawn ${time + 1} time` })).toBeVisible();
  }
  await expect(teach.getByRole("button", { name: "Teach", exact: true })).toBeEnabled();
  await teach.getByRole("button", { name: "Teach", exact: true }).click();
  await expect(teach).toHaveCount(0, PATIENCE);
}

/** Draws the zigzag on the sheet, as large as on the pad: there a metre is larger. */
async function drawOnSheet(studio: Page) {
  const scale = await studio.evaluate(() => {
    const [from, to] = [window.__kinegraph.point([0, 0, 0]), window.__kinegraph.point([0, 0, 1])];
    return Math.hypot(to.x - from.x, to.y - from.y);
  });
  await draw(studio, zigzag(0.1, 0.03, 200 / (0.6 * scale), 80 / (0.6 * scale)), 20);
}

test("a motion is kept, a zigzag is taught to play it, and a line says it", async ({ studio }) => {
  await openDoodle(studio);
  await bar(studio).getByRole("button", { name: "Show an example" }).click();
  await expect(landing(studio, 1)).toBeVisible(PATIENCE);
  await bar(studio).getByRole("button", { name: "Keep as a motion" }).click();
  await expect(studio.getByRole("button", { name: /^Undo: Save motion/ })).toBeEnabled(PATIENCE);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("x");
  await expect(pieces(studio)).toHaveCount(0, PATIENCE);

  await bar(studio).getByRole("button", { name: "Teach a gesture" }).click();
  const teach = studio.getByRole("region", { name: "Teach a gesture" });
  const motions = teach.getByRole("combobox", { name: "Or play a motion of your own" });
  await motions.selectOption({ index: 1 });
  const name = await motions.locator("option:checked").textContent();
  await drawExamples(studio, teach);
  const taught = async () => {
    const doodle = (await documentOf(studio)).records.find((record) => record.kind === "doodle");
    return doodle?.kind === "doodle" ? doodle.taught : [];
  };
  expect((await taught()).map(({ calls }) => calls?.name)).toEqual([name]);

  const who = await studio.evaluate(() => window.__kinegraph.loaded.at(-1)!);
  const still = await joints(studio, who);
  await drawOnSheet(studio);
  await expect(pieces(studio).filter({ hasText: name! })).toHaveCount(1, PATIENCE);
  await studio.keyboard.press("r");
  await expect.poll(async () => furthest(still, await joints(studio, who)), PATIENCE).toBeGreaterThan(0.3);
  await bar(studio).getByRole("button", { name: "What can I draw?" }).click();
  await expect(studio.getByText(`${name}, from 3 drawings`)).toBeVisible();
});

test("a sign is taught a sound, which is heard where the sign is performed, and muted", async ({ studio }) => {
  await openDoodle(studio);
  await bar(studio).getByRole("button", { name: "Show an example" }).click();
  await expect(landing(studio, 1)).toBeVisible(PATIENCE);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("x");
  await expect(pieces(studio)).toHaveCount(0, PATIENCE);

  await bar(studio).getByRole("button", { name: "Teach a gesture" }).click();
  const teach = studio.getByRole("region", { name: "Teach a gesture" });
  await teach.getByRole("combobox", { name: "Sound" }).selectOption("whoosh");
  const heard = () => studio.evaluate(() => window.__kinegraph.signSounds.length);
  expect(await heard(), "a chosen sound is played").toBe(1);
  await drawExamples(studio, teach);
  await drawOnSheet(studio);
  await expect(pieces(studio).filter({ hasText: "my whoosh" })).toHaveCount(1, PATIENCE);
  const drawn = await heard();
  await studio.keyboard.press("r");
  await expect.poll(heard, PATIENCE).toBeGreaterThan(drawn);
  await bar(studio).getByRole("button", { name: "Mute sounds" }).click();
  await expect(bar(studio).getByRole("button", { name: "Turn sounds on" })).toBeVisible();
  await bar(studio).getByRole("button", { name: "What can I draw?" }).click();
  await expect(studio.getByText("slide with a whoosh, from 3 drawings")).toBeVisible();
});
