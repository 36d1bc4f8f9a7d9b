/** Doodle, then side by side: the drawn character and a creature with six legs do the same line. */

import type { Page } from "@playwright/test";
import { made } from "../support/creating";
import { documentOf } from "../support/documentOf";
import { arc, draw, figure, openDoodle, parts, pieces, tool } from "../support/doodling";
import { furthest, joints } from "../support/performing";
import { picture } from "../support/pictures";
import { clips, inspector, inStage, motion, sceneClips, toFrame } from "../support/staging";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(240) });
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const PATIENCE = within(60);
const loaded = (page: Page) => page.evaluate(() => window.__kinegraph.loaded);
let drawn = "";
let insect = "";

test("a character is drawn, and a line that it performs", async ({ studio }) => {
  await openDoodle(studio);
  const before = await loaded(studio);
  for (const [index, line] of figure(-1.2).entries()) {
    await draw(studio, line);
    if (index < 6) await expect(parts(studio)).toHaveCount(index + 1, PATIENCE);
  }
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true", PATIENCE);
  await expect
    .poll(async () => (drawn = (await loaded(studio)).find((id) => !before.includes(id)) ?? ""), PATIENCE)
    .not.toBe("");
  await draw(studio, [...arc(-1.1, -0.7, 0.2), ...arc(-0.7, -0.3, 0.2), ...arc(-0.3, 1.2, 1.3)], 16);
  await expect(pieces(studio).filter({ hasText: /leap|jump/ })).toHaveCount(1, PATIENCE);
  await picture(studio, "doodle-line");
});

test("a creature with six legs is made, and gets the line", async ({ studio }) => {
  insect = await made(studio, "insect");
  const record = (await documentOf(studio)).records.find(({ id }) => id === insect);
  expect(record?.kind === "character" && record.caps.filter((caps) => caps.includes("foot")).length).toBe(6);
  const name = record!.kind === "character" ? record!.name : "";
  await inStage(studio);
  const line = motion(studio, /Doodle|Drawing|Sheet|leap|walk/i);
  const own = (await documentOf(studio)).records.find(
    (each) => each.kind === "motion" && each.form === "doodle" && each.character === drawn,
  );
  await studio.locator(`[data-record="${own!.id}"]`).click();
  expect(await line.count()).toBeGreaterThan(0);
  await inspector(studio).getByRole("button", { name: "Add to scene" }).click();
  await expect(clips(studio)).toHaveCount(1, PATIENCE);
  await studio.locator(`[data-record="${own!.id}"]`).click();
  await inspector(studio).getByLabel("Play on another character").selectOption({ label: name });
  await expect.poll(async () => (await sceneClips(studio)).length, within(120)).toBe(2);
});

test("both play side by side", async ({ studio }) => {
  await inStage(studio);
  const show = studio.getByRole("radio", { name: "Scene" });
  if (!(await show.isChecked())) await show.click();
  await toFrame(studio, 10);
  const first = [await joints(studio, drawn), await joints(studio, insect)] as const;
  await toFrame(studio, 40);
  expect(furthest(first[0], await joints(studio, drawn))).toBeGreaterThan(0.1);
  expect(furthest(first[1], await joints(studio, insect))).toBeGreaterThan(0.1);
  await studio.keyboard.press("Home");
  await picture(studio, "doodle-side-by-side");
});
