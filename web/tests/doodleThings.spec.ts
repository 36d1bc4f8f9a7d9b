/** More of Doodle: corrections, things that roll and fall, the room, lessons, other actors, pens and fingers; with real pointer events. */

import type { Page } from "@playwright/test";
import { arc, bar, inked, inWindow, landing, openDoodle, parts, pieces, tool } from "./doodling";
import { furthest, joints } from "./performing";
import { expect, test } from "./studioServer";

test.describe.configure({ mode: "serial", timeout: 360_000 });
const PATIENCE = { timeout: 180_000 };

const things = (page: Page) => page.evaluate(() => window.__kinegraph.things);
const undo = async (page: Page) => {
  await page.locator("[data-sheet]").focus();
  await page.keyboard.press("Control+z");
};

/** The ready example, begun with the first test. */
async function example(page: Page): Promise<void> {
  await openDoodle(page);
  const show = bar(page).getByRole("button", { name: "Show me one" });
  if (await show.isVisible()) await show.click();
  await expect(landing(page, 1)).toBeVisible(PATIENCE);
}

test("a ready sheet shows somebody who moves already", async ({ studio }) => {
  await example(studio);
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true");
  expect(await pieces(studio).count()).toBeGreaterThan(2);
});

test("a part is called something else with two taps, and a joint is dragged; undo takes both back", async ({
  studio,
}) => {
  await example(studio);
  await tool(studio, "character").click();
  await expect(parts(studio).first()).toBeVisible();
  const words = await parts(studio).allInnerTexts();
  const arm = words.indexOf("upper arm");
  await parts(studio).nth(arm).click();
  await studio.getByRole("menuitemradio", { name: "lower arm" }).click();
  await expect(studio.getByRole("button", { name: /^Undo: Call/ })).toBeEnabled(PATIENCE);
  await undo(studio);
  await expect.poll(() => parts(studio).allInnerTexts()).toEqual(words);
  const joint = studio.getByRole("button", { name: "Joint: knee" });
  const at = (await joint.boundingBox())!;
  await studio.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(at.x + at.width / 2 + 20, at.y + at.height / 2 + 6, { steps: 5 });
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: Move the knee/ })).toBeEnabled(PATIENCE);
  await undo(studio);
  await expect.poll(async () => (await joint.boundingBox())!.x).toBeLessThan(at.x + 3);
});

test("a line is rubbed out, and comes back", async ({ studio }) => {
  await example(studio);
  const full = await inked(studio);
  const before = await pieces(studio).count();
  const at = (await landing(studio, 1).boundingBox())!;
  await tool(studio, "erase").click();
  await studio.mouse.move(at.x - 40, at.y + at.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(at.x + 40, at.y + at.height / 2, { steps: 12 });
  await studio.mouse.up();
  await expect.poll(() => pieces(studio).count()).toBeLessThan(before);
  await expect.poll(() => inked(studio)).toBeLessThan(full);
  await undo(studio);
  await expect.poll(() => pieces(studio).count()).toBe(before);
});

test("a ball is put on the sheet, its arrow is pulled, and it rolls; a box from above falls", async ({ studio }) => {
  await example(studio);
  await tool(studio, "ball").click();
  const [ground, sky] = await inWindow(studio, [
    [-0.6, 0.02],
    [1, 1.4],
  ]);
  await studio.mouse.click(ground!.x, ground!.y);
  await expect.poll(async () => (await things(studio)).length).toBe(1);
  const arrow = studio.getByRole("button", { name: "Push it" });
  const at = (await arrow.boundingBox())!;
  await studio.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(at.x - 120, at.y + at.height / 2, { steps: 6 });
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: Push/ })).toBeEnabled(PATIENCE);
  const where = async (kind: string) => (await things(studio)).find((each) => each.kind === kind)!.place;
  await studio.keyboard.press("r");
  await expect.poll(async () => (await where("ball"))[2], PATIENCE).toBeLessThan(-0.75);
  await tool(studio, "box").click();
  await studio.mouse.click(sky!.x, sky!.y);
  await expect.poll(async () => (await things(studio)).length).toBe(2);
  await studio.keyboard.press("r");
  await expect.poll(async () => (await where("box"))[1], PATIENCE).toBeLessThan(0.05);
  await undo(studio);
  await expect.poll(async () => (await things(studio)).length).toBe(1);
});

test("in the room a line goes over the ground as it is seen", async ({ studio }) => {
  await example(studio);
  await studio.keyboard.press("Shift+T");
  await expect(studio.getByRole("button", { name: "In the room" })).toHaveAttribute("aria-pressed", "true");
  const before = await pieces(studio).count();
  const seen = await studio.evaluate(() => [0, 0.5, 1, 1.5].map((z) => window.__kinegraph.ground(0.8, z)));
  await tool(studio, "motion").click();
  await studio.mouse.move(seen[0]!.x, seen[0]!.y);
  await studio.mouse.down();
  for (const [index, to] of seen.slice(1).entries()) {
    const from = seen[index]!;
    for (let step = 1; step <= 8; step++) {
      const share = step / 8;
      await studio.mouse.move(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share - 60 * Math.sin(Math.PI * share),
      );
    }
  }
  await studio.mouse.up();
  await expect.poll(() => pieces(studio).count(), PATIENCE).toBeGreaterThan(before);
  await undo(studio);
  await undo(studio);
  await expect(studio.getByRole("button", { name: "In the room" })).toHaveAttribute("aria-pressed", "false");
});

test("a sign of one's own is taught, and forgotten", async ({ studio }) => {
  await example(studio);
  await studio.keyboard.press("t");
  const panel = studio.getByRole("region", { name: "Teach a gesture" });
  await panel.getByRole("radio", { name: "front flip" }).click();
  const pad = (await panel.locator("[data-pad]").boundingBox())!;
  for (let time = 0; time < 3; time++) {
    await studio.mouse.move(pad.x + 40, pad.y + 120);
    await studio.mouse.down();
    for (const [x, y] of [
      [80, 20],
      [120, 120],
      [150, 40],
      [190, 120],
    ] as const)
      await studio.mouse.move(pad.x + x + time, pad.y + y, { steps: 8 });
    await studio.mouse.up();
  }
  await panel.getByRole("textbox", { name: "Its name" }).fill("lightning");
  await panel.getByRole("button", { name: "Teach" }).click();
  await expect(panel).toHaveCount(0, PATIENCE);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("h");
  const help = studio.getByRole("region", { name: "What can I draw?" });
  await expect(help.locator("[data-gesture]").nth(12)).toBeAttached();
  await expect(help.getByText("lightning")).toBeVisible();
  await help.getByRole("button", { name: "forget" }).click();
  await expect(help.getByText("lightning")).toHaveCount(0);
});

test("the bear does what the lines say", async ({ studio }) => {
  await example(studio);
  await bar(studio)
    .getByRole("button", { name: /^Who performs/ })
    .click();
  await studio.getByRole("radio", { name: "Bear" }).click();
  await expect(bar(studio).getByRole("button", { name: "Who performs: Bear" })).toBeVisible(PATIENCE);
  const bear = (await studio.evaluate(() => window.__kinegraph.loaded))[0]!;
  await expect(bar(studio).getByRole("button", { name: "Replay" })).toHaveAttribute("aria-disabled", "false", PATIENCE);
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("r");
  const seen = await joints(studio, bear);
  await expect.poll(async () => furthest(seen, await joints(studio, bear)), PATIENCE).toBeGreaterThan(0.3);
  await undo(studio);
});

test("two fingers move the paper, a pen that is pressed draws a broader line", async ({ studio }) => {
  await example(studio);
  const hand = await studio.context().newCDPSession(studio);
  const [before] = await inWindow(studio, [[0, 0]]);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x, y: 200, id: 1 },
              { x: x + 120, y: 200, id: 2 },
            ],
    });
  await touch("touchStart", 300);
  for (let x = 310; x <= 360; x += 10) await touch("touchMove", x);
  await touch("touchEnd", 360);
  await expect.poll(async () => (await inWindow(studio, [[0, 0]]))[0]!.x - before!.x).toBeGreaterThan(30);
  await tool(studio, "decorate").click();
  const width = async (force: number, x: number) => {
    const was = await inked(studio);
    const way = await inWindow(studio, arc(x, x + 0.4, 0.1));
    for (const [index, at] of way.entries())
      await hand.send("Input.dispatchMouseEvent", {
        type: index === 0 ? "mousePressed" : "mouseMoved",
        ...at,
        button: "left",
        buttons: 1,
        clickCount: 1,
        pointerType: "pen",
        force,
      });
    const now = await inked(studio);
    await studio.keyboard.press("Escape");
    await hand.send("Input.dispatchMouseEvent", {
      type: "mouseReleased",
      ...way.at(-1)!,
      button: "left",
      pointerType: "pen",
    });
    return now - was;
  };
  expect(await width(0.95, 0.6)).toBeGreaterThan(1.3 * (await width(0.1, 0.6)));
});
