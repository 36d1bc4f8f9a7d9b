/** The keyboard in dialogs, menus, groups and on the stage, and every workspace in both themes against the rules of axe (WCAG 2 A and AA). */

import axe from "axe-core";
import type { Page } from "@playwright/test";
import { expect, test, within } from "../support/studioServer";
import { inTheme, THEMES, WORKSPACES } from "../support/workspaces";

test.describe.configure(within(180));

test("a dialog takes the focus, Escape closes it, and the focus goes back", async ({ studio }) => {
  const opener = studio.getByRole("button", { name: "Shortcuts" });
  await opener.focus();
  await studio.keyboard.press("Enter");
  const sheet = studio.getByRole("dialog", { name: "Shortcuts" });
  await expect(sheet).toBeFocused();
  await studio.keyboard.press("Tab");
  await expect(sheet.getByRole("button", { name: "Close" })).toBeFocused();
  await studio.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a trigger opens its popover beside it, Escape closes it, and the focus goes back", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Creatures" }).click();
  const opener = studio.getByRole("button", { name: "Choose a creature" });
  const choices = studio.getByRole("dialog", { name: "Choose a creature" });
  for (const open of [() => opener.click(), () => opener.press("Enter")]) {
    await open();
    await expect(choices).toBeInViewport({ ratio: 0.99 });
    await expect(opener).toHaveAttribute("aria-expanded", "true");
    await choices.locator("[data-kind]").first().focus();
    await studio.keyboard.press("Escape");
    await expect(choices).toHaveCount(0);
    await expect(opener).toHaveAttribute("aria-expanded", "false");
  }
  await expect(opener).toBeFocused();
});

test("arrow keys choose in a radio group, and Tab stops there once", async ({ studio }) => {
  await studio.getByRole("button", { name: "Share", exact: true }).click();
  const formats = studio.getByRole("dialog", { name: "Share" }).getByRole("radiogroup", { name: "Format" });
  await expect(formats.locator('[tabindex="0"]')).toHaveCount(1);
  const radios = formats.locator("[role=radio]:not(:disabled)");
  const [first, second] = [radios.nth(0), radios.nth(1)];
  await first.focus();
  await first.press("Home");
  await expect(first).toBeChecked();
  await first.press("ArrowRight");
  await expect(second).toBeChecked();
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute("tabindex", "0");
  await expect(first).toHaveAttribute("tabindex", "-1");
  await second.press("ArrowLeft");
  await expect(first).toBeChecked();
  await studio.keyboard.press("Escape");
});

test("arrow keys move between workspaces", async ({ studio }) => {
  const tabs = studio.getByRole("tablist", { name: "Workspaces" });
  await tabs.getByRole("tab", { name: "Stage" }).click();
  await tabs.getByRole("tab", { name: "Stage" }).focus();
  await studio.keyboard.press("ArrowRight");
  await expect(tabs.getByRole("tab", { name: "Perform" })).toHaveAttribute("aria-selected", "true");
  await expect(tabs.getByRole("tab", { name: "Perform" })).toBeFocused();
});

/** The rules that a page breaks, each with its elements. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const run = (window as unknown as { axe: typeof axe }).axe.run;
    const { violations } = await run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, any }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)} ${any[0]?.message ?? ""}`),
    );
  });
  return found;
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, what: ReturnType<Page["locator"]>): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (await what.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there.");
}

test("the keyboard reaches the stage, moves the camera, and picks a pose and a character there", async ({ studio }) => {
  await WORKSPACES["Perform"]!(studio);
  const canvas = studio.getByRole("application");
  await studio.keyboard.press("Shift+Tab"); // to the first control
  await tabTo(studio, canvas);
  const eye = () => studio.evaluate(() => window.__kinegraph.camera.eye);
  const distance = async () => Math.hypot(...(await eye()));
  const start = await eye();
  await studio.keyboard.press("ArrowRight");
  await expect.poll(async () => Math.abs((await eye())[0] - start[0])).toBeGreaterThan(0.05);
  const [, height] = await eye();
  await studio.keyboard.press("ArrowUp");
  await expect.poll(async () => (await eye())[1]).toBeGreaterThan(height + 0.05);
  const far = await distance();
  await studio.keyboard.press("+");
  await expect.poll(distance).toBeLessThan(0.95 * far);

  const list = studio.getByRole("listbox", { name: "On the stage" });
  await studio.keyboard.press("Tab");
  await expect(list).toBeFocused();
  const poses = list.getByRole("option");
  const count = await poses.count();
  expect(count).toBeGreaterThan(1);
  await studio.keyboard.press("ArrowDown");
  await studio.keyboard.press("Enter");
  await expect(poses.nth(1)).toHaveAttribute("aria-selected", "true");
  await studio.keyboard.press("Escape");
  await expect(canvas).toBeFocused();

  await WORKSPACES["Stage"]!(studio);
  await expect(list.getByRole("option")).toHaveText(["Bear"]);
});

test("every workspace passes axe in both themes", async ({ studio }) => {
  for (const [name, open] of Object.entries(WORKSPACES))
    await test.step(name, async () => {
      await open(studio);
      for (const theme of THEMES) {
        await inTheme(studio, theme);
        expect.soft(await violations(studio), `${name}, ${theme}`).toEqual([]);
      }
    });
});
