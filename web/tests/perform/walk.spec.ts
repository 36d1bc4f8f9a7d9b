/** Walking with a set: live, in what was recorded, and without it. */

import type { Page } from "@playwright/test";
import { armed, bar, cast, dragBall, inPerform, joints, markers, restingBall } from "../support/performing";
import { expect, framesDrawn, pageTime, test, within } from "../support/studioServer";

test.describe.configure(within(150));
test.use({ actionTimeout: 20_000 });

const root = async (page: Page, id: string) => (await joints(page, id)).slice(0, 3);
const gone = (a: number[], b: number[]) => Math.hypot(a[0]! - b[0]!, a[2]! - b[2]!);

test("a set that walks carries its character over the ground, live and in what was recorded", async ({ studio }) => {
  const id = await cast(studio, "figure");
  await inPerform(studio);
  await bar(studio).getByRole("button", { name: /sets/ }).first().click();
  await bar(studio).getByRole("radio", { name: "walk" }).click();
  const walks = bar(studio).getByRole("button", { name: "Walk", exact: true });
  await expect(walks).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(4);
  const at = await restingBall(studio);
  const round = (await markers(studio)).map(({ x, y }) => [x - at.x, y - at.y] as const);
  const still = await root(studio, id);
  await studio.keyboard.press("r");
  await armed(studio);
  // How far one round carries depends on how many of its places a busy machine lets through: a person goes on
  // round until the character has walked, and so does this hand.
  await dragBall(studio, round, 60);
  const oneMoreRound = async () => {
    for (const [x, y] of round) {
      await studio.mouse.move(at.x + x, at.y + y, { steps: 4 });
      await pageTime(studio, 0.06);
    }
    return gone(still, await root(studio, id));
  };
  await expect.poll(oneMoreRound, within(60)).toBeGreaterThan(0.4);
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const playing = () => studio.evaluate(() => window.__kinegraph.playing);
  await expect.poll(playing).toBe(false); // it follows again
  await studio.keyboard.press("Space");
  await expect.poll(playing).toBe(true);

  const time = () => studio.evaluate(() => window.__kinegraph.time);
  const ends = async () => {
    await studio.keyboard.press("Shift+ArrowLeft");
    await expect.poll(time).toBe(0);
    await framesDrawn(studio);
    const start = await root(studio, id);
    await studio.keyboard.press("Shift+ArrowRight");
    await expect.poll(time).toBeGreaterThan(0.5);
    await framesDrawn(studio);
    return gone(start, await root(studio, id));
  };
  await studio.keyboard.press("Space");
  await expect.poll(playing).toBe(false);
  await expect.poll(ends).toBeGreaterThan(0.3);
  const far = await ends();
  await studio.getByRole("button", { name: /^Walk in/ }).click();
  await expect.poll(ends).toBeLessThan(0.2);
  await studio.keyboard.press("Control+z");
  await expect.poll(ends).toBeCloseTo(far, 3);
});
