/** A pen, a finger and a mouse, as the browser gets them from a device: drawings that come alive, a correction, and a sign that is taught;
 * the pressure of a pen widens the ink, and a palm beside a pen draws nothing. */

import type { Page } from "@playwright/test";
import { along, arc, bar, inWindow, openDoodle, pieces, tool, type Spot } from "../support/doodling";
import { drawWith, Pointer, type Hand } from "../support/pointers";
import { furthest, joints } from "../support/performing";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
const PATIENCE = within(60);
/** How large the pad for teaching shows a metre, against the sheet. */
const PAD = 0.6;
const loaded = (page: Page) => page.evaluate(() => window.__kinegraph.loaded);
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();

const ring = (x: number, y: number, wide: number, high = wide, count = 28): Spot[] =>
  Array.from({ length: count + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / count + Math.PI / 2;
    return [x + wide * Math.cos(angle), y + high * Math.sin(angle)] as const;
  });
const line = (...corners: Spot[]): Spot[] => along(corners, 10);

/** A stick man from the front, and a tadpole whose limbs begin on the head. */
const STICK_MAN: Spot[][] = [
  ring(0, 1.45, 0.19),
  line([0, 1.26], [0, 0.72]),
  line([0, 1.12], [-0.24, 0.98], [-0.42, 0.78]),
  line([0, 1.12], [0.24, 0.98], [0.42, 0.78]),
  line([0, 0.72], [-0.13, 0.38], [-0.2, 0.02]),
  line([0, 0.72], [0.13, 0.38], [0.2, 0.02]),
];
const TADPOLE: Spot[][] = [
  ring(0, 1.0, 0.36),
  line([-0.36, 1.0], [-0.6, 0.9], [-0.8, 0.78]),
  line([0.36, 1.0], [0.6, 0.9], [0.8, 0.78]),
  line([-0.16, 0.68], [-0.18, 0.34], [-0.22, 0.02]),
  line([0.16, 0.68], [0.18, 0.34], [0.22, 0.02]),
];

/** From the side, its tail before its legs: once the fourth leg is there, the pencil draws motion. */
const DOG: Spot[][] = [
  ring(-0.75, 0.62, 0.5, 0.17),
  ring(-0.16, 0.88, 0.17, 0.15),
  line([-1.24, 0.66], [-1.4, 0.82], [-1.46, 0.98]),
  line([-1.12, 0.55], [-1.15, 0.28], [-1.12, 0.02]),
  line([-0.98, 0.5], [-0.98, 0.25], [-0.94, 0.02]),
  line([-0.5, 0.5], [-0.52, 0.25], [-0.5, 0.02]),
  line([-0.38, 0.53], [-0.36, 0.28], [-0.33, 0.02]),
];

async function newSheet(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New sheet" }).click();
  await expect(tool(page, "character")).toHaveAttribute("aria-checked", "true", PATIENCE);
}

/** Draws all strokes of a character, and waits for it; returns its id. */
async function wake(page: Page, hand: Hand, strokes: readonly Spot[][]): Promise<string> {
  const before = await loaded(page);
  for (const stroke of strokes) await drawWith(page, hand, stroke, { pace: 12 });
  let who = "";
  await expect
    .poll(async () => (who = (await loaded(page)).find((id) => !before.includes(id)) ?? ""), PATIENCE)
    .not.toBe("");
  return who;
}

async function walks(page: Page, hand: Hand, who: string, from: number): Promise<void> {
  await expect(tool(page, "motion")).toHaveAttribute("aria-checked", "true", PATIENCE);
  const still = await joints(page, who);
  const way = [...arc(from, from + 0.45, 0.18), ...arc(from + 0.45, from + 0.9, 0.18)];
  await drawWith(page, hand, way, { pace: 14 });
  await expect(pieces(page).filter({ hasText: "walk" })).toHaveCount(2, PATIENCE);
  await expect.poll(async () => furthest(still, await joints(page, who)), PATIENCE).toBeGreaterThan(0.1);
}

test("a stick man from the front is drawn with a pen and walks", async ({ studio }) => {
  await openDoodle(studio);
  const who = await wake(studio, "pen", STICK_MAN);
  await walks(studio, "pen", who, 0.1);
  await shot(studio, "pens-stick-man");
});

test("a tadpole is drawn with a finger and walks", async ({ studio }) => {
  await openDoodle(studio);
  await newSheet(studio);
  const who = await wake(studio, "touch", TADPOLE);
  await walks(studio, "touch", who, 0.1);
  await shot(studio, "pens-tadpole");
});

test("a dog is drawn from the side with a mouse, and walks", async ({ studio }) => {
  await openDoodle(studio);
  await newSheet(studio);
  const before = await loaded(studio);
  for (const stroke of DOG) await drawWith(studio, "mouse", stroke, { pace: 12 });
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true", PATIENCE);
  let who = "";
  await expect
    .poll(async () => (who = (await loaded(studio)).find((id) => !before.includes(id)) ?? ""), PATIENCE)
    .not.toBe("");
  const still = await joints(studio, who);
  await drawWith(studio, "mouse", [...arc(-0.35, 0.1, 0.18), ...arc(0.1, 0.55, 0.18)], { pace: 14 });
  await expect(pieces(studio).filter({ hasText: "walk" })).toHaveCount(2, PATIENCE);
  await expect.poll(async () => furthest(still, await joints(studio, who)), PATIENCE).toBeGreaterThan(0.1);
  await shot(studio, "pens-dog");
});

test("a piece is corrected with a finger, to a motion of one's choice", async ({ studio }) => {
  await openDoodle(studio);
  const first = pieces(studio).first();
  const { x, y, width, height } = (await first.boundingBox())!;
  const finger = await Pointer.of(studio, "touch");
  await finger.go("down", { x: x + width / 2, y: y + height / 2 });
  await finger.go("up", { x: x + width / 2, y: y + height / 2 });
  await finger.detach();
  const menu = studio.getByRole("menu", { name: "What does this mean?" });
  await expect(menu).toBeVisible();
  await menu
    .getByRole("menuitemradio", { name: "hop", exact: true })
    .or(menu.getByRole("menuitem", { name: "hop", exact: true }))
    .first()
    .click();
  await expect(pieces(studio).first()).toHaveText(/hop/, PATIENCE);
});

test("a sign is taught with a pen, and a line says it", async ({ studio }) => {
  await openDoodle(studio);
  await bar(studio).getByRole("button", { name: "Teach a gesture" }).click();
  const teach = studio.getByRole("region", { name: "Teach a gesture" });
  await teach.getByRole("radio", { name: "jump", exact: true }).click();
  const pad = (await teach.locator("canvas, svg[role=application], .pad").first().boundingBox())!;
  const zigzag = [0, 1, 2, 3, 4, 5, 6].map((at) => ({
    x: pad.x + pad.width * (0.2 + 0.1 * at),
    y: pad.y + pad.height * (at % 2 ? 0.3 : 0.8),
  }));
  const way = zigzag.flatMap((to, index) => {
    const from = zigzag[Math.max(index - 1, 0)]!;
    return Array.from({ length: index ? 6 : 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * (step + 1)) / (index ? 6 : 1),
      y: from.y + ((to.y - from.y) * (step + 1)) / (index ? 6 : 1),
    }));
  });
  for (let time = 0; time < 3; time++) {
    const pen = await Pointer.of(studio, "pen");
    await pen.go("down", way[0]!);
    for (const at of way.slice(1)) await pen.go("move", at);
    await pen.go("up", way.at(-1)!);
    await pen.detach();
  }
  await teach.getByRole("button", { name: "Teach", exact: true }).click();
  await expect(teach).toHaveCount(0, PATIENCE);
  await bar(studio).getByRole("button", { name: "What can I draw?" }).click();
  await expect(studio.getByText("my jump", { exact: true })).toBeVisible(PATIENCE);
  await shot(studio, "pens-taught");
  await studio.keyboard.press("Escape");
  await studio.locator("[data-sheet]").focus();
  await studio.keyboard.press("x");
  await expect(pieces(studio)).toHaveCount(0, PATIENCE);
  // The pad shows a metre smaller than the sheet does.
  const [start] = await inWindow(studio, [[0.1, 0.02]]);
  const [from] = way;
  const pen = await Pointer.of(studio, "pen");
  const onSheet = ({ x, y }: { x: number; y: number }) => ({
    x: start!.x + (x - from!.x) / PAD,
    y: start!.y + (y - from!.y) / PAD,
  });
  await pen.go("down", onSheet(from!));
  for (const at of way.slice(1)) await pen.go("move", onSheet(at));
  await pen.go("up", onSheet(way.at(-1)!));
  await pen.detach();
  await expect(pieces(studio).filter({ hasText: "my jump" })).toHaveCount(1, PATIENCE);
});

test("ink is broader where the pen is pressed, and a palm beside the pen draws nothing", async ({ studio }) => {
  await openDoodle(studio);
  await newSheet(studio);
  const bar = (y: number): Spot[] => line([-0.6, y], [0.6, y]);
  await drawWith(studio, "pen", bar(0.6), { force: () => 0.1 });
  await drawWith(studio, "pen", bar(1.2), { force: () => 0.9 });
  const thick = async (y: number) => {
    const [at] = await inWindow(studio, [[0.3, y]]);
    return studio.locator("[data-sheet]").evaluate((canvas: HTMLCanvasElement, { x, y }) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const [across, down] = [canvas.width / width, canvas.height / height];
      const { data } = canvas.getContext("2d")!.getImageData((x - left) * across, (y - top) * down - 20, 1, 40);
      let count = 0;
      for (let index = 3; index < data.length; index += 4) if (data[index]! > 128) count++;
      return count;
    }, at!);
  };
  await expect.poll(() => thick(0.6)).toBeGreaterThan(0);
  await expect.poll(async () => (await thick(1.2)) / (await thick(0.6)), PATIENCE).toBeGreaterThan(1.5);
  // A palm lies on the paper while the pen draws.
  const [start, end, palmAt] = await inWindow(studio, [
    [-0.6, 0.9],
    [0.6, 0.9],
    [0.9, 0.3],
  ]);
  const strokes = async () =>
    await studio.getByRole("list", { name: "Parts of the drawing" }).getByRole("button").count();
  const before = await strokes();
  const [pen, palm] = [await Pointer.of(studio, "pen"), await Pointer.of(studio, "touch", 7)];
  await pen.go("down", start!);
  await palm.go("down", palmAt!, 16, { radius: 40 });
  for (let at = 1; at <= 10; at++) {
    const share = at / 10;
    await pen.go("move", { x: start!.x + (end!.x - start!.x) * share, y: start!.y });
    await palm.go("move", { x: palmAt!.x + 2 * at, y: palmAt!.y }, 4, { radius: 40 });
  }
  await pen.go("up", end!);
  await palm.go("up", palmAt!);
  await expect.poll(strokes, PATIENCE).toBe(before + 1); // the pen's, and not the palm's
  await pen.detach();
  await palm.detach();
});
