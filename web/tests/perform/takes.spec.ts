import type { Page } from "@playwright/test";
import { Acknowledgements } from "../support/acknowledgements";
import { characterIn, documentOf, layersIn, performancesIn, setsIn, timesOf } from "../support/documentOf";
import {
  armed,
  bar,
  cast,
  dragBall,
  furthest,
  inPerform,
  joints,
  layerRows,
  markers,
  partThat,
  type Way,
} from "../support/performing";
import { CONNECTION_LOST, expect, onStage, pageTime, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(150) });
test.use({ expectedErrors: CONNECTION_LOST }); // some flows cut the connection or kill the studio
test.use({ actionTimeout: 20_000 });

const ROUND: Way = [
  [50, 0],
  [50, 45],
  [-50, 45],
  [-50, -35],
  [0, 0],
];

/** Poses a part by dragging it. */
async function pose(page: Page, id: string, doing: "turn" | "pull", by: [number, number]): Promise<void> {
  const before = await joints(page, id);
  const part = await partThat(page, id, doing);
  await page.mouse.down();
  await page.mouse.move(part.x + by[0], part.y + by[1], { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => furthest(before, await joints(page, id))).toBeGreaterThan(0.01);
}

test("what is designed, performed and acknowledged outlives a kill -9 during a recording", async ({
  studio,
  server,
}) => {
  const heard = new Acknowledgements().listenTo(studio);
  await studio.reload(); // from here on every message is overheard
  await onStage(studio);

  // A set of three keys, from nothing: the first character may welcome, but the hand is on another character's parts.
  await inPerform(studio);
  const id = await cast(studio, "stick");
  await bar(studio).getByRole("button", { name: "Start an empty set" }).click();
  await pose(studio, id, "turn", [25, -30]);
  await studio.keyboard.press("k");
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(1);
  for (const [index, [x, doing]] of (
    [
      [-110, "turn"],
      [120, "pull"],
    ] as const
  ).entries()) {
    await dragBall(studio, [[x, -30]]);
    await studio.mouse.up();
    await pose(studio, id, doing, [index ? 40 : -45, 35]);
    await studio.keyboard.press("k");
    await expect.poll(() => markers(studio).then((all) => all.length)).toBe(index + 2);
  }

  // It is performed, and plays.
  await studio.keyboard.press("r");
  await armed(studio);
  await dragBall(studio, ROUND, 120);
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(false);
  await studio.keyboard.press("Space");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
  const seen = await joints(studio, id);
  await expect.poll(async () => furthest(seen, await joints(studio, id))).toBeGreaterThan(0.01);
  const performed = await documentOf(studio);
  const [before] = performancesIn(performed, id);
  expect(layersIn(before)).toHaveLength(1);
  expect(layersIn(before)[0]!.events).toBe(heard.last.length);
  expect(await timesOf(studio, before!.id, "take 1")).toEqual(heard.last);

  // Undone and done again it is the same.
  await studio.keyboard.press("Control+z");
  await expect(layerRows(studio)).toHaveCount(0);
  await studio.keyboard.press("Control+Shift+Z");
  await expect(layerRows(studio)).toHaveCount(1);
  expect(performancesIn(await documentOf(studio), id)).toEqual([before]);

  // In the middle of a second take the studio is gone.
  await studio.keyboard.press("Shift+R");
  await armed(studio);
  await dragBall(studio, ROUND, 150);
  await expect.poll(() => heard.last.length).toBeGreaterThan(10);
  await studio.mouse.move(500, 200, { steps: 8 });
  const acknowledged = [...heard.last];
  await server.kill();
  await studio.mouse.up();

  // What was acknowledged is there.
  await server.start();
  await studio.goto("about:blank");
  await studio.goto(server.url);
  await onStage(studio, 2);
  const after = await documentOf(studio);
  expect(setsIn(after, id)).toEqual(setsIn(performed, id));
  const [recovered] = performancesIn(after, id);
  expect(layersIn(recovered).map(({ name }) => name)).toEqual(["take 1", "recovered"]);
  expect(layersIn(recovered)[0]).toEqual(layersIn(before)[0]);
  const layer = layersIn(recovered)[1]!;
  expect(layer.events).toBeGreaterThanOrEqual(acknowledged.length);
  expect(layer.end).toBeGreaterThanOrEqual(acknowledged.at(-1)!);
  const times = new Set(await timesOf(studio, recovered!.id, "recovered"));
  expect(acknowledged.filter((time) => !times.has(time))).toEqual([]);

  // And it goes on: it plays, the recovery can be undone, keys and the first take stay.
  await inPerform(studio);
  await expect(layerRows(studio)).toHaveCount(2);
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(3);
  const again = await joints(studio, id);
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
  await expect.poll(async () => furthest(again, await joints(studio, id))).toBeGreaterThan(0.01);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Control+z");
  await expect(layerRows(studio)).toHaveCount(1);
  expect(performancesIn(await documentOf(studio), id)).toEqual([before]);
});

test("a connection that is lost during a take loses nothing of it", async ({ page, server }) => {
  const heard = new Acknowledgements();
  let deaf = false;
  const open: { close(): Promise<void> }[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    if (deaf) return void socket.close(); // nothing answers a new connection
    const studio = socket.connectToServer();
    socket.onMessage((message) => {
      if (deaf) return;
      heard.heardPage(String(message));
      studio.send(message);
    });
    studio.onMessage((message) => {
      if (deaf) return;
      if (typeof message === "string") heard.heardStudio(message);
      socket.send(message);
    });
    open.push(studio, socket);
  });
  await page.goto(server.url);
  await onStage(page, 2);
  const id = characterIn(await documentOf(page), "Stick");
  await inPerform(page);
  // On the hand's own clock, by which a take begins with the press [s].
  await page.evaluate(() => {
    const pressed = (event: PointerEvent) => Object.assign(window, { pressed: event.timeStamp });
    addEventListener("pointerdown", pressed, { capture: true });
  });
  const clock = () =>
    page.evaluate(() => (performance.now() - (window as unknown as { pressed: number }).pressed) / 1000);

  await page.keyboard.press("r");
  await armed(page);
  await dragBall(page, ROUND.slice(0, 2), 150);
  await expect.poll(() => heard.last.length).toBeGreaterThan(3);
  const take = [...heard.sent.keys()].at(-1)!;
  deaf = true; // messages sent from now on are lost
  const lost = await clock();
  for (let step = 0; step < 8; step++) {
    await page.mouse.move(420 + 15 * step, 250, { steps: 2 });
    await pageTime(page, 0.06);
  }
  for (const each of open.splice(0)) void each.close();
  await expect(bar(page)).toContainText("nothing is lost");
  const back = await clock();
  deaf = false;
  for (let step = 0; step < 8; step++) {
    await page.mouse.move(540 - 15 * step, 260, { steps: 2 });
    await pageTime(page, 0.06);
  }
  await page.mouse.up();
  await bar(page).getByRole("button", { name: "Keep" }).click(within(60));

  const performances = performancesIn(await documentOf(page), id);
  const layers = performances.flatMap(layersIn).filter(({ name }) => name !== "recovered");
  expect([...heard.sent.keys()], "the same take goes on").toEqual([take]);
  const layer = layers.at(-1)!;
  expect(layer.events).toBe(heard.last.length);
  expect(await timesOf(page, performances.at(-1)!.id, layer.name)).toEqual(heard.last);
  const meanwhile = heard.last.filter((time) => time > lost && time < back);
  expect(meanwhile.length).toBeGreaterThan(5);
});
