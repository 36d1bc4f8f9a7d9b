/** Creatures' animations: things that are reached for, variants, posing and walking; with real pointer events. */

import { animationIn, channels, inspector, PATIENCE, patiently, playing, still, who } from "../support/creating";
import { furthest, joints } from "../support/performing";
import { expect, hintsAt, test } from "../support/studioServer";

patiently();
test.use({ viewport: { width: 1280, height: 800 } });

test("a creature that reaches for a thing follows it during a drag; another variant reaches with another hand", async ({
  studio,
}) => {
  await playing(studio, "eat fruit");
  await expect.poll(async () => (await channels(studio)).targets.length, PATIENCE).toBe(1);
  const id = await who(studio);
  // To where the hand is at the fruit, however far the animation has played.
  const list = inspector(studio).getByRole("listbox", { name: "Channels" });
  await list.getByRole("option", { name: /hand to fruit/ }).click();
  await studio.locator("canvas").first().focus();
  await studio.keyboard.press("Shift+ArrowLeft");
  const time = () => studio.evaluate(() => window.__kinegraph.time);
  await expect.poll(time).toBe(0);
  while ((await time()) < 0.99) {
    const last = await time();
    await studio.keyboard.press("Shift+.");
    await expect.poll(time).toBeGreaterThan(last);
  }
  expect(await time()).toBeLessThan(1.1);
  const before = await still(studio, id);
  const fruit = (await channels(studio)).targets[0]!.place;
  const at = await studio.evaluate((place) => window.__kinegraph.point(place), fruit);
  await studio.mouse.move(at.x, at.y);
  await hintsAt(studio, "target");
  await studio.mouse.down();
  await studio.mouse.move(at.x + 60, at.y - 40, { steps: 5 });
  await expect.poll(async () => furthest(fruit, (await channels(studio)).targets[0]!.place)).toBeGreaterThan(0.05);
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.01);
  await studio.mouse.up();
  await expect(studio.getByRole("button", { name: /^Undo: (?!Play)/ })).toBeEnabled();
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeLessThan(1e-3);

  const second = inspector(studio).getByRole("radio", { name: /^Variant 2:/ });
  await second.click();
  await expect(second).toBeChecked();
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.05);
});

test("a body is posed by its handle, which sets a key; the curve shows it, for all creatures and for one", async ({
  studio,
}) => {
  await playing(studio, "wave");
  const id = await who(studio);
  const keys = async () => (await animationIn(studio))?.motion.channels?.[0]?.position?.keys.length ?? 0;
  const had = await keys();
  await expect.poll(async () => (await channels(studio)).handle !== null).toBe(true);
  await studio.keyboard.press("w");
  // To a time without a keyframe: on one, the drag would change it instead of setting another.
  const time = () => studio.evaluate(() => window.__kinegraph.time);
  await studio.keyboard.press("Shift+ArrowLeft");
  await expect.poll(time).toBe(0);
  for (let step = 0; step < 20; step++) await studio.keyboard.press(".");
  await expect.poll(time).toBeCloseTo(20 / 60, 3);
  const before = await still(studio, id);
  const place = (await channels(studio)).handle!;
  const at = await studio.evaluate((point) => window.__kinegraph.point(point), place);
  await studio.mouse.move(at.x, at.y);
  await hintsAt(studio, "poseHandle");
  await studio.mouse.down();
  await studio.mouse.move(at.x - 20, at.y - 50, { steps: 5 });
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.02);
  await studio.mouse.up();
  await expect.poll(keys).toBe(had + 1);
  await inspector(studio).page().getByRole("radio", { name: "Bear" }).click();
  await expect(studio.getByRole("group", { name: "Curves" })).toContainText(`${had + 1} keyframes`);
  await studio.keyboard.press("Control+z");
  await expect.poll(keys).toBe(had);
});

test("a path that is drawn on the ground is walked, and undo stands still again", async ({ studio }) => {
  await playing(studio, "wave");
  const id = await who(studio);
  const start = await joints(studio, id);
  await inspector(studio).getByRole("button", { name: "Draw a path" }).click();
  const points = await studio.evaluate(() =>
    [
      [0.2, 0],
      [0.5, 0.1],
      [0.9, 0.3],
    ].map(([x, z]) => window.__kinegraph.ground(x!, z!)),
  );
  await studio.mouse.move(points[0]!.x, points[0]!.y);
  await hintsAt(studio, "drawGround");
  await studio.mouse.down();
  for (const { x, y } of points.slice(1)) await studio.mouse.move(x, y, { steps: 6 });
  await studio.mouse.up();
  await expect.poll(async () => (await channels(studio)).path.length).toBeGreaterThan(3);
  await expect(inspector(studio).getByText(/^\d\.\d m, about \d+ s$/)).toBeVisible();
  await studio.keyboard.press("Shift+ArrowRight");
  await expect.poll(async () => furthest(start, await joints(studio, id))).toBeGreaterThan(0.3);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => (await channels(studio)).path.length).toBe(0);
});
