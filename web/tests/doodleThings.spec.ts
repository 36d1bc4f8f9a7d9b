/** More of Doodle: the ready sheet; with real pointer events. */

import { bar, landing, openDoodle, pieces, tool } from "./doodling";
import { expect, test } from "./studioServer";

test.describe.configure({ timeout: 360_000 });
const PATIENCE = { timeout: 180_000 };

test("a ready sheet shows somebody who moves already", async ({ studio }) => {
  await openDoodle(studio);
  await bar(studio).getByRole("button", { name: "Show me one" }).click();
  await expect(landing(studio, 1)).toBeVisible(PATIENCE);
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true");
  expect(await pieces(studio).count()).toBeGreaterThan(2);
});
