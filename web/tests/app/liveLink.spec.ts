/** The live link, as a program on this machine hears it while the bear follows the pointer. */

import { LiveLink, type LiveCharacter } from "../../runtime/live";
import { expect, test, within } from "../support/studioServer";

test("a program hears who is on the stage, and each pose", async ({ studio }) => {
  await studio.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = studio.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("checkbox", { name: "Send what is seen to other programs" }).check();
  const address = await dialog.locator("code").textContent();
  await studio.screenshot({ path: "test-results/share-dialog.png" });
  const [heard, turns]: [LiveCharacter[], Set<string>] = [[], new Set()];
  const link = new LiveLink(address!);
  link.onCharacter = (character) => heard.push(character);
  link.onPose = (_, { rotations }) => turns.add(rotations.join());
  const ended = link.run().catch(() => {});
  await expect.poll(() => heard.length, within(20)).toBeGreaterThan(0);
  expect(heard[0]!.names.length).toBeGreaterThan(5);
  expect(heard[0]!.rotations.length).toBe(4 * heard[0]!.names.length);
  await studio.keyboard.press("Escape");
  const { width, height } = studio.viewportSize()!;
  await expect(async () => {
    await studio.mouse.move(0.5 * width + 60 * Math.random(), 0.4 * height + 60 * Math.random(), { steps: 4 });
    expect(turns.size).toBeGreaterThan(3);
  }).toPass(within(30));
  link.close();
  await ended;
});
