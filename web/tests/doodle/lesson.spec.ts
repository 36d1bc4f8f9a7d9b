/** The lesson: a card waits for the real stroke, says what was drawn instead, and praises the right one; all signs on one printed sheet. */

import type { Page } from "@playwright/test";
import { arc, bar, draw, exampleWithoutLine, openDoodle, type Spot } from "../support/doodling";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
const PATIENCE = within(60);
const lesson = (page: Page) => page.getByRole("region", { name: "Lesson" });
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();

const walk = (from: number): Spot[] => arc(from, from + 0.5, 0.22);
/** Highest near its beginning. */
const tiptoe = (from: number): Spot[] =>
  Array.from({ length: 33 }, (_, at) => {
    const angle = (Math.PI * at) / 32;
    return [from + 0.25 - 0.25 * Math.cos(angle) - 0.11 * Math.sin(angle), 0.26 * Math.sin(angle)] as const;
  });

test("a card waits for its stroke, names what was drawn instead, and praises the right one", async ({ studio }) => {
  await exampleWithoutLine(studio);
  await bar(studio).getByRole("button", { name: "Lesson: ten cards" }).click();
  await expect(lesson(studio).getByRole("listitem")).toHaveCount(10);
  await expect(lesson(studio).getByRole("status")).toHaveText(/Now you/);
  await draw(studio, walk(0.1));
  await expect(lesson(studio).getByRole("status")).toHaveText(/Well done, a walk/, PATIENCE);
  await shot(studio, "lesson-praise");
  await lesson(studio).getByRole("button", { name: "Next card" }).click();
  await expect(lesson(studio).locator("[data-card=tiptoe]")).toBeVisible();
  await expect(lesson(studio).getByRole("status")).toHaveText(/Now you/); // the walk before does not count
  await draw(studio, walk(0.6));
  await expect(lesson(studio).getByRole("status")).toHaveText(/That was a walk/, PATIENCE);
  await draw(studio, tiptoe(1.1));
  await expect(lesson(studio).getByRole("status")).toHaveText(/tip-toe. Great/, PATIENCE);
  await shot(studio, "lesson-tiptoe");
});

test("all signs are on one sheet of paper for a printer", async ({ studio }) => {
  await openDoodle(studio);
  await bar(studio).getByRole("button", { name: "What can I draw?" }).click();
  await expect(studio.getByRole("button", { name: "Print all signs" })).toBeVisible();
  await expect(studio.locator(".signs")).toBeHidden();
  await studio.emulateMedia({ media: "print" });
  await expect(studio.locator(".signs li")).toHaveCount(18);
  await expect(studio.locator(".signs")).toBeVisible();
  await expect(bar(studio)).toBeHidden();
  await shot(studio, "lesson-print");
  await studio.emulateMedia({ media: "screen" });
});
