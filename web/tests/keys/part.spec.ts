import { drop, swingBvh } from "../support/files";
import { expect, test, within } from "../support/studioServer";

test("a part of a shot is keyed, and put back into the capture", async ({ studio }) => {
  const inspector = studio.getByRole("complementary", { name: "Inspector" });
  const figure = studio
    .getByRole("group", { name: "Keys", exact: true })
    .getByRole("button", { name: /keyframes? of/ });
  const here = () => studio.evaluate(() => Math.round(window.__kinegraph.time * 30));
  await studio.getByRole("tab", { name: "Keys" }).click();
  await drop(studio, [{ name: "swing.bvh", text: swingBvh(90) }]);
  await expect(figure).toContainText(/largest error/, within(50));
  await studio.getByRole("button", { name: "Pause" }).click();
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Shift+ArrowLeft");
  for (const [frame, key] of [
    [20, "i"],
    [50, "o"],
  ] as const) {
    while ((await here()) < frame) {
      const at = await here();
      await studio.keyboard.press(".");
      await expect.poll(here).toBe(at + 1);
    }
    await studio.keyboard.press(key);
  }
  await inspector.getByRole("button", { name: "Use the loop only" }).click();
  await expect(inspector).toContainText("Frames 20 to 50", within(50));
  await expect(inspector.getByRole("button", { name: "Put back into the capture" }), "nothing is kept yet").toHaveCount(
    0,
  );
  await studio.getByRole("button", { name: "Keep these keyframes" }).click();
  const putBack = inspector.getByRole("button", { name: "Put back into the capture" });
  await putBack.click(within(50));
  await expect(studio.getByRole("button", { name: /^Undo: Put keyframes back into/ })).toBeVisible(within(50));
  const motions = studio.getByRole("region", { name: "Motions" });
  await expect(motions.getByText("swing with keys")).toBeVisible();
  await studio.keyboard.press("Control+z");
  await expect(motions.getByText("swing with keys")).toHaveCount(0, within(30));
});
