/** What a first visit shows in the inspector, and what it keeps for experts. */

import type { Page } from "@playwright/test";
import { expect, onStage, test } from "../support/studioServer";

test.use({ firstVisit: true });

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const more = (page: Page, contents: RegExp) => inspector(page).getByRole("button", { name: contents });

test("how poses blend is folded at first; once opened it stays open after a reload", async ({ studio }) => {
  const blending = inspector(studio).getByRole("radiogroup", { name: "Blending" });
  await expect(more(studio, /^More blending/)).toHaveAttribute("aria-expanded", "false");
  await expect(blending).toHaveCount(0);
  await more(studio, /^More blending/).click();
  await expect(blending).toBeVisible();
  await studio.reload();
  await onStage(studio);
  await expect(blending).toBeVisible();
  await more(studio, /^More blending/).press("Enter");
  await expect(blending).toHaveCount(0);
});

test("Keys shows the limit and folds the objective; each panel is remembered by itself", async ({ studio }) => {
  await studio.getByRole("button", { name: /Find the keyframes of/ }).click();
  await expect(inspector(studio).getByLabel("Largest error").first()).toBeVisible();
  await expect(inspector(studio).getByRole("combobox", { name: "Choose keyframes by" })).toHaveCount(0);
  await more(studio, /^More objective/).click();
  await expect(inspector(studio).getByRole("combobox", { name: "Choose keyframes by" })).toBeVisible();
  await studio.getByRole("tab", { name: "Perform" }).click();
  await expect(more(studio, /^More blending/)).toHaveAttribute("aria-expanded", "false");
});
