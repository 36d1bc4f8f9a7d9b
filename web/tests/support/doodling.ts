/** What hands do on a sheet, with real pointer events, and what they see. Shared by the flows of Doodle. */

import type { Locator, Page } from "@playwright/test";
import { restingView } from "./performing";
import { expect, within } from "./studioServer";

export type Spot = readonly [number, number];

/** A closed oval around the way from one point to another [m]. */
function oval([ax, ay]: Spot, [bx, by]: Spot, width: number, count = 20): Spot[] {
  const half = Math.hypot(bx - ax, by - ay) / 2;
  const [ux, uy] = [(bx - ax) / (2 * half), (by - ay) / (2 * half)];
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / count + Math.PI / 2;
    const [along, across] = [half * Math.cos(angle), width * Math.sin(angle)];
    return [(ax + bx) / 2 + along * ux - across * uy, (ay + by) / 2 + along * uy + across * ux] as const;
  });
}

/** A figure in seven lines, feet on the ground at x [m]. */
export const figure = (x: number): Spot[][] =>
  [
    oval([0, 0.74], [0.02, 1.2], 0.13),
    oval([0.03, 1.22], [0.06, 1.55], 0.15),
    oval([0.01, 1.14], [-0.08, 0.92], 0.05),
    oval([-0.08, 0.92], [0.12, 0.76], 0.045),
    oval([0, 0.78], [0.1, 0.42], 0.07),
    oval([0.1, 0.42], [0.02, 0.08], 0.055),
    oval([-0.06, 0.05], [0.24, 0.05], 0.05),
  ].map((line) => line.map(([right, up]) => [right + x, up] as const));

/** An arc from one place on the ground to another [m]. */
export const arc = (from: number, to: number, height: number, count = 16): Spot[] =>
  Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count;
    return [from + (to - from) * share, 4 * height * share * (1 - share)] as const;
  });

/** An arc with a loop at its top that turns forward. */
export function flip(from: number, to: number, height: number): Spot[] {
  const middle = (from + to) / 2;
  const rise = arc(from, to, height, 24).slice(0, 13);
  const fall = arc(from, to, height, 24).slice(12);
  const radius = 0.22;
  const loop = Array.from({ length: 19 }, (_, index) => {
    const angle = Math.PI / 2 - (2 * Math.PI * index) / 18;
    return [middle + radius * Math.cos(angle), height - radius + radius * Math.sin(angle)] as const;
  });
  return [...rise, ...loop, ...fall];
}

/** Points of the sheet in the window. */
export const inWindow = (page: Page, points: readonly Spot[]): Promise<{ x: number; y: number }[]> =>
  page.evaluate((all) => all.map(([x, y]) => window.__kinegraph.point([0, y, x])), points as [number, number][]);

type InWindow = { readonly x: number; readonly y: number };

/** Draws with the pencil in the hand. pace: between points, as the events' own time stamps have it [ms]: a machine that is busy draws the
 * same. during: while the pen is still down. */
export const draw = async (page: Page, points: readonly Spot[], pace = 16, during?: () => Promise<void>) =>
  drawInWindow(page, await inWindow(page, points), pace, during);

/** The same along points of the window. */
export async function drawInWindow(
  page: Page,
  way: readonly InWindow[],
  pace = 16,
  during?: () => Promise<void>,
): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const put = (type: "mousePressed" | "mouseMoved" | "mouseReleased", index: number) =>
    hand.send("Input.dispatchMouseEvent", {
      type,
      ...way[index]!,
      button: "left",
      buttons: 1,
      clickCount: 1,
      timestamp: began + (index * pace) / 1000,
    });
  // One after the other, but without waiting for each: a slow page gets several at once, as it does from a real hand.
  const moves = way.slice(1).map((_, index) => index + 1);
  await Promise.all([put("mousePressed", 0), ...moves.map((index) => put("mouseMoved", index))]);
  await during?.();
  await put("mouseReleased", way.length - 1);
  await hand.detach();
}

/** Straight from corner to corner. count: points on each side. */
export const along = (corners: readonly Spot[], count = 8): Spot[] =>
  corners.flatMap(([x, y], index) => {
    const [fromX, fromY] = corners[Math.max(index - 1, 0)]!;
    const steps = index === 0 ? 1 : count;
    return Array.from({ length: steps }, (_, step) => {
      const share = (step + 1) / steps;
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share] as const;
    });
  });

/** Where the middle of something is in the window. */
export async function middleOf(thing: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await thing.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Takes hold of a handle and lets it go elsewhere [px]. */
export async function dragBy(page: Page, handle: Locator, right: number, down: number): Promise<void> {
  const { x, y } = await middleOf(handle);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 6 });
  await page.mouse.up();
}

export async function openDoodle(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Doodle" }).click();
  await expect(page.locator("[data-sheet]")).toHaveAttribute("aria-busy", "false", within(60));
  // Until the stage looks square on at the paper, places on it are elsewhere.
  await expect.poll(() => page.evaluate(() => window.__kinegraph.camera.eye[0])).toBeLessThan(-20);
  await restingView(page);
}

export const tool = (page: Page, name: string) => page.locator(`[data-tool=${name}]`);
export const parts = (page: Page) => page.getByRole("list", { name: "Parts of the drawing" }).getByRole("button");
export const pieces = (page: Page) => page.getByRole("list", { name: "Pieces of the line" }).getByRole("button");
export const landing = (page: Page, piece: number) =>
  page.getByRole("button", { name: new RegExp(`^Landing ${piece}:`) });
export const bar = (page: Page) => page.getByRole("toolbar", { name: "Doodle" });

/** How many pixels of the ink over the stage are not empty. inside: a part of the window [client px]; else all of it. */
export const inked = (page: Page, inside: { x: number; y: number; width: number; height: number } | null = null) =>
  page.locator("[data-sheet]").evaluate((canvas: HTMLCanvasElement, part): number => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const [across, down] = [canvas.width / width, canvas.height / height];
    const box = part ?? { x: left, y: top, width, height };
    const { data } = canvas
      .getContext("2d")!
      .getImageData((box.x - left) * across, (box.y - top) * down, box.width * across, box.height * down);
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at]! > 8) count++;
    return count;
  }, inside);

/** The ready character on a sheet without a line, in a document that has no drawing yet. */
export async function exampleWithoutLine(page: Page): Promise<void> {
  await openDoodle(page);
  await bar(page).getByRole("button", { name: "Show an example" }).click();
  await expect(landing(page, 1)).toBeVisible(within(60));
  await page.locator("[data-sheet]").focus();
  await page.keyboard.press("x");
  await expect(pieces(page)).toHaveCount(0, within(60));
}
