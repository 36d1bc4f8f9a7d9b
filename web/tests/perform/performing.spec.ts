import type { Page } from "@playwright/test";
import {
  armed,
  ball,
  bar,
  dragBall,
  furthest,
  joints,
  layerRows,
  letBallLie,
  markers,
  restingBall,
  type Way,
} from "../support/performing";
import { expect, hintsAt, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(150) });
test.use({ actionTimeout: 20_000 });

const first = async (page: Page) => (await page.evaluate(() => window.__kinegraph.loaded))[0]!;

test("finished sets are there from the start, and dragging the ball performs", async ({ studio }) => {
  await letBallLie(studio);
  const id = await first(studio);
  await expect(bar(studio).getByRole("radio").first()).toBeVisible();
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(5);
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.ball)).not.toBeNull();
  const still = await joints(studio, id);
  const at = await restingBall(studio);
  await studio.mouse.move(at.x, at.y);
  await hintsAt(studio, "ball");
  await dragBall(studio, [[90, -30]]);
  await hintsAt(studio, "perform");
  await expect.poll(async () => furthest(still, await joints(studio, id))).toBeGreaterThan(0.03);
  await studio.mouse.up();
});

test("the wheel takes the ball nearer; it stays under the pointer", async ({ studio }) => {
  await letBallLie(studio);
  const at = await restingBall(studio);
  const before = (await studio.evaluate(() => window.__kinegraph.ball))!;
  await studio.mouse.move(at.x, at.y);
  await studio.mouse.wheel(0, 240);
  await expect
    .poll(async () => Math.abs((await studio.evaluate(() => window.__kinegraph.ball))![2] - before[2]))
    .toBeGreaterThan(0.1);
  const away = async () => {
    const after = await ball(studio);
    return Math.hypot(after.x - at.x, after.y - at.y);
  };
  await expect.poll(away).toBeLessThan(2);
});

test("digits change the set", async ({ studio }) => {
  await letBallLie(studio);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("3");
  const third = bar(studio).getByRole("radio", { name: "dance" });
  await expect(third).toBeChecked();
  await expect(third).toBeInViewport({ ratio: 0.95 }); // the bar shows two names in a small window
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(9);
  await studio.keyboard.press("1");
  await expect(bar(studio).getByRole("radio", { name: "look around" })).toBeChecked();
});

test("a marker is named, moved, and put back by undo; its key can be deleted", async ({ studio }) => {
  await letBallLie(studio);
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(5);
  await restingBall(studio);
  const [, at] = await markers(studio);
  await studio.mouse.move(at!.x, at!.y);
  await hintsAt(studio, "marker");
  await studio.mouse.down();
  await studio.mouse.move(at!.x + 40, at!.y + 20, { steps: 5 });
  await studio.mouse.up();
  const away = async () => {
    const now = (await markers(studio))[1]!;
    return Math.hypot(now.x - at!.x, now.y - at!.y);
  };
  await expect.poll(away).toBeGreaterThan(30);
  await expect(studio.getByRole("button", { name: /^Undo: Move/ })).toBeEnabled(); // shown at once, kept a moment later
  await studio.keyboard.press("Control+z");
  await expect.poll(away).toBeLessThan(1);
  await studio.mouse.move(at!.x, at!.y);
  await hintsAt(studio, "marker");
  await studio.mouse.click(at!.x, at!.y);
  await studio.keyboard.press("Delete");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(4);
  await studio.keyboard.press("Control+z");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(5);
});

test("a take is recorded with the first drag, loops at once, and a layer goes on top", async ({ studio }) => {
  await letBallLie(studio);
  const id = await first(studio);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("r");
  await armed(studio);
  const way: Way = [
    [60, 0],
    [60, 50],
    [-60, 50],
    [-60, -40],
    [0, 0],
  ];
  await dragBall(studio, way, 120);
  await expect(bar(studio)).toContainText("Release to end");
  await studio.mouse.up();
  await expect(bar(studio).getByRole("button", { name: "Keep" })).toBeVisible();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
  await expect(layerRows(studio)).toHaveCount(1);
  const seen = await joints(studio, id);
  await expect.poll(async () => furthest(seen, await joints(studio, id))).toBeGreaterThan(0.01);

  await bar(studio).getByRole("button", { name: "Layer on top" }).click();
  await armed(studio);
  await dragBall(studio, way.slice(0, 3), 120);
  await studio.mouse.up();
  await expect(layerRows(studio)).toHaveCount(2);
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const second = layerRows(studio).nth(1);
  await second.getByRole("button", { name: /Mute/ }).click();
  await expect(second.getByRole("button", { name: /Mute/ })).toHaveAttribute("aria-pressed", "true");
  await second.getByRole("button", { name: /^More actions for/ }).click();
  await studio.getByRole("menuitem", { name: /Delete/ }).click();
  await expect(layerRows(studio)).toHaveCount(1);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Control+z");
  await expect(layerRows(studio)).toHaveCount(2);
});

test("“again” takes the last take back", async ({ studio }) => {
  await letBallLie(studio);
  await expect(layerRows(studio)).toHaveCount(2);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Shift+R");
  await armed(studio);
  await dragBall(
    studio,
    [
      [40, 0],
      [0, 30],
    ],
    150,
  );
  await studio.mouse.up();
  await expect(layerRows(studio)).toHaveCount(3);
  await bar(studio).getByRole("button", { name: "Again" }).click();
  await expect(layerRows(studio)).toHaveCount(2);
  await armed(studio);
  await studio.keyboard.press("Escape");
  await expect(bar(studio)).toContainText("Record");
});
