import { expect, test } from "./support/studioServer";

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
  await studio.getByRole("button", { name: "Export", exact: true }).click();
  const formats = studio.getByRole("dialog", { name: "Export" }).getByRole("radiogroup", { name: "Format" });
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
