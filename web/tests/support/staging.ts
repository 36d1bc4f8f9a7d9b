/** Actions in the scene on the stage, and checks of it. Shared by the flows of that workspace. */

import type { Locator, Page } from "@playwright/test";
import { documentOf } from "./documentOf";
import { expect, framesDrawn, within } from "./studioServer";

export const tracks = (page: Page) => page.getByRole("list", { name: /^Scene of/ });
export const clips = (page: Page) => tracks(page).getByRole("button", { name: /, from .* seconds$/ });
export const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
export const motions = (page: Page) => page.getByRole("region", { name: "Motions" }).locator("[data-record]");
export const motion = (page: Page, name: string | RegExp) => motions(page).filter({ hasText: name }).first();
export const props = (page: Page) => page.evaluate(() => window.__kinegraph.props);
export const undoSays = (page: Page, what: RegExp) =>
  expect(page.getByRole("button", { name: what })).toBeEnabled(within(60));

/** The scene as it is on disk. */
export async function sceneOf(page: Page) {
  const found = (await documentOf(page)).records.find((record) => record.kind === "scene");
  return found?.kind === "scene" ? found : null;
}

export async function inStage(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Stage" }).click();
  const cards = page.getByRole("button", { name: "Close these cards" });
  if (await cards.count()) await cards.click();
}

/** Brings a member of the cast onto the stage; returns its id. */
export async function cast(page: Page, name: string): Promise<string> {
  const loaded = () => page.evaluate(() => window.__kinegraph.loaded);
  const before = await loaded();
  await page.getByRole("region", { name: "Cast" }).getByRole("button", { name }).click();
  let id = "";
  await expect
    .poll(async () => (id = (await loaded()).find((each) => !before.includes(each)) ?? ""), within(60))
    .not.toBe("");
  return id;
}

/** Puts a motion of the library onto the scene. */
export async function addToScene(page: Page, name: string | RegExp): Promise<void> {
  const count = (await sceneClips(page)).length;
  await motion(page, name).click();
  await inspector(page).getByRole("button", { name: "Add to scene" }).click();
  await expect.poll(async () => (await sceneClips(page)).length, within(60)).toBe(count + 1);
}

/** Plays a motion on another character of the document, which also puts it onto the scene. */
export async function bringTo(page: Page, name: string | RegExp, character: string): Promise<void> {
  const count = (await sceneClips(page)).length;
  await motion(page, name).click();
  await inspector(page).getByLabel("Play on another character").selectOption({ label: character });
  await expect.poll(async () => (await sceneClips(page)).length, within(90)).toBe(count + 1);
}

export const sceneClips = async (page: Page) =>
  (await sceneOf(page))?.tracks.flatMap((track) => [...track.clips, ...track.layers.flatMap((layer) => layer.clips)]) ??
  [];

/** Adds a prop by the bar over the timeline; it is selected then. */
export async function addProp(page: Page, kind: string): Promise<string> {
  const before = (await props(page)).map(({ id }) => id);
  await page.getByRole("button", { name: "Prop", exact: true }).click();
  await page.getByRole("menuitem", { name: kind }).click();
  let id = "";
  await expect
    .poll(
      async () => (id = (await props(page)).map((each) => each.id).find((each) => !before.includes(each)) ?? ""),
      within(60),
    )
    .not.toBe("");
  return id;
}

/** Where a prop is drawn in the window: a little above its underside. */
export const propAt = (page: Page, id: string) =>
  page.evaluate((which) => {
    const { place } = window.__kinegraph.props.find((each) => each.id === which)!;
    return window.__kinegraph.point([place[0], place[1] + 0.12, place[2]]);
  }, id);

/** Stops the scene and puts the playhead to a frame of it. */
export async function toFrame(page: Page, frame: number): Promise<void> {
  if (await page.evaluate(() => window.__kinegraph.playing)) await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Playhead" }).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  for (let at = 0; at + 10 <= frame; at += 10) await page.keyboard.press("PageUp");
  for (let at = 0; at < frame % 10; at++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.evaluate(() => Math.round(window.__kinegraph.time * 30))).toBe(frame);
  await framesDrawn(page);
}

/** Drags something with the browser's own drag and drop, by the pointer, to a place of the window. */
export async function dragTo(page: Page, thing: Locator, x: number, y: number): Promise<void> {
  const box = (await thing.boundingBox())!;
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3 + 12, box.y + box.height / 2 + 6, { steps: 3 });
  await page.mouse.move(x, y, { steps: 8 });
  await page.mouse.move(x + 1, y);
  await page.mouse.up();
}
