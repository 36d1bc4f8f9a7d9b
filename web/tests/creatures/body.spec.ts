/** Building a body: parts fit it, a missed drop is reported, the camera follows, an arrow marks the front, and an animation that the body
 * lacks limbs for says so. */

import type { Page } from "@playwright/test";
import {
  animation,
  bones,
  inCreatures,
  inspector,
  loaded,
  made,
  part,
  PATIENCE,
  patiently,
  settled,
} from "../support/creating";
import { characterIn, documentOf } from "../support/documentOf";
import { expect, test } from "../support/studioServer";

patiently();

/** Takes a card of the palette, carries it to a place in the window, and lets go there. */
async function dropped(page: Page, name: string, to: { x: number; y: number }): Promise<void> {
  await part(page, name).scrollIntoViewIfNeeded();
  const box = (await part(page, name).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

const middle = (page: Page, id: string) => page.evaluate((who) => window.__kinegraph.screen(who, 2), id);
/** Where a creature's spine is in the window, at a share of its joints. */
const along = async (page: Page, id: string, share: number) => {
  const joint = Math.round(share * ((await bones(page, id)) - 1));
  return page.evaluate(([who, at]) => window.__kinegraph.screen(who, at), [id, joint] as const);
};
const stageBox = async (page: Page) => (await page.locator("canvas").first().boundingBox())!;

/** Whether all joints of a creature are inside the stage, by a margin of a twentieth of it. */
async function inView(page: Page, id: string): Promise<boolean> {
  const box = await stageBox(page);
  const count = await bones(page, id);
  const at = await page.evaluate(
    ([who, joints]) => Array.from({ length: joints }, (_, joint) => window.__kinegraph.screen(who, joint)),
    [id, count] as const,
  );
  return at.every(
    ({ x, y }) =>
      x > box.x + box.width / 20 &&
      x < box.x + (box.width * 19) / 20 &&
      y > box.y + box.height / 20 &&
      y < box.y + (box.height * 19) / 20,
  );
}

test("a name stays under its creature when the window changes its size", async ({ studio }) => {
  await inCreatures(studio);
  const bear = characterIn(await documentOf(studio), "Bear");
  const name = studio.getByRole("list", { name: "Creatures on stage" }).getByRole("button", { name: "Bear" });
  const aside = async () => {
    const { x, width } = (await name.boundingBox())!;
    return Math.abs(x + width / 2 - (await studio.evaluate((who) => window.__kinegraph.screen(who, 0).x, bear)));
  };
  await expect.poll(aside).toBeLessThan(40);
  await studio.setViewportSize({ width: 1440, height: 900 });
  await settled(studio);
  await expect.poll(aside).toBeLessThan(40);
});

test("a head fits the torso it lands on, a part beside the body is not added, and the hint line says so", async ({
  studio,
}) => {
  const id = await made(studio, "torso");
  const plan = async () => {
    const record = (await documentOf(studio)).records.find((each) => each.id === id);
    return record?.kind === "character" ? record.plan! : null;
  };
  const thick = Math.max(...(await plan())!.spine.map(({ radius }) => radius));
  await dropped(studio, "round head", await middle(studio, id));
  await studio.mouse.up();
  await expect.poll(async () => (await plan())!.parts.length, PATIENCE).toBe(1);
  expect((await plan())!.parts[0]!.size).toBeGreaterThan(0.6 * thick);

  const box = await stageBox(studio);
  await dropped(studio, "horn", { x: box.x + box.width - 60, y: box.y + 60 });
  await studio.mouse.up();
  await studio.mouse.move(box.x + box.width - 80, box.y + 70);
  await expect(studio.locator(".hints")).toContainText("Nothing was added.");
  expect((await plan())!.parts.length).toBe(1);
});

test("the camera follows when the first leg lifts the torso", async ({ studio }) => {
  const id = await made(studio, "torso");
  const height = async () =>
    Math.max(...(await studio.evaluate((who) => window.__kinegraph.joints(who), id)).filter((_, n) => n % 3 === 1));
  const low = await height();
  const [behind, before] = [await along(studio, id, 0.2), await along(studio, id, 0.95)];
  expect(Math.hypot(before.x - behind.x, before.y - behind.y)).toBeGreaterThan(60);
  await dropped(studio, "paw", behind);
  await expect.poll(height, PATIENCE).toBeGreaterThan(1.5 * low); // it stands while the leg is in the hand
  // The hand goes on over the place that the body has left, and the leg goes with it.
  await studio.mouse.move(before.x, before.y);
  await expect.poll(height, PATIENCE).toBeGreaterThan(1.5 * low);
  await studio.mouse.up();
  await expect(inspector(studio).getByRole("region", { name: "Selected part" })).toBeVisible(PATIENCE);
  await expect.poll(height, PATIENCE).toBeGreaterThan(1.5 * low);
  await settled(studio);
  await expect.poll(() => inView(studio, id)).toBe(true);
  const record = (await documentOf(studio)).records.find((each) => each.id === id);
  const { seat } = (record?.kind === "character" && record.plan!.limbs[0]) as { seat: { at: number } };
  expect(seat.at).toBeGreaterThan(0.6);
});

test("F frames the chosen creature while another one walks, and an arrow marks its front", async ({ studio }) => {
  await made(studio, "biped");
  await inspector(studio).getByRole("tab", { name: "Motion" }).click();
  const speed = inspector(studio).getByRole("region", { name: "Locomotion" }).getByRole("slider", { name: "Speed" });
  await expect(speed).toBeEnabled(PATIENCE);
  const box = (await speed.boundingBox())!;
  await studio.mouse.click(box.x + 0.7 * box.width, box.y + box.height / 2);
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing), PATIENCE).toBe(true);
  await expect(studio.getByRole("button", { name: /^Undo: Play Walk/ })).toBeEnabled(PATIENCE);
  const before = await loaded(studio);
  await studio.getByRole("button", { name: "Choose a creature" }).click();
  await studio.locator('[data-kind="quadruped"]').click();
  let id = "";
  await expect
    .poll(async () => (id = (await loaded(studio)).find((each) => !before.includes(each)) ?? ""), PATIENCE)
    .not.toBe("");
  const chosen = async () =>
    (await documentOf(studio)).records.some((record) => record.kind === "view" && record.character === id);
  await expect.poll(chosen, PATIENCE).toBe(true);
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("f");
  await studio.waitForTimeout(1500); // the other one walks on meanwhile
  await expect.poll(() => inView(studio, id)).toBe(true);
  const front = (await studio.evaluate(() => window.__kinegraph.front))!;
  const joints = await studio.evaluate((who) => window.__kinegraph.joints(who), id);
  const zs = joints.filter((_, n) => n % 3 === 2);
  expect(front.place[2]).toBeGreaterThan(Math.max(...zs) - 0.05);
});

test("a creature that an animation is not for says why", async ({ studio }) => {
  const id = await made(studio, "snail");
  await animation(studio, "kick").hover();
  const name = studio.getByRole("list", { name: "Creatures on stage" }).getByRole("listitem");
  const record = (await documentOf(studio)).records.find((each) => each.id === id);
  const who = record?.kind === "character" ? record.name : "";
  await expect(name.filter({ hasText: who }).getByRole("note")).toContainText(/\w+ .*\./, PATIENCE);
});
