import type { Page } from "@playwright/test";
import { characterIn, documentOf, layersIn, performancesIn, setsIn } from "../support/documentOf";
import {
  bar,
  dragBall,
  furthest,
  inPerform,
  joints,
  markers,
  newcomer,
  partThat,
  radio,
  ready,
  restingPose,
  seen,
} from "../support/performing";
import { expect, framesDrawn, hintsAt, onStage, pageTime, test, within } from "../support/studioServer";

test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });
test.describe.configure(within(150));

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const setNamed = async (page: Page, id: string, name: string) =>
  setsIn(await documentOf(page), id).find((each) => each.name === name)!;

test("a hand becomes a handle with six degrees of freedom, a joint a pole, another one slides; the poses stay", async ({
  studio,
}) => {
  const id = await ready(studio);
  await radio(studio, "dance").click();
  const before = await restingPose(studio, id);
  const body = (await setNamed(studio, id, "dance")).manipulators;
  const part = await partThat(studio, id, "pull");
  await studio.mouse.click(part.x, part.y);
  await inspector(studio).getByText("Moves", { exact: false }).first().click();
  const ways = inspector(studio).getByRole("group", { name: /^What the set keys of/ });
  const name = (await ways.innerText()).split("\n")[0]!;
  for (const way of ["handle: place", "handle: rotation", "slides"]) {
    await ways.getByRole("button", { name: way }).click();
    await expect(ways.getByRole("button", { name: way })).toHaveAttribute("aria-pressed", "true");
  }
  const joint = name.replaceAll(" ", "_");
  const keyed = (await setNamed(studio, id, "dance")).manipulators;
  expect(keyed).toContainEqual({ kind: "handle", target: joint, moves: true, turns: true });
  expect(keyed).toContainEqual({ kind: "joint", target: joint, moves: true, turns: true });
  expect(furthest(before, await restingPose(studio, id))).toBeLessThan(2e-3);
  for (const way of ["handle: place", "handle: rotation", "slides"])
    await ways.getByRole("button", { name: way }).click();
  await expect.poll(async () => (await setNamed(studio, id, "dance")).manipulators).toEqual(body);
});

test("a locator goes with the ball, a pose puts it elsewhere, and one undo takes that back", async ({ studio }) => {
  const id = await ready(studio);
  const moves = inspector(studio).getByText("Moves", { exact: false }).first();
  await moves.click();
  await inspector(studio).getByRole("button", { name: "Add a locator" }).click();
  const row = inspector(studio).getByRole("group", { name: "Locator locator 1" });
  const put = row.getByRole("button", { name: "Put at the ball" });
  await expect(put).toBeDisabled(); // no pose is selected
  const set = async () => (await setNamed(studio, id, "look around"))!;
  expect((await set()).manipulators).toContainEqual({
    kind: "locator",
    target: "locator 1",
    moves: true,
    turns: false,
  });
  await inspector(studio).getByRole("button", { name: "Select left" }).click();
  const before = (await set()).blob;
  await put.click();
  await expect.poll(async () => (await set()).blob).not.toBe(before);
  await studio.getByRole("button", { name: "Undo: Move locator 1" }).click();
  await expect.poll(async () => (await set()).blob).toBe(before);
  await row.getByRole("button", { name: "Delete locator 1" }).click();
  await expect(row).toHaveCount(0);
  await moves.click();
});

test("contact points are marked by clicking parts of the body, and one undo takes a mark back", async ({ studio }) => {
  const id = await ready(studio);
  const marked = () => studio.evaluate((who) => window.__kinegraph.glows[who] ?? [], id);
  await inspector(studio).getByRole("button", { name: "Contact points" }).click();
  await expect.poll(async () => (await marked()).length).toBeGreaterThan(0);
  const feet = await marked();
  const head = await studio.evaluate((who) => window.__kinegraph.screen(who, 0), id);
  await studio.mouse.move(head.x, head.y);
  await hintsAt(studio, "picking");
  await studio.mouse.click(head.x, head.y);
  await expect.poll(async () => (await marked()).length).toBe(feet.length + 1);
  await studio.keyboard.press("Control+z");
  await expect.poll(marked).toEqual(feet);
  await studio.keyboard.press("Escape");
  await expect(inspector(studio).getByRole("button", { name: "Contact points" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
});

test("the health of a set is shown as heat, and a pose is added where it helps most", async ({ studio }) => {
  const id = await ready(studio);
  await radio(studio, "dance").click();
  const count = (await markers(studio)).length;
  await studio.locator("canvas").focus();
  await studio.keyboard.press("h");
  const add = bar(studio).getByRole("button", { name: "Add a pose here" });
  await expect(add.or(bar(studio).getByText("No weak places"))).toBeVisible(within(60));
  if (await add.count()) {
    await add.click();
    await expect.poll(() => markers(studio).then((all) => all.length)).toBe(count + 1);
    await studio.keyboard.press("Control+z");
    await expect.poll(() => markers(studio).then((all) => all.length)).toBe(count);
  }
  await studio.locator("canvas").focus();
  await studio.keyboard.press("h");
  await expect(add).toHaveCount(0);
  expect((await joints(studio, id)).every(Number.isFinite)).toBe(true);
});

test("a set is duplicated with its poses, and a new set blends smoothly", async ({ studio }) => {
  const id = await ready(studio);
  const names = async () => setsIn(await documentOf(studio), id).map(({ name }) => name);
  const before = await names();
  await inspector(studio).getByRole("button", { name: "Duplicate look around" }).click();
  await expect.poll(async () => (await names()).length).toBe(before.length + 1);
  const copy = (await names()).find((name) => !before.includes(name))!;
  const [of, made] = [await setNamed(studio, id, "look around"), await setNamed(studio, id, copy)];
  expect(made.keys.map(({ place }) => place)).toEqual(of.keys.map(({ place }) => place));
  await studio.keyboard.press("Control+z");
  await expect.poll(names).toEqual(before);
  await bar(studio).getByRole("button", { name: "Add a set" }).click();
  await expect.poll(async () => (await names()).length).toBe(before.length + 1);
  const added = (await names()).find((name) => !before.includes(name))!;
  expect((await setNamed(studio, id, added)).function).toBe("hardy");
  await studio.keyboard.press("Control+z");
  await expect.poll(names).toEqual(before);
});

test("temporal keys are set on a recorded path, moved in time, smoothed and deleted", async ({ studio }) => {
  const id = await ready(studio);
  await studio.keyboard.press("r");
  await dragBall(
    studio,
    [
      [70, 0],
      [-70, 40],
      [40, -30],
      [0, 0],
    ],
    200,
  );
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const layer = async () => layersIn(performancesIn(await documentOf(studio), id).at(-1)).at(-1)!;
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Space");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.time)).toBeGreaterThan(0.2);
  await studio.keyboard.press("Space");
  await bar(studio).getByRole("button", { name: "Add key" }).click();
  await expect.poll(async () => (await layer()).keys.length).toBe(1);
  const set = (await layer()).keys[0]!;
  const key = studio.getByRole("group", { name: /^Temporal keys of/ }).getByRole("button");
  await expect(key).toHaveCount(1);
  await key.focus();
  await studio.keyboard.press("ArrowRight");
  await expect.poll(async () => (await layer()).keys[0]!).toBeGreaterThan(set + 0.005);
  const path = async () => JSON.stringify((await seen(studio)).path);
  const rough = await path();
  await key.focus();
  await studio.keyboard.press("Shift+n");
  await expect.poll(path).not.toBe(rough);
  await key.focus();
  await studio.keyboard.press("Delete");
  await expect.poll(async () => (await layer()).keys).toEqual([]);
});

test("a ball is released from the set that moves it while a take is recorded, and taken back", async ({ studio }) => {
  await inPerform(studio);
  const id = await newcomer(studio, () => studio.locator("[data-sets=lizard]").click(), within(60).timeout);
  await expect(radio(studio, "crawl")).toBeVisible(within(60));
  await radio(studio, "spine").click();
  const release = bar(studio).getByRole("button", { name: "Release" });
  await release.click();
  await expect(release).toHaveAttribute("aria-pressed", "true");
  await release.click();
  await expect(release).toHaveAttribute("aria-pressed", "false");
  await studio.locator("canvas").focus();
  await studio.keyboard.press("r");
  await dragBall(studio, [[30, 0]], 200);
  await studio.keyboard.press("q");
  await expect(bar(studio)).toContainText("ball released");
  await pageTime(studio, 0.3);
  await studio.keyboard.press("q");
  await expect(bar(studio)).not.toContainText("ball released");
  await pageTime(studio, 0.2);
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  const layer = async () => layersIn(performancesIn(await documentOf(studio), id).at(-1)).at(-1);
  await expect.poll(async () => (await layer())?.releases.length).toBe(1);
  const { start, stop } = (await layer())!.releases[0]!;
  expect(stop - start).toBeGreaterThan(0.2);
});

test("a character that is removed while its set is being prepared is not reported as missing", async ({
  page,
  server,
}) => {
  let removed = "";
  const late: (() => void)[] = [];
  const refused: string[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    const studio = socket.connectToServer();
    socket.onMessage((message) => {
      const { type, character } = JSON.parse(String(message)) as { type: string; character?: string };
      if (removed && type === "Perform" && character === removed) late.push(() => studio.send(message));
      else studio.send(message);
    });
    studio.onMessage((message) => {
      if (typeof message === "string" && message.includes('"Failure"')) refused.push(message);
      socket.send(message);
    });
  });
  await page.goto(server.url);
  await onStage(page);
  await inPerform(page);
  const id = characterIn(await documentOf(page), "Bear");
  await newcomer(page, () => page.locator("[data-cast=stick]").click(), within(40).timeout);
  const row = (name: RegExp) => page.getByRole("region", { name: "Characters" }).getByRole("button", { name });
  await row(/^Stick/).click();
  await expect(inspector(page).getByRole("heading", { level: 2 })).toHaveText("Stick");
  removed = id; // from here on the studio hears late that its set is wanted
  await row(/^Bear/).click();
  await expect.poll(() => late.length).toBeGreaterThan(0);
  await page.locator("canvas").focus();
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await documentOf(page)).records.some((record) => record.id === id)).toBe(false);
  for (const send of late) send();
  await expect.poll(() => refused.length, "the studio refuses it").toBeGreaterThan(0);
  await framesDrawn(page, 4);
  await expect(page.getByRole("alert")).toHaveCount(0);
});
