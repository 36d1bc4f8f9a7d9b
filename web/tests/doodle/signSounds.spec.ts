/** A taught sign is heard where it is performed. */

import { bar, exampleWithoutLine, pieces } from "../support/doodling";
import { expect, test, within } from "../support/studioServer";
import { drawExamples, drawOnSheet, teachPanel } from "../support/teaching";

test.describe.configure(within(180));
const PATIENCE = within(60);

test("a sign is taught a sound, which is heard where the sign is performed, and muted", async ({ studio }) => {
  await exampleWithoutLine(studio);
  await bar(studio).getByRole("button", { name: "Teach a gesture" }).click();
  const teach = teachPanel(studio);
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
