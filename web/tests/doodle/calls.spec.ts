/** A taught sign plays a motion of the library where it is drawn. */

import { bar, landing, openDoodle, pieces } from "../support/doodling";
import { documentOf } from "../support/documentOf";
import { furthest, joints } from "../support/performing";
import { expect, test, within } from "../support/studioServer";
import { drawExamples, drawOnSheet, teachPanel } from "../support/teaching";

test.describe.configure(within(180));
const PATIENCE = within(60);

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
  const teach = teachPanel(studio);
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
