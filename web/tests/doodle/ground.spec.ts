/** Ground that is drawn: feet follow hills and stairs, a ball rolls down; scenery is behind the characters and before them. */

import type { Page } from "@playwright/test";
import {
  arc,
  bar,
  draw,
  inked,
  inWindow,
  landing,
  middleOf,
  openDoodle,
  pieces,
  tool,
  type Spot,
} from "../support/doodling";
import { drawWith } from "../support/pointers";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
const PATIENCE = within(60);
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();
const edited = (page: Page, label: RegExp) =>
  expect(page.getByRole("button", { name: new RegExp(`^Undo: ${label.source}`) })).toBeEnabled(PATIENCE);
const press = async (page: Page, key: string) => {
  await page.locator("[data-sheet]").focus();
  await page.keyboard.press(key);
};
const things = (page: Page) => page.evaluate(() => window.__kinegraph.things);

const TOP = 0.5;
const height = (x: number) => (x > 0.9 && x < 2.5 ? TOP * Math.sin((Math.PI * (x - 0.9)) / 1.6) ** 2 : 0);
const HILL: Spot[] = Array.from({ length: 41 }, (_, at) => [0.9 + 0.04 * at, height(0.9 + 0.04 * at)] as const);
const STAIRS: Spot[] = [
  [2.8, 0],
  [2.8, 0.2],
  [3.15, 0.2],
  [3.15, 0.4],
  [4.2, 0.4],
];
/** Steps from place to place, each as high as the ground there. */
const steps = (places: readonly Spot[]): Spot[] =>
  places.slice(1).flatMap(([x, y], index) => {
    const [fromX, fromY] = places[index]!;
    return arc(fromX, x, 0.17).map(
      ([at, up]) => [at, up + fromY + ((y - fromY) * (at - fromX)) / (x - fromX)] as const,
    );
  });
const WALK: Spot[] = [
  ...[0.1, 0.55, 1.0, 1.4, 1.7, 2.1, 2.55].map((x) => [x, height(x)] as const),
  [2.97, 0.2],
  [3.3, 0.4],
  [3.75, 0.4],
];

test("a hill and stairs are drawn with a pen, and a finger's line over them is walked", async ({ studio }) => {
  await openDoodle(studio);
  await bar(studio).getByRole("button", { name: "Show an example" }).click();
  await expect(landing(studio, 1)).toBeVisible(PATIENCE);
  await press(studio, "x");
  await expect(pieces(studio)).toHaveCount(0, PATIENCE);
  await tool(studio, "ground").click();
  const before = await inked(studio);
  await drawWith(studio, "pen", HILL);
  await edited(studio, /Draw the ground/);
  await draw(studio, STAIRS);
  await expect.poll(() => inked(studio)).toBeGreaterThan(before);
  await tool(studio, "motion").click();
  await drawWith(studio, "touch", steps(WALK), { pace: 12 });
  await expect(pieces(studio).filter({ hasText: "walk" })).toHaveCount(9, PATIENCE);
  for (const [index, place] of WALK.slice(1).entries()) {
    const [there] = await inWindow(studio, [place]);
    const found = await middleOf(landing(studio, index + 1));
    expect(Math.abs(found.y - there!.y)).toBeLessThan(12);
  }
  await shot(studio, "ground-walked");
});

test("a ball on the hill rolls down, and scenery lies behind and before", async ({ studio }) => {
  await openDoodle(studio);
  await tool(studio, "ball").click();
  const [top] = await inWindow(studio, [[1.62, TOP]]);
  const known = (await things(studio)).length;
  await studio.mouse.click(top!.x, top!.y);
  await expect.poll(async () => (await things(studio)).length, PATIENCE).toBe(known + 1);
  const ball = async () => (await things(studio)).at(-1)!.place;
  await press(studio, "r");
  await expect.poll(async () => Math.abs((await ball())[2] - 1.62), PATIENCE).toBeGreaterThan(0.3);
  await tool(studio, "scenery").click();
  const ring = (x: number): Spot[] =>
    Array.from(
      { length: 33 },
      (_, at) => [x + 0.5 * Math.cos((Math.PI * at) / 16), 0.9 + 0.8 * Math.sin((Math.PI * at) / 16)] as const,
    );
  await drawWith(studio, "pen", ring(0.4));
  await edited(studio, /Draw scenery/);
  await studio.locator("[data-layer=around]").click();
  await drawWith(studio, "pen", ring(3.4));
  await edited(studio, /Draw scenery/);
  await tool(studio, "motion").click();
  await shot(studio, "ground-scenery");
  await press(studio, "Control+z");
  await press(studio, "Control+z");
  await edited(studio, /Add a ball/);
});
