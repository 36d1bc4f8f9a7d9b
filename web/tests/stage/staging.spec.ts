/** Props, cameras, targets and drops in the scene, with real pointer events; undone and redone, over a restart too. */

import type { Page } from "@playwright/test";
import { restingView } from "../support/performing";
import {
  addProp,
  addToScene,
  cast,
  clips,
  dragTo,
  inspector,
  inStage,
  motion,
  propAt,
  props,
  sceneClips,
  sceneOf,
  toFrame,
  tracks,
  undoSays,
} from "../support/staging";
import { CONNECTION_LOST, expect, onStage, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
test.use({ viewport: { width: 1440, height: 900 }, expectedErrors: CONNECTION_LOST, actionTimeout: 20_000 });

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();
const select = (page: Page, label: string) => inspector(page).getByLabel(label, { exact: true });
const rowOf = (page: Page, name: RegExp) => tracks(page).getByRole("button", { name });
let ball = "";
let dog = "";

test("a motion of the library is dropped on a body, and on a track", async ({ studio }) => {
  await inStage(studio);
  dog = await cast(studio, "Dog");
  await addToScene(studio, "walk");
  await rowOf(studio, /^Track of Bear/).waitFor();
  await restingView(studio);
  await test.step("on the dog: the result is the dog's own, and is shown", async () => {
    const body = await studio.evaluate((id) => window.__kinegraph.screen(id, 1), dog);
    await dragTo(studio, motion(studio, "wave"), body.x, body.y);
    await undoSays(studio, /^Undo: Play Wave on Dog/);
    await expect(inspector(studio)).toContainText(/Feet slip .* of its size/);
  });
  await test.step("on the track of the bear, where the pointer lets it go", async () => {
    await studio.keyboard.press("j");
    const lane = (await rowOf(studio, /^Track of Bear/).boundingBox())!;
    const end = (await clips(studio).first().boundingBox())!;
    await dragTo(studio, motion(studio, "wave"), end.x + end.width - 40, lane.y + lane.height / 2);
    await expect(clips(studio)).toHaveCount(2, within(60));
    const [walk, wave] = await sceneClips(studio);
    expect(wave!.start).toBeGreaterThan(walk!.start + 0.5);
  });
});

test("a ball is added, dragged on the ground, pushed, and each is one undo step", async ({ studio }) => {
  await inStage(studio);
  await toFrame(studio, 0);
  ball = await addProp(studio, "Ball");
  await restingView(studio);
  const before = (await props(studio))[0]!.place;
  const at = await propAt(studio, ball);
  await studio.mouse.move(at.x, at.y);
  await expect(studio.locator(".hints")).toHaveAttribute("data-place", "sceneProp");
  await studio.mouse.down();
  await studio.mouse.move(at.x + 60, at.y + 20, { steps: 4 });
  await studio.mouse.move(at.x + 120, at.y + 30, { steps: 4 });
  await studio.mouse.up();
  await undoSays(studio, /^Undo: Move ball/);
  const after = (await props(studio))[0]!.place;
  expect(Math.hypot(after[0] - before[0], after[2] - before[2])).toBeGreaterThan(0.2);
  expect(after[1]).toBeCloseTo(before[1]);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => Math.abs((await props(studio))[0]!.place[0] - before[0]) < 1e-3).toBe(true);
  await studio.keyboard.press("Control+Shift+z");
  await rowOf(studio, /^Prop ball/).click();
  await inspector(studio).getByText("Falls and rolls").click();
  const push = inspector(studio).getByLabel("Push x");
  await push.click();
  await push.fill("1.5");
  await push.press("Enter");
  await undoSays(studio, /^Undo: Change ball/);
  const start = (await props(studio))[0]!.middle[0];
  await toFrame(studio, 40);
  await expect.poll(async () => (await props(studio))[0]!.middle[0] - start, within(30)).toBeGreaterThan(0.5);
  await shot(studio, "stage-ball");
});

test("two characters shake hands, and one looks at the ball, without a script", async ({ studio }) => {
  await inStage(studio);
  await rowOf(studio, /^Track of Bear/).click();
  await inspector(studio).getByRole("button", { name: "Add", exact: true }).click();
  await studio.getByRole("menuitem", { name: "Look at" }).click();
  const looks = inspector(studio).getByRole("group", { name: "Looks at" });
  await looks.getByLabel("What").selectOption({ label: "ball" });
  await expect.poll(async () => (await sceneOf(studio))!.tracks[0]!.targets[0]!.of).toBe(ball);
  await inspector(studio).getByRole("button", { name: "Add", exact: true }).click();
  await studio.getByRole("menuitem", { name: "Shake hands with" }).click();
  await undoSays(studio, /^Undo: Change the handshakes/);
  const shake = (await sceneOf(studio))!.handshakes[0]!;
  expect(shake.second).toBe(dog);
  await inspector(studio).getByRole("button", { name: "Add", exact: true }).click();
  await studio.getByRole("menuitem", { name: "Hold" }).click();
  await expect(inspector(studio).getByRole("group", { name: "Holds ball" })).toBeVisible(within(30));
  const { by } = (await sceneOf(studio))!.props[0]!.held[0]!;
  expect(by).toBe((await sceneOf(studio))!.tracks[0]!.character);
  await shot(studio, "stage-targets");
});

test("a point that is looked at is dragged on the stage", async ({ studio }) => {
  await inStage(studio);
  await rowOf(studio, /^Track of Bear/).click();
  const looks = inspector(studio).getByRole("group", { name: "Looks at" });
  await looks.getByLabel("What").selectOption({ label: "A point on the stage" });
  const target = async () => (await sceneOf(studio))!.tracks[0]!.targets[0]!;
  await expect.poll(async () => (await target()).of).toBe(null);
  const before = (await target()).point;
  await restingView(studio);
  const at = await studio.evaluate((place) => window.__kinegraph.point(place), before);
  await studio.mouse.move(at.x, at.y);
  await expect(studio.locator(".hints")).toHaveAttribute("data-place", "scenePoint");
  await studio.mouse.down();
  await studio.mouse.move(at.x + 50, at.y - 30, { steps: 5 });
  await studio.mouse.up();
  await expect.poll(async () => (await target()).point[1]).toBeGreaterThan(before[1] + 0.02);
});

test("two cameras: a cut, a key, a thing that is looked at; the stage is seen through them", async ({ studio }) => {
  await inStage(studio);
  await toFrame(studio, 0);
  await studio.keyboard.press("Home");
  await restingView(studio);
  const wide = await studio.evaluate(() => window.__kinegraph.camera.eye);
  await studio.keyboard.press("x");
  await expect(tracks(studio).getByRole("button", { name: /^Camera 1, from/ })).toBeVisible(within(30));
  await toFrame(studio, 30);
  await studio.keyboard.press("3");
  await restingView(studio);
  await studio.keyboard.press("x");
  await expect(tracks(studio).getByRole("button", { name: /^Camera 2, from 1.00/ })).toBeVisible(within(30));
  await select(studio, "Looks at").selectOption({ label: "Dog" });
  await select(studio, "Part").selectOption({ label: "head" });
  await toFrame(studio, 50);
  await studio.keyboard.press("1");
  await restingView(studio);
  await studio.keyboard.press("k");
  await expect.poll(async () => (await sceneOf(studio))!.shots[1]!.keys.length).toBe(2);
  await studio.keyboard.press("v");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.film)).toBe(true);
  await toFrame(studio, 0);
  const eye = async () => (await studio.evaluate(() => window.__kinegraph.camera)).eye;
  await expect
    .poll(async () => Math.hypot(...(await eye()).map((value, axis) => value - wide[axis]!)), within(30))
    .toBeLessThan(0.02);
  await toFrame(studio, 35);
  expect(Math.hypot(...(await eye()).map((value, axis) => value - wide[axis]!))).toBeGreaterThan(0.5);
  await shot(studio, "stage-film");
  await studio.keyboard.press("v");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.film)).toBe(false);
});

test("a cut is dragged in time, and the light is the scene's own", async ({ studio }) => {
  await inStage(studio);
  const edge = tracks(studio).getByRole("button", { name: "Cut to camera 2" });
  const box = (await edge.boundingBox())!;
  await studio.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 5 });
  await studio.mouse.up();
  await expect.poll(async () => (await sceneOf(studio))!.shots[1]!.start).toBeGreaterThan(1.1);
  await studio.getByLabel("Light of the scene").selectOption({ label: "Light room" });
  await undoSays(studio, /^Undo: Change the light of the scene/);
});

test("undo goes back across all of it over a restart of the studio", async ({ studio, server }) => {
  const before = (await sceneOf(studio))!;
  expect(before.light).toBe("light");
  await server.stop();
  await server.start();
  await studio.goto(server.url);
  await onStage(studio);
  await inStage(studio);
  expect(await sceneOf(studio)).toEqual(before);
  await studio.locator("canvas").first().focus();
  const label = () => studio.getByRole("button", { name: /^Undo/ }).first().getAttribute("aria-label");
  const state = async () => JSON.stringify([await sceneOf(studio), await label()]);
  for (let step = 0; (await sceneOf(studio))?.tracks.length && step < 60; step++) {
    const last = await state();
    await studio.keyboard.press("Control+z");
    await expect.poll(state, within(30)).not.toBe(last);
  }
  const empty = await sceneOf(studio);
  expect(empty?.props ?? []).toEqual([]);
  expect(empty?.shots ?? []).toEqual([]);
  await studio.keyboard.press("Control+Shift+z");
  await expect.poll(async () => (await sceneOf(studio))?.tracks.length, within(30)).toBe(1);
});
