/** What is around creatures: layers of animations, uneven ground, another creature to reach for, and sounds. */

import { animation, bound, inspector, made, PATIENCE, patiently } from "../support/creating";
import { documentOf } from "../support/documentOf";
import { expect, test } from "../support/studioServer";
import type { Page } from "@playwright/test";

patiently();
test.use({ viewport: { width: 1280, height: 800 } });

const motionOf = async (page: Page) => {
  const { records } = await documentOf(page);
  const found = records.filter((record) => record.kind === "motion" && record.form === "creature");
  return found.flatMap((record) => (record.kind === "motion" && record.playing ? [record.playing] : []));
};
const groundOf = async (page: Page) => {
  const stage = (await documentOf(page)).records.find((record) => record.kind === "stage");
  return stage?.kind === "stage" ? stage.ground : null;
};

test("animations are layered, queued, weighed and reordered, each by one undo", async ({ studio }) => {
  await made(studio, "biped");
  await bound(studio, "nod");
  const section = inspector(studio).getByRole("region", { name: "Layers and queue" });
  await section.getByText("Layers and queue").click();
  const layers = async () => (await motionOf(studio)).find(({ layers }) => layers.length > 0)?.layers ?? [];
  await section.getByLabel("Animation to add").selectOption({ label: "wave" });
  await section.getByRole("button", { name: "Queue next" }).click();
  await expect.poll(async () => (await layers()).length, PATIENCE).toBe(1);
  const [queued] = await layers();
  expect(queued!.start).toBeGreaterThan(0.5);
  await section.getByLabel("Animation to add").selectOption({ label: "clap" });
  await section.getByRole("button", { name: "Play over" }).click();
  await expect.poll(async () => (await layers()).length, PATIENCE).toBe(2);
  const items = section.getByRole("listitem");
  await expect(items.first()).toHaveAccessibleName("wave");
  await section.getByRole("button", { name: "Move wave up" }).click();
  await expect(items.first()).toHaveAccessibleName("clap", PATIENCE);
  await section.getByRole("slider", { name: "Weight of clap" }).fill("0.5");
  await expect.poll(async () => (await layers())[0]?.weight, PATIENCE).toBe(0.5);
  await studio.getByRole("button", { name: /^Undo:/ }).click();
  await expect.poll(async () => (await layers())[0]?.weight, PATIENCE).toBe(1);
  await studio.getByRole("button", { name: /^Undo:/ }).click();
  await expect(items.first()).toHaveAccessibleName("wave", PATIENCE);
});

test("stairs and a painted hill are walked on, a stroke is one undo, flattening takes both away", async ({
  studio,
}) => {
  await made(studio, "biped");
  await bound(studio, "clap");
  const section = inspector(studio).getByRole("region", { name: "Ground" });
  await section.locator("summary").click();
  await section.getByRole("button", { name: "Stairs", exact: true }).click();
  await expect.poll(async () => (await groundOf(studio))?.stairs.length, PATIENCE).toBe(1);
  const drawn = () => studio.evaluate(() => window.__kinegraph.relief?.highest ?? 0);
  await expect.poll(drawn, PATIENCE).toBeGreaterThan(0.05);
  await section.getByRole("button", { name: "Paint hills" }).click();
  await studio.mouse.move(560, 480);
  await studio.mouse.down();
  await studio.mouse.move(640, 500, { steps: 6 });
  await studio.mouse.up();
  await expect.poll(async () => (await groundOf(studio))?.hills.length ?? 0, PATIENCE).toBeGreaterThan(0);
  await studio.keyboard.press("Escape");
  await studio.getByRole("button", { name: /^Undo:/ }).click();
  await expect.poll(async () => (await groundOf(studio))?.hills.length, PATIENCE).toBe(0);
  await section.getByRole("button", { name: "Flatten" }).click();
  await expect.poll(drawn, PATIENCE).toBe(0);
});

test("a target follows a part of another creature", async ({ studio }) => {
  await made(studio, "biped");
  await bound(studio, "shake hands");
  const follows = inspector(studio).getByLabel(/^What .* follows$/);
  await follows.selectOption({ index: 1 });
  const count = async () => (await motionOf(studio)).filter((playing) => Object.keys(playing.bound).length > 0).length;
  await expect.poll(count, PATIENCE).toBe(1);
  await studio.getByRole("button", { name: /^Undo:/ }).click();
  await expect.poll(count, PATIENCE).toBe(0);
});

test("claps are due as the playhead passes them, and muting is remembered", async ({ studio }) => {
  await made(studio, "biped");
  await bound(studio, "clap");
  await expect(animation(studio, "clap")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.heard), PATIENCE).toContain("clap");
  await inspector(studio).getByRole("button", { name: "Mute sounds" }).click();
  await studio.reload();
  await studio.getByRole("tab", { name: "Creatures" }).click();
  await inspector(studio).getByRole("tab", { name: "Motion" }).click();
  await expect(inspector(studio).getByRole("button", { name: "Turn sounds on" })).toBeVisible(PATIENCE);
});
