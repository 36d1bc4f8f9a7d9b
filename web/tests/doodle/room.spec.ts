/** More of Doodle: the room, other actors, the picture behind, what becomes of a performance, fingers; with real pointer events. */

import type { Locator, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { characterIn, documentOf } from "../support/documentOf";
import { bar, drawInWindow, inWindow, landing, openDoodle, pieces, tool } from "../support/doodling";
import { cast, joints, type Place, type Point } from "../support/performing";
import { expect, test, within } from "../support/studioServer";

test.describe.configure(within(180));
// What reads drawings is compiled when a machine meets the first one.
const PATIENCE = within(60);

const things = (page: Page) => page.evaluate(() => window.__kinegraph.things);
const eye = (page: Page) => page.evaluate(() => window.__kinegraph.camera.eye[0]);
const onScreen = (page: Page, places: Place[]): Promise<Point[]> =>
  page.evaluate((all) => all.map((place) => window.__kinegraph.point(place)), places);
const undo = async (page: Page) => {
  await page.locator("[data-sheet]").focus();
  await page.keyboard.press("Control+z");
};
const undoes = (page: Page, what: RegExp) => expect(page.getByRole("button", { name: what })).toBeEnabled(PATIENCE);

/** The ready example, begun with the first test, at rest. */
async function example(page: Page): Promise<void> {
  await openDoodle(page);
  const show = bar(page).getByRole("button", { name: "Show an example" });
  await show.or(landing(page, 1)).first().waitFor(PATIENCE);
  if (await show.isVisible()) await show.click();
  await expect(landing(page, 1)).toBeVisible(PATIENCE);
  const pause = bar(page).getByRole("button", { name: "Pause" });
  if (await pause.isVisible()) await pause.click();
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(false);
}

/** An arc in the room, upright between two places [m]. */
const hop = (from: Place, to: Place, height: number): Place[] =>
  Array.from({ length: 17 }, (_, index) => {
    const share = index / 16;
    const [x, y, z] = [0, 1, 2].map((axis) => from[axis]! + share * (to[axis]! - from[axis]!));
    return [x!, y! + 4 * height * share * (1 - share), z!];
  });

/** A square of red pixels. */
const RED_SQUARE =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEUlEQVR42mP4xcWFFTEMpAQAA1cyoeSI8jYAAAAASUVORK5CYII=";

/** How red the window is at a point, from 0 to 1: by how much more than it is green. */
async function redness(page: Page, { x, y }: Point): Promise<number> {
  const seen = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 4, height: 4 } });
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(4, 4).getContext("2d")!;
    canvas.drawImage(picture, 0, 0);
    const [red, green] = canvas.getImageData(1, 1, 1, 1).data;
    return (red! - green!) / 255;
  }, seen.toString("base64"));
}

/** Where something is, once it stays there. */
async function settled(thing: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let last = { x: NaN, y: NaN, width: NaN, height: NaN };
  await expect
    .poll(async () => {
      const [before, now] = [last, (await thing.boundingBox())!];
      last = now;
      return Math.abs(now.x - before.x) + Math.abs(now.y - before.y) + Math.abs(now.width - before.width);
    })
    .toBeLessThan(0.5);
  return last;
}

/** Waits until there is ink where a place of the room is seen. */
async function beside(page: Page, place: Place): Promise<void> {
  await expect
    .poll(async () => {
      const [at] = await onScreen(page, [place]);
      return page.locator("[data-sheet]").evaluate((canvas: HTMLCanvasElement, { x, y }) => {
        const { left, top } = canvas.getBoundingClientRect();
        const ratio = canvas.width / canvas.clientWidth;
        const [right, down] = [Math.round((x - left - 5) * ratio), Math.round((y - top - 5) * ratio)];
        const size = Math.round(10 * ratio);
        const { data } = canvas.getContext("2d")!.getImageData(right, down, size, size);
        return data.some((value, at) => at % 4 === 3 && value > 60);
      }, at!);
    })
    .toBe(true);
}

/** Waits until a character's joints are as asked for, while the performance is replayed. */
async function replayed(page: Page, who: string, until: (place: Place[]) => boolean): Promise<void> {
  await page.locator("[data-sheet]").focus();
  await page.keyboard.press("r");
  await expect.poll(() => page.evaluate(() => window.__kinegraph.playing)).toBe(true);
  await expect
    .poll(
      async () => {
        const all = await joints(page, who);
        return until(Array.from({ length: all.length / 3 }, (_, at) => all.slice(3 * at, 3 * at + 3) as Place));
      },
      { ...PATIENCE, intervals: [50] },
    )
    .toBe(true);
}

test("in the room a line goes over the ground, onto a box and off it, and who was drawn does too", async ({
  studio,
}) => {
  await example(studio);
  const drawn = characterIn(await documentOf(studio), "Otto");
  await studio.keyboard.press("Shift+T");
  await expect(studio.getByRole("button", { name: "3D room" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => eye(studio)).toBeGreaterThan(-15);
  const from = (await studio.evaluate(() => window.__kinegraph.camera.target[2])) - 0.7;
  const before = (await things(studio)).length;
  await tool(studio, "box").click();
  const [spot] = await onScreen(studio, [[-0.9, 0, from + 1.5]]);
  await studio.mouse.click(spot!.x, spot!.y);
  await expect.poll(async () => (await things(studio)).length).toBe(before + 1);
  const box = (await things(studio)).find(({ kind }) => kind === "box")!.place;
  expect(Math.hypot(box[0] + 0.9, box[1], box[2] - from - 1.5), "where it was put").toBeLessThan(0.02);

  await tool(studio, "motion").click();
  const known = await pieces(studio).count();
  const [start, edge, top, end]: Place[] = [
    [-0.9, 0, from],
    [-0.9, 0, from + 0.45],
    [-0.9, 0.5, from + 1.5],
    [-0.9, 0, from + 2.5],
  ];
  const way = [...hop(start!, edge!, 0.2), ...hop(edge!, top!, 0.7).slice(1), ...hop(top!, end!, 0.7).slice(1)];
  await drawInWindow(studio, await onScreen(studio, way), 20);
  await expect.poll(() => pieces(studio).count(), PATIENCE).toBe(known + 3);
  await undoes(studio, /^Undo: Draw/);
  const feet = (all: Place[]) => Math.min(...all.map(([, y]) => y));
  const aside = (all: Place[]) => Math.min(...all.map(([x]) => x));
  await replayed(studio, drawn, (all) => aside(all) < -0.8 && feet(all) > 0.45); // on the box
  await replayed(studio, drawn, (all) => aside(all) < -0.8 && Math.max(...all.map(([, , z]) => z)) > from + 2.3); // off it
  await beside(studio, top!);

  const sheet = (await studio.locator("[data-sheet]").boundingBox())!;
  const [x, y] = [sheet.x + 0.6 * sheet.width, sheet.y + 0.15 * sheet.height];
  await studio.mouse.move(x, y);
  await studio.mouse.down({ button: "right" });
  await studio.mouse.move(x - 60, y + 20, { steps: 5 });
  await studio.mouse.up({ button: "right" });
  await undoes(studio, /^Undo: Move the camera/);
  await beside(studio, way[8]!); // from there the line is seen where it lies in the room
  await beside(studio, way[24]!);
  await undo(studio);
  await undo(studio);
  await expect.poll(() => pieces(studio).count()).toBe(known);
  await studio.keyboard.press("Shift+T");
  await expect.poll(() => eye(studio)).toBeLessThan(-20);
});

test("the bear does what the lines say, and a creature does too", async ({ studio }) => {
  const dog = await cast(studio, "dog");
  const bear = characterIn(await documentOf(studio), "Bear");
  await example(studio);
  for (const [who, name] of [
    [bear, "Bear"],
    [dog, "Dog"],
  ] as const) {
    await bar(studio)
      .getByRole("button", { name: /^Performer/ })
      .click();
    await studio.getByRole("group", { name: "Performer" }).getByRole("button", { name, exact: true }).click();
    await expect(bar(studio).getByRole("button", { name: `Performer: ${name}` })).toBeVisible(PATIENCE);
    const still = (await joints(studio, who))[2]!;
    await replayed(studio, who, (all) => Math.abs(all[0]![2] - still) > 1);
  }
  await bar(studio)
    .getByRole("button", { name: /^Performer/ })
    .click();
  await studio.getByRole("group", { name: "Performer" }).getByRole("button", { name: "drawn", exact: true }).click();
  await expect(bar(studio).getByRole("button", { name: /^Performer: (?!Dog|Bear)/ })).toBeVisible(PATIENCE);
});

test("a picture is put behind the drawing, moved, sized, seen in the room too, and taken away", async ({ studio }) => {
  await example(studio);
  const button = studio.getByRole("button", { name: "Picture", exact: true });
  const chooser = studio.waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles({ name: "red.png", mimeType: "image/png", buffer: Buffer.from(RED_SQUARE, "base64") });
  const frame = studio.getByRole("button", { name: "Move the picture", exact: true });
  await expect(frame).toBeVisible(PATIENCE);
  const put = await settled(frame);
  const inside = { x: put.x + put.width / 2, y: put.y + 0.35 * put.height };
  await expect.poll(() => redness(studio, inside), PATIENCE).toBeGreaterThan(0.8);

  await studio.mouse.move(inside.x, inside.y);
  await studio.mouse.down();
  await studio.mouse.move(inside.x + 70, inside.y + 20, { steps: 6 });
  await studio.mouse.up();
  await undoes(studio, /^Undo: Move the picture/);
  const moved = await settled(frame);
  expect(Math.abs(moved.x - put.x - 70) + Math.abs(moved.y - put.y - 20), "it goes with the hand").toBeLessThan(4);
  const corner = studio.getByRole("button", { name: "Upper right corner" });
  const at = (await corner.boundingBox())!;
  await studio.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(at.x + at.width / 2 - 80, at.y + at.height / 2 + 80, { steps: 6 });
  await studio.mouse.up();
  await expect.poll(async () => (await frame.boundingBox())!.width).toBeLessThan(moved.width - 40);
  const small = await settled(frame);
  expect(Math.abs(small.x - moved.x), "the corner across stays").toBeLessThan(3);
  expect(Math.abs(small.y + small.height - moved.y - moved.height)).toBeLessThan(3);
  await undo(studio);
  await expect.poll(async () => Math.abs((await frame.boundingBox())!.width - moved.width)).toBeLessThan(2);

  await studio.keyboard.press("Escape");
  await expect(frame).toHaveCount(0);
  await studio.keyboard.press("Shift+T");
  await expect.poll(() => eye(studio)).toBeGreaterThan(-15);
  const sheet = (await studio.locator("[data-sheet]").boundingBox())!;
  const middle = { x: sheet.x + sheet.width / 2, y: sheet.y + 0.06 * sheet.height };
  await expect.poll(() => redness(studio, middle)).toBeGreaterThan(0.8); // all that the camera sees
  await button.click();
  await studio.getByRole("button", { name: "Remove the picture" }).click();
  await expect.poll(() => redness(studio, middle)).toBeLessThan(0.3);
  await undo(studio);
  await expect.poll(() => redness(studio, middle)).toBeGreaterThan(0.8);
  await studio.keyboard.press("p");
  await studio.keyboard.press("Delete");
  await expect.poll(() => redness(studio, middle)).toBeLessThan(0.3);
  await studio.keyboard.press("Shift+T");
  await expect.poll(() => eye(studio)).toBeLessThan(-20);
});

test("what is performed is kept as a motion, filmed, and opened in Keys", async ({ studio }) => {
  await example(studio);
  const video = studio.waitForEvent("download", PATIENCE);
  await bar(studio).getByRole("button", { name: "Share as video" }).click();
  const film = readFileSync(await (await video).path());
  expect(film.subarray(4, 8).toString()).toBe("ftyp");
  await bar(studio).getByRole("button", { name: "Keep as a motion" }).click();
  await undoes(studio, /^Undo: Save motion/);
  await bar(studio).getByRole("button", { name: "Open in Keys" }).click();
  await expect(studio.getByRole("tab", { name: "Keys" })).toHaveAttribute("aria-selected", "true");
  const keys = studio.getByRole("group", { name: "Keys", exact: true });
  await expect(keys.getByRole("button", { name: /keyframes of [\d,]+ frames/ })).toBeVisible(PATIENCE);
});

test("two fingers move the paper and bring it nearer", async ({ studio }) => {
  await example(studio);
  const hand = await studio.context().newCDPSession(studio);
  const sheet = async () => {
    const [a, b] = await inWindow(studio, [
      [0, 0],
      [1, 0],
    ]);
    return { x: a!.x, metre: b!.x - a!.x };
  };
  const before = await sheet();
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, apart = 0) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x: x - apart / 2, y: 200, id: 1 },
              { x: x + apart / 2, y: 200, id: 2 },
            ],
    });
  await touch("touchStart", 400, 120);
  for (let step = 1; step <= 6; step++) await touch("touchMove", 400 + 10 * step, 120);
  await expect.poll(async () => (await sheet()).x - before.x).toBeGreaterThan(40);
  for (let step = 1; step <= 6; step++) await touch("touchMove", 460, 120 + 20 * step);
  await expect.poll(async () => (await sheet()).metre / before.metre).toBeGreaterThan(1.5);
  await touch("touchEnd");
  await expect(studio.getByRole("button", { name: /^Undo: Draw/ }), "and nothing was drawn").toHaveCount(0);
});
