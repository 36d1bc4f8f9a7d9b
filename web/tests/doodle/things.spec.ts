/** More of Doodle: corrections of what was read, things that roll and fall, lessons; each taken back and made again; with real pointer
 * events. Every flow leaves the ready sheet as it found it. */

import type { Page } from "@playwright/test";
import { characterIn, documentOf } from "../support/documentOf";
import {
  along,
  bar,
  dragBy,
  drawInWindow,
  inked,
  inWindow,
  landing,
  middleOf,
  openDoodle,
  parts,
  pieces,
  tool,
} from "../support/doodling";
import { joints, restingView } from "../support/performing";
import { expect, pageTime, test, within } from "../support/studioServer";

test.describe.configure(within(180));
const PATIENCE = within(60);

const READY = ["walk", "walk", "leap"];
const things = (page: Page) => page.evaluate(() => window.__kinegraph.things);
const playing = (page: Page) => page.evaluate(() => window.__kinegraph.playing);
const says = (page: Page) => pieces(page).allInnerTexts();
/** The newest edit, as the button that takes it back calls it. */
const edited = (page: Page, label: RegExp) =>
  expect(page.getByRole("button", { name: new RegExp(`^Undo: ${label.source}`) })).toBeEnabled(PATIENCE);

async function press(page: Page, key: string): Promise<void> {
  await page.locator("[data-sheet]").focus();
  await page.keyboard.press(key);
}
const undo = (page: Page) => press(page, "Control+z");
const redo = (page: Page) => press(page, "Control+Shift+Z");

/** Undo takes it away, redo brings it back, and in the end it is undone. */
async function undoneAndRedone(page: Page, before: () => Promise<void>, after: () => Promise<void>): Promise<void> {
  await after();
  await undo(page);
  await before();
  await redo(page);
  await after();
  await undo(page);
  await before();
}

/** The ready sheet, which lies still; begun with the first flow. Returns who is on it. */
async function example(page: Page): Promise<string> {
  await openDoodle(page);
  const show = bar(page).getByRole("button", { name: "Show an example" });
  await expect(show.or(landing(page, 1))).toBeVisible(PATIENCE);
  if (await show.isVisible()) await show.click();
  await expect(landing(page, 1)).toBeVisible(PATIENCE);
  await expect.poll(async () => (await says(page)).slice(0, 3), PATIENCE).toEqual(READY);
  if (await playing(page)) await press(page, "Space");
  await expect.poll(() => playing(page)).toBe(false);
  await restingView(page); // places in the window are elsewhere while the paper is still on its way
  const performer = bar(page).getByRole("button", { name: /^Performer: / });
  const name = (await performer.getAttribute("aria-label"))!.replace("Performer: ", "");
  const who = characterIn(await documentOf(page), name); // actors appear in any order
  await expect.poll(() => page.evaluate(() => window.__kinegraph.loaded)).toContain(who);
  return who;
}

/** Where the last line ends, once all of the sheet is seen. */
async function lastLanding(page: Page): Promise<{ x: number; y: number }> {
  const last = page.getByRole("list", { name: "Landings" }).getByRole("button").last();
  await expect(async () => {
    await press(page, "Home");
    await expect(last).toBeInViewport({ ratio: 1, timeout: 2000 });
  }).toPass(PATIENCE);
  return middleOf(last);
}

test("a ready sheet shows a character that moves already", async ({ studio }) => {
  await openDoodle(studio);
  await bar(studio).getByRole("button", { name: "Show an example" }).click();
  await expect(landing(studio, 1)).toBeVisible(PATIENCE);
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true");
  await expect.poll(() => playing(studio), PATIENCE).toBe(true);
  expect(await pieces(studio).count()).toBeGreaterThan(2);
});

test("a moving character holds still to be corrected: a part gets another name with two taps", async ({ studio }) => {
  await example(studio);
  await press(studio, "Space");
  await expect.poll(() => playing(studio)).toBe(true);
  await tool(studio, "character").click();
  await expect.poll(() => playing(studio)).toBe(false);
  await expect(parts(studio)).toHaveCount(7, PATIENCE);
  const words = await parts(studio).allInnerTexts();
  const [arm, foot] = [words.indexOf("upper arm"), words.indexOf("foot")];
  await parts(studio).nth(foot).click();
  const menu = studio.getByRole("menu", { name: "Which part is this?" });
  await expect(menu.getByRole("menuitem", { name: "Erase" })).toBeInViewport({ ratio: 0.99 }); // also the lowest part's is whole
  await expect(menu.locator(":focus")).toHaveCount(1); // arrow keys move in it at once
  await press(studio, "Escape");
  await expect(menu).toHaveCount(0);
  await parts(studio).nth(arm).click();
  await menu.getByRole("menuitemradio", { name: "lower arm" }).click();
  await edited(studio, /Label a stroke as lower arm/);
  const read = (expected: string[]) => () =>
    expect.poll(() => parts(studio).allInnerTexts(), PATIENCE).toEqual(expected);
  const swapped: Record<string, string> = { "upper arm": "lower arm", "lower arm": "upper arm" };
  await undoneAndRedone(studio, read(words), read(words.map((word) => swapped[word] ?? word)));
});

test("a joint is dragged to where it should be", async ({ studio }) => {
  await example(studio);
  await tool(studio, "character").click();
  const knee = studio.getByRole("button", { name: "Joint: knee" });
  await expect(knee).toBeVisible(PATIENCE);
  const { x } = await middleOf(knee);
  const away = async () => (await middleOf(knee)).x - x;
  await dragBy(studio, knee, 22, 6);
  await edited(studio, /Move the knee/);
  await undoneAndRedone(
    studio,
    () => expect.poll(away, PATIENCE).toBeLessThan(3),
    () => expect.poll(away, PATIENCE).toBeGreaterThan(15),
  );
});

test("a line is rubbed out, and comes back", async ({ studio }) => {
  await example(studio);
  const [full, before] = [await inked(studio), await says(studio)];
  const { x, y } = await middleOf(landing(studio, 1));
  await tool(studio, "erase").click();
  await studio.mouse.move(x - 40, y - 14);
  await studio.mouse.down();
  await studio.mouse.move(x + 40, y - 14); // one quick move: the line is between two events
  await studio.mouse.up();
  await edited(studio, /Erase a stroke/);
  await undoneAndRedone(
    studio,
    async () => {
      await expect.poll(() => says(studio), PATIENCE).toEqual(before);
      await expect.poll(() => inked(studio), PATIENCE).toBeGreaterThan(0.9 * full);
    },
    async () => {
      await expect(pieces(studio)).toHaveCount(0, PATIENCE);
      await expect.poll(() => inked(studio), PATIENCE).toBeLessThan(0.8 * full); // the ground stays
    },
  );
});

test("what was not understood is marked, and a guess that is chosen is performed", async ({ studio }) => {
  const who = await example(studio);
  const last = await lastLanding(studio);
  const before = await says(studio);
  await drawInWindow(
    studio,
    along([
      [last.x, last.y],
      [last.x + 40, last.y - 60],
    ]).map(([x, y]) => ({ x, y })),
  );
  const unknown = pieces(studio).filter({ hasText: "?" });
  await expect(unknown).toHaveCount(1, PATIENCE);
  await edited(studio, /Draw a line/);
  await unknown.click();
  const menu = studio.getByRole("menu", { name: "What does this mean?" });
  await expect(menu.locator("p").first()).not.toBeEmpty(); // why it was not
  const guess = menu.getByRole("menuitem").first();
  const title = await guess.innerText();
  await guess.click();
  await edited(studio, /Change a motion to/);
  const [origin, metre] = await inWindow(studio, [
    [0, 0],
    [1, 0],
  ]);
  /** The performer ends up over a place of the window as it was. */
  const endsAt = (x: number) =>
    expect
      .poll(async () => {
        await press(studio, "Shift+ArrowRight"); // to the end
        return Math.abs((await joints(studio, who))[2]! - (x - origin!.x) / (metre!.x - origin!.x));
      }, PATIENCE)
      .toBeLessThan(0.15);
  await undoneAndRedone(
    studio,
    async () => {
      await expect.poll(() => says(studio), PATIENCE).toEqual([...before, "?"]);
      await endsAt(last.x);
    },
    async () => {
      await expect.poll(() => says(studio), PATIENCE).toEqual([...before, title]);
      await endsAt(last.x + 40);
    },
  );
  await undo(studio);
  await expect.poll(() => says(studio), PATIENCE).toEqual(before);
});

test("a ball is put on the sheet, its arrow is pulled, and it rolls", async ({ studio }) => {
  await example(studio);
  const count = (await things(studio)).length;
  const [ground] = await inWindow(studio, [[-0.6, 0.02]]);
  await tool(studio, "ball").click();
  await studio.mouse.click(ground!.x, ground!.y);
  await expect.poll(async () => (await things(studio)).length, PATIENCE).toBe(count + 1);
  const arrow = studio.getByRole("button", { name: "Push the ball" });
  await expect(arrow).toBeVisible(PATIENCE);
  const along = async () => (await things(studio)).at(-1)!.place[2];
  await expect.poll(along).toBeCloseTo(-0.6, 1);
  await dragBy(studio, arrow, -130, 0);
  await edited(studio, /Push the ball/);
  await expect.poll(along, PATIENCE).toBeLessThan(-1.2); // at once: the push is to be seen
  await undoneAndRedone(
    studio,
    () => expect.poll(along, PATIENCE).toBeCloseTo(-0.6, 1),
    () => expect.poll(along, PATIENCE).toBeLessThan(-1.2),
  );
  await undo(studio);
  await expect.poll(async () => (await things(studio)).length, PATIENCE).toBe(count);
});

test("a box that is let go in the air falls; a tree stands, wherever it is tapped", async ({ studio }) => {
  await example(studio);
  const count = (await things(studio)).length;
  const [sky, trunk] = await inWindow(studio, [
    [1.1, 1.5],
    [2.2, 1.2],
  ]);
  const newest = async () => (await things(studio)).at(count)?.place[1];
  await tool(studio, "box").click();
  await studio.mouse.click(sky!.x, sky!.y);
  await edited(studio, /Add a box/);
  await expect.poll(newest, PATIENCE).toBeLessThan(0.05);
  if (await playing(studio)) await press(studio, "Space");
  await press(studio, "Shift+ArrowLeft"); // to the start
  await expect.poll(newest, PATIENCE).toBeGreaterThan(1.2);
  const many = (more: number) => () =>
    expect.poll(async () => (await things(studio)).length, PATIENCE).toBe(count + more);
  await undoneAndRedone(studio, many(0), many(1));
  await tool(studio, "tree").click();
  await studio.mouse.click(trunk!.x, trunk!.y);
  await edited(studio, /Add a tree/);
  await expect.poll(newest, PATIENCE).toBe(0);
  await undoneAndRedone(studio, many(0), many(1));
});

test("a sign of one's own is taught, drawn and understood, and forgotten", async ({ studio }) => {
  await example(studio);
  const end = await lastLanding(studio);
  const before = await says(studio);
  await press(studio, "t");
  const panel = studio.getByRole("region", { name: "Teach a gesture" });
  await panel.getByRole("radio", { name: "leap" }).click();
  const pad = (await panel.locator("[data-pad]").boundingBox())!;
  const zed = [
    [60, 30],
    [130, 30],
    [60, 100],
    [130, 100],
  ] as const;
  for (let time = 0; time < 3; time++)
    await drawInWindow(
      studio,
      along(zed).map(([x, y]) => ({ x: pad.x + x + 2 * time, y: pad.y + y })),
    );
  await panel.getByRole("textbox", { name: "Gesture name" }).fill("zed");
  await panel.getByRole("button", { name: "Teach" }).click();
  await expect(panel).toHaveCount(0, PATIENCE);
  await edited(studio, /Teach the gesture zed/);
  await tool(studio, "motion").click();
  await drawInWindow(
    studio,
    along(zed).map(([x, y]) => ({ x: end.x + x - 60, y: end.y + y - 100 })),
  );
  const understood = () => expect.poll(() => says(studio), PATIENCE).toEqual([...before, "zed"]);
  await understood();
  await edited(studio, /Draw a line/);
  await press(studio, "h");
  const help = studio.getByRole("region", { name: "What can I draw?" });
  await expect(help.getByText("zed")).toBeVisible();
  await help.getByRole("button", { name: "Forget" }).click();
  await edited(studio, /Forget the gesture zed/);
  const forgotten = async () => {
    await expect(help.getByText("zed")).toHaveCount(0, PATIENCE);
    await expect.poll(() => says(studio), PATIENCE).not.toContain("zed");
  };
  await undoneAndRedone(studio, understood, forgotten);
  await undo(studio);
  await expect.poll(() => says(studio), PATIENCE).toEqual(before);
  await undo(studio);
  await edited(studio, /Open/);
});

test("a pen draws a broader line when it is pressed harder", async ({ studio }) => {
  await example(studio);
  await lastLanding(studio); // the whole sheet is in view, and rests
  if (await playing(studio)) await press(studio, "Space"); // the ink of what plays changes by itself
  await expect.poll(() => playing(studio)).toBe(false);
  await tool(studio, "decorate").click();
  const hand = await studio.context().newCDPSession(studio);
  const way = Array.from({ length: 17 }, (_, index) => ({ x: 560 + 12 * index, y: 90 + 4 * (index % 3) })); // the sky
  const pen = (type: "mousePressed" | "mouseMoved" | "mouseReleased", index: number, force: number) =>
    hand.send("Input.dispatchMouseEvent", {
      type,
      ...way[index]!,
      button: "left",
      buttons: 1,
      clickCount: 1,
      pointerType: "pen",
      force,
    });
  const sky = { x: 540, y: 70, width: 232, height: 50 }; // around the line alone: ink elsewhere on the sheet changes, too
  /** The pixels that a line takes under the pen; it is cancelled afterwards. */
  const inkOf = async (force: number) => {
    const before = await inked(studio, sky);
    await pen("mousePressed", 0, force);
    for (let index = 1; index < way.length; index++) await pen("mouseMoved", index, force);
    let more = 0;
    let last = -1;
    await expect // until all of the line is drawn
      .poll(async () => {
        [last, more] = [more, (await inked(studio, sky)) - before];
        return more > 100 && more === last;
      }, PATIENCE)
      .toBe(true);
    await studio.keyboard.press("Escape");
    await pen("mouseReleased", way.length - 1, 0);
    await expect.poll(async () => Math.abs((await inked(studio, sky)) - before), PATIENCE).toBeLessThan(0.1 * more);
    return more;
  };
  const light = await inkOf(0.1);
  expect(await inkOf(0.95)).toBeGreaterThan(1.3 * light);
});

test("a palm beside the pen neither draws nor ends the pen's line; a finger alone draws", async ({ studio }) => {
  await example(studio);
  await lastLanding(studio);
  await tool(studio, "decorate").click();
  const strokes = async () => {
    const doodle = (await documentOf(studio)).records.find((record) => record.kind === "doodle");
    return doodle?.kind === "doodle" ? doodle.strokes : [];
  };
  const drawn = async () => (await strokes()).length;
  const before = await drawn();
  const hand = await studio.context().newCDPSession(studio);
  const pen = (type: "mousePressed" | "mouseMoved" | "mouseReleased", step: number) =>
    hand.send("Input.dispatchMouseEvent", {
      type,
      x: 560 + 12 * step,
      y: 90 + 4 * (step % 3),
      button: "left",
      buttons: 1,
      clickCount: 1,
      pointerType: "pen",
      force: 0.6,
    });
  const touch = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", x: number, y: number) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchStart" || type === "touchMove" ? [{ x, y, id: 7 }] : [],
    });
  await touch("touchStart", 640, 160); // the hand comes to rest before the pen does
  await touch("touchMove", 643, 162);
  await pen("mousePressed", 0);
  for (let step = 1; step < 8; step++) await pen("mouseMoved", step);
  await touch("touchMove", 650, 165);
  await touch("touchCancel", 650, 165); // as systems do that know a palm themselves
  for (let step = 8; step < 17; step++) await pen("mouseMoved", step);
  await pen("mouseReleased", 16);
  await edited(studio, /Draw/);
  expect(await drawn()).toBe(before + 1);
  expect((await strokes()).at(-1)!.points, "all of the pen's line").toBeGreaterThan(14);
  await undo(studio);
  await expect.poll(drawn, PATIENCE).toBe(before);

  await pageTime(studio, 0.6); // the pen is away
  await touch("touchStart", 560, 90);
  for (let step = 1; step < 17; step++) await touch("touchMove", 560 + 12 * step, 90 + 4 * (step % 3));
  await touch("touchEnd", 0, 0);
  await expect.poll(drawn, PATIENCE).toBe(before + 1);
  await edited(studio, /Draw/);
  await undo(studio);
  await expect.poll(drawn, PATIENCE).toBe(before);
});
