/** The gait as a chart: bars are dragged with a real pointer, and each drag is one edit. */

import { inCreatures, inspector, PATIENCE, patiently, who } from "../support/creating";
import { documentOf } from "../support/documentOf";
import { expect, test } from "../support/studioServer";

patiently();
test.use({ viewport: { width: 1280, height: 800 } });

test("a bar is dragged, another speed key is chosen, undo and reset bring the gait back", async ({ studio }) => {
  await inCreatures(studio);
  await inspector(studio).getByRole("tab", { name: "Motion" }).click();
  const speed = inspector(studio).getByRole("region", { name: "Locomotion" }).getByRole("slider", { name: "Speed" });
  await expect(speed).toBeEnabled(PATIENCE);
  const box = (await speed.boundingBox())!;
  await studio.mouse.click(box.x + 0.6 * box.width, box.y + box.height / 2);
  await expect(studio.getByRole("button", { name: /^Undo: Play Walk/ })).toBeEnabled(PATIENCE);
  const gait = inspector(studio).getByRole("region", { name: "Gait", exact: true });
  await gait.getByText("Gait", { exact: true }).click();
  const rows = gait.getByRole("slider", { name: /when it stands/ });
  await expect(rows.first()).toBeVisible(PATIENCE);
  const plan = async () => {
    const motion = (await documentOf(studio)).records.find(
      (record) => record.kind === "motion" && record.form === "creature",
    );
    return motion?.kind === "motion" ? (motion.playing?.gait.plan ?? null) : null;
  };
  expect(await plan()).toBeNull();
  const lifts = async () => Number(await rows.first().getAttribute("aria-valuenow"));
  /** How far the lift is from a share of the cycle, whose end is its start. */
  const off = (share: number) => async () => Math.abs((((await lifts()) - share + 1.5) % 1) - 0.5);
  const before = await lifts();
  await rows.first().scrollIntoViewIfNeeded();
  const track = (await rows.first().boundingBox())!;
  const bar = (await rows.first().locator(".bar").first().boundingBox())!;
  const middle = { x: bar.x + bar.width / 2, y: track.y + track.height / 2 };
  await studio.mouse.move(middle.x, middle.y);
  await studio.mouse.down();
  const way = middle.x < track.x + track.width / 2 ? 1 : -1;
  await studio.mouse.move(middle.x + (way * track.width) / 8, middle.y, { steps: 4 });
  await studio.mouse.move(middle.x + (way * track.width) / 4, middle.y, { steps: 4 });
  expect(await plan()).toBeNull(); // nothing is kept before the hand lets go
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: Change the steps of/ })).toBeEnabled(PATIENCE);
  await expect.poll(off(before + way * 0.25), PATIENCE).toBeLessThan(0.04); // where the hand has put it
  expect((await plan())!.groups[0]!.feet!.length).toBe(1);

  const keys = gait.getByRole("group", { name: "Speed keys" }).getByRole("button", { name: /m\/s/ });
  await keys.first().click();
  await expect(keys.first()).toHaveAttribute("aria-pressed", "true");
  await expect.poll(off(before), PATIENCE).toBeLessThan(0.04); // the other speed keys are as they were

  await expect(gait.getByRole("link", { name: "Save" })).toHaveAttribute("download", /\.kinegait$/);
  await gait.getByRole("button", { name: "Reset", exact: true }).click();
  await expect.poll(plan, PATIENCE).toBeNull();
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => (await plan())?.groups[0]!.feet!.length, PATIENCE).toBe(1);
  await studio.keyboard.press("Control+z");
  await expect.poll(plan, PATIENCE).toBeNull();
  expect(await who(studio)).toBeTruthy();
  if (process.env.PICTURES)
    for (const [width, height] of [
      [1024, 640],
      [1440, 900],
    ] as const)
      for (const colorScheme of ["dark", "light"] as const) {
        await studio.setViewportSize({ width, height });
        await studio.emulateMedia({ colorScheme });
        await gait.scrollIntoViewIfNeeded();
        await studio.waitForTimeout(1500);
        await studio.screenshot({ path: `${process.env.PICTURES}/gait-${colorScheme}-${width}.png` });
      }
});
