/** Creatures: making one, building on it, and playing animations on all; with real pointer events. */

import type { Page } from "@playwright/test";
import {
  animation,
  bones,
  handles,
  inspector,
  loaded,
  made,
  part,
  PATIENCE,
  patiently,
  settled,
} from "../support/creating";
import { documentOf } from "../support/documentOf";
import { at, furthest, joints, type Point } from "../support/performing";
import { expect, hintsAt, test } from "../support/studioServer";

patiently();

/** Where a ball on the spine is in the window. */
async function spinePoint(page: Page, index: number): Promise<Point> {
  const found = (await handles(page)).find(({ kind, name }) => kind === "spine" && name === String(index))!;
  return at(page, found.place);
}

/** Carries a card of the palette over the creature's middle; it stays in the hand. */
async function carried(page: Page, name: string, id: string): Promise<void> {
  await part(page, name).scrollIntoViewIfNeeded();
  const box = (await part(page, name).boundingBox())!;
  const body = await page.evaluate((who) => window.__kinegraph.screen(who, 2), id);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y, { steps: 3 });
  await page.mouse.move(body.x, body.y, { steps: 6 });
}

test("a part is dragged onto a new creature, on both sides; one undo takes it off", async ({ studio }) => {
  const id = await made(studio);
  const before = await bones(studio, id);
  await carried(studio, "horn", id);
  await hintsAt(studio, "putPart");
  await expect.poll(() => bones(studio, id)).toBe(before + 2); // it is on while it is held
  await studio.mouse.up();
  await expect(inspector(studio).getByRole("region", { name: "Selected part" })).toContainText("Horn");
  await expect(inspector(studio).getByRole("checkbox", { name: "on both sides" })).toBeChecked();
  await expect.poll(() => bones(studio, id)).toBe(before + 2);
  const record = (await documentOf(studio)).records.find((each) => each.id === id);
  expect(record?.kind === "character" && record.plan?.parts.some((part) => part.kind === "horn")).toBe(true);
  await studio.keyboard.press("Control+z");
  await expect.poll(() => bones(studio, id)).toBe(before);
});

test("the spine bends under the hand; Escape leaves it, a release keeps it, one undo straightens it", async ({
  studio,
}) => {
  const id = await made(studio);
  const rest = await joints(studio, id);
  const drag = async () => {
    await settled(studio);
    const ball = await spinePoint(studio, 0);
    await studio.mouse.move(ball.x, ball.y);
    await hintsAt(studio, "spinePoint");
    await studio.mouse.down();
    await studio.mouse.move(ball.x + 10, ball.y - 45, { steps: 6 });
    await expect.poll(async () => furthest(rest, await joints(studio, id))).toBeGreaterThan(0.03);
  };
  await drag();
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect.poll(async () => furthest(rest, await joints(studio, id))).toBeLessThan(1e-3);
  await drag();
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: (?!Create)/ })).toBeEnabled();
  await expect.poll(async () => furthest(rest, await joints(studio, id))).toBeGreaterThan(0.03);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => furthest(rest, await joints(studio, id))).toBeLessThan(1e-3);
});

test("all creatures preview an animation that is hovered, play one that is clicked, and undo ends it", async ({
  studio,
}) => {
  await made(studio, "biped");
  const everybody = await loaded(studio);
  const still = await Promise.all(everybody.map((id) => joints(studio, id)));
  const moved = async () =>
    Math.min(
      ...(await Promise.all(everybody.map(async (id, index) => furthest(still[index]!, await joints(studio, id))))),
    );
  await animation(studio, "nod").hover();
  await expect.poll(moved, PATIENCE).toBeGreaterThan(0.005);
  await studio.mouse.move(500, 200);
  await expect.poll(moved).toBeLessThan(0.005);
  await animation(studio, "nod").click();
  await expect(animation(studio, "nod")).toHaveAttribute("aria-pressed", "true", PATIENCE);
  await studio.mouse.move(500, 200);
  await expect.poll(moved, PATIENCE).toBeGreaterThan(0.005);
  await studio.keyboard.press("Control+z");
  await expect(animation(studio, "nod")).toHaveAttribute("aria-pressed", "false");
});
