import { Acknowledgements } from "../support/acknowledgements";
import { characterIn, documentOf, layersIn, performancesIn, timesOf } from "../support/documentOf";
import { bar, dragBall, inPerform, layerRows, letBallLie, restingBall, type Way } from "../support/performing";
import { expect, pageTime, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(150) });
test.use({ actionTimeout: 20_000 });

const ROUND: Way = [
  [50, 0],
  [50, 45],
  [-50, 45],
  [-50, -35],
  [0, 0],
];

test("a take counts in, is recorded slowly, and a stretch of it anew", async ({ studio }) => {
  const heard = new Acknowledgements().listenTo(studio);
  await studio.reload();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph?.loaded.length ?? 0)).toBe(1);
  await letBallLie(studio);
  const id = characterIn(await documentOf(studio), "Bear");
  const newest = async () => performancesIn(await documentOf(studio), id).find(({ name }) => name === "look around")!;

  await bar(studio).getByRole("button", { name: "Record" }).click();
  await bar(studio).getByRole("button", { name: "Count in" }).click();
  await bar(studio).getByRole("button", { name: "Record at half speed" }).click();
  const clock = () => studio.evaluate(() => performance.now() / 1000);
  const began = await clock();
  await dragBall(studio, [[10, 0]]);
  await expect(studio.getByRole("status", { name: /Recording starts in/ })).toBeVisible();
  await expect(bar(studio)).toContainText("Release to end");
  const at = await restingBall(studio);
  for (const [x, y] of [...ROUND, ...ROUND]) {
    await studio.mouse.move(at.x + x, at.y + y, { steps: 4 });
    await pageTime(studio, 0.12);
  }
  await studio.mouse.up();
  const held = (await clock()) - began;
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  expect(heard.last.at(-1)!, "nothing is recorded while it counts").toBeLessThan(held - 2.9);
  const slow = await newest();
  expect(layersIn(slow)[0]!.end).toBeCloseTo(0.5 * heard.last.at(-1)!, 6);
  expect(layersIn(slow)[0]!.events).toBe(heard.last.length);

  // Only the loop's range is recorded anew, and there it ends by itself.
  const end = layersIn(slow)[0]!.end;
  const track = (await studio.getByRole("slider", { name: "Playhead" }).boundingBox())!;
  const strip = (await studio.getByRole("button", { name: /^take 1, from/ }).boundingBox())!;
  for (const [share, key] of [
    [0.35, "i"],
    [0.65, "o"],
  ] as const) {
    await studio.mouse.click(strip.x + share * strip.width, track.y + 10);
    await studio.keyboard.press(key);
  }
  const before = await timesOf(studio, slow.id, "take 1");
  if (await studio.getByRole("button", { name: "Loop is on" }).count()) await studio.keyboard.press("l");
  await layerRows(studio).first().getByRole("button", { name: "Record take 1 again" }).click();
  await expect(bar(studio)).toContainText("Replace “take 1”");
  await bar(studio).getByRole("button", { name: "Count in" }).click();
  await dragBall(studio, ROUND, 30);
  await expect(bar(studio).getByRole("button", { name: "Keep" })).toBeVisible();
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const anew = await newest();
  expect(layersIn(anew).map(({ name }) => name)).toEqual(["take 1"]);
  const after = await timesOf(studio, anew.id, "take 1");
  const [from, until] = [0.35 * end + 0.1, 0.65 * end - 0.1];
  expect(after.filter((time) => time < from - 0.2)).toEqual(before.filter((time) => time < from - 0.2));
  expect(after.filter((time) => time > until + 0.2)).toEqual(before.filter((time) => time > until + 0.2));
  expect(after.filter((time) => time > from && time < until)).not.toEqual(
    before.filter((time) => time > from && time < until),
  );
  await studio.keyboard.press("Control+z");
  await expect.poll(() => timesOf(studio, slow.id, "take 1")).toEqual(before);
});

test("layers are shifted, stretched, reordered, smoothed, repeated, copied, renamed, and every step is undone", async ({
  studio,
}) => {
  await inPerform(studio);
  const id = characterIn(await documentOf(studio), "Bear");
  const performance = async () =>
    performancesIn(await documentOf(studio), id).find(({ name }) => name === "look around")!;
  await expect(layerRows(studio)).toHaveCount(1);
  const stored = async () => layersIn(await performance());
  const names = async () => (await stored()).map(({ name }) => name);
  const first = await stored();
  await layerRows(studio)
    .first()
    .click({ position: { x: 60, y: 14 } });

  /** One edit, and the way back. */
  const undone = async (was: unknown) => {
    await studio.locator("canvas").focus();
    await studio.keyboard.press("Control+z");
    await expect.poll(stored).toEqual(was);
    const { undoLabel } = await documentOf(studio);
    await expect(studio.getByRole("button", { name: `Undo: ${undoLabel}` })).toBeVisible(); // the page has it, too
  };
  const drag = async (name: string | RegExp, x: number, y = 0) => {
    const held = studio.getByRole("button", { name }).first();
    let box = (await held.boundingBox())!;
    await expect // an undo may have made the performance shorter, and the timeline shows it whole again
      .poll(
        async () => {
          const before = box;
          box = (await held.boundingBox())!;
          return Math.abs(before.x - box.x) + Math.abs(before.width - box.width);
        },
        { intervals: [300] },
      )
      .toBe(0);
    await studio.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await studio.mouse.down();
    await studio.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y, { steps: 6 });
    await studio.mouse.up();
  };

  await drag(/^take 1, from/, 90);
  await expect.poll(async () => (await stored())[0]!.start).toBeGreaterThan(0.05);
  expect((await stored())[0]!.end - (await stored())[0]!.start).toBeCloseTo(first[0]!.end - first[0]!.start, 6);
  await undone(first);
  await drag("End of take 1", -120);
  await expect.poll(async () => (await stored())[0]!.end).toBeLessThan(first[0]!.end - 0.05);
  expect((await stored())[0]!.events).toBe(first[0]!.events);
  await undone(first);

  const menu = studio.getByRole("menu", { name: "Layer take 1" });
  await layerRows(studio).first().getByRole("button", { name: "More actions for take 1" }).click();
  const before = (await performance()).blob;
  await menu.getByRole("slider").fill("0.5");
  await expect.poll(async () => (await performance()).blob).not.toBe(before);
  expect((await documentOf(studio)).undoLabel).toBe("Smooth take 1");
  await studio.keyboard.press("Escape");
  await undone(first);
  await expect
    .poll(async () => (await performance()).blob, "the layer's span is the same before and after")
    .toBe(before);

  await layerRows(studio).first().getByRole("button", { name: "More actions for take 1" }).click();
  await menu.getByRole("menuitem", { name: /Repeat once more/ }).click();
  await expect.poll(async () => (await stored())[0]!.end).toBeCloseTo(2 * first[0]!.end - first[0]!.start, 3);
  await undone(first);

  await studio.keyboard.press("Control+d");
  await expect.poll(names).toEqual(["take 1", "take 1 copy"]);
  await drag("Reorder take 1 copy", 0, -40);
  await expect.poll(names).toEqual(["take 1 copy", "take 1"]);
  const two = await stored();
  await studio.keyboard.press("F2");
  await studio.getByRole("textbox", { name: "Layer name" }).fill("echo");
  await studio.keyboard.press("Enter");
  await expect.poll(names).toEqual(["echo", "take 1"]);
  await undone(two);
  await layerRows(studio).first().getByRole("button", { name: "Solo take 1 copy" }).click();
  await expect.poll(async () => (await stored())[0]!.solo).toBe(true);
  await undone(two);
  await studio.keyboard.press("Delete");
  await expect.poll(names).toEqual(["take 1"]);
  await undone(two);
});
