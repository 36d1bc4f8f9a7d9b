import type { Page } from "@playwright/test";
import {
  apart,
  at,
  ballAt,
  bar,
  cast,
  dragBall,
  furthest,
  inPerform,
  joints,
  layerRows,
  partThat,
  radio,
  ready,
  restingBall,
  restingPose,
  seen,
  type Point,
} from "../support/performing";
import { CONNECTION_LOST, expect, framesDrawn, hints, hintsAt, pageTime, test, within } from "../support/studioServer";

test.describe.configure(within(150));
test.use({ expectedErrors: CONNECTION_LOST }); // some flows cut the connection or kill the studio

/** A key of a set whose marker nothing covers that would be taken hold of first. chosen: whether it is the set in hand. */
async function freeKey(page: Page, set: string, chosen: boolean): Promise<string> {
  return page.evaluate(
    ([name, own]) => {
      const { perform, point } = window.__kinegraph;
      const others = own ? [] : [...perform.markers.filter((each) => each.set !== name), ...perform.controllers];
      const taken = [...others.map(({ place }) => point(place)), point(perform.ball!)];
      const free = perform.markers.find((each) => {
        const { x, y } = point(each.place);
        const seen = document.elementFromPoint(x, y)?.tagName === "CANVAS";
        return each.set === name && seen && taken.every((other) => Math.hypot(other.x - x, other.y - y) > 14);
      });
      return free!.key;
    },
    [set, chosen] as const,
  );
}

async function marker(page: Page, set: string, key: string): Promise<Point> {
  return at(page, (await seen(page)).markers.find((each) => each.set === set && each.key === key)!.place);
}

async function drag(page: Page, from: Point, by: [number, number], hold = false): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by[0], from.y + by[1], { steps: 6 });
  if (!hold) await page.mouse.up();
}

test("markers of all sets are there; a click on another set's makes that set the one in hand", async ({ studio }) => {
  await ready(studio);
  const { markers, controllers } = await seen(studio);
  const sets = [...new Set(markers.map(({ set }) => set))];
  expect(sets.length).toBeGreaterThan(2);
  expect(controllers.map(({ set }) => set)).toEqual(expect.arrayContaining(sets));
  const there = await marker(studio, "dance", await freeKey(studio, "dance", false));
  await studio.mouse.move(there.x, there.y);
  await expect(studio.locator("section[aria-label=Stage] .name")).toContainText("dance · ");
  await hintsAt(studio, "otherSet");
  await studio.mouse.click(there.x, there.y);
  await expect(radio(studio, "dance")).toBeChecked();
});

test("the pose follows a marker while it is dragged, and Escape puts both back", async ({ studio }) => {
  const id = await ready(studio);
  const from = await marker(studio, "look around", await freeKey(studio, "look around", true));
  const [before, place] = [await joints(studio, id), (await seen(studio)).markers];
  await dragBall(studio, [[70, 20]]);
  await studio.mouse.up();
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.01);
  const lying = await restingPose(studio, id);
  await drag(studio, from, [-60, 50], true);
  await expect.poll(async () => furthest(lying, await joints(studio, id))).toBeGreaterThan(0.01);
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect.poll(async () => furthest(lying, await joints(studio, id))).toBeLessThan(1e-3);
  const after = (await seen(studio)).markers;
  expect(Math.max(...after.map((each, index) => apart(each.place, place[index]!.place)))).toBeLessThan(1e-6);
});

test("Alt takes the ball nearer and further; Escape takes it back", async ({ studio }) => {
  await ready(studio);
  const from = await ballAt(studio);
  const { eye } = await studio.evaluate(() => window.__kinegraph.camera);
  const pixel = await restingBall(studio);
  await studio.mouse.move(pixel.x, pixel.y);
  await studio.mouse.down();
  await studio.keyboard.down("Alt");
  await studio.mouse.move(pixel.x, pixel.y + 60, { steps: 6 });
  await studio.keyboard.up("Alt");
  const near = await ballAt(studio);
  expect(apart(eye, near)).toBeLessThan(0.9 * apart(eye, from));
  const now = await at(studio, near);
  expect(Math.hypot(now.x - pixel.x, now.y - pixel.y)).toBeLessThan(2);
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  expect(apart(await ballAt(studio), from)).toBeLessThan(1e-6);
});

test("the right button tries the mapping from anywhere on the body", async ({ studio }) => {
  const id = await ready(studio);
  const [still, from] = [await joints(studio, id), await ballAt(studio)];
  const belly = await studio.evaluate((who) => window.__kinegraph.screen(who, 0), id);
  await studio.mouse.move(belly.x, belly.y);
  await studio.mouse.down({ button: "right" });
  await studio.mouse.move(belly.x + 80, belly.y - 30, { steps: 6 });
  await expect.poll(async () => furthest(still, await joints(studio, id))).toBeGreaterThan(0.02);
  await studio.mouse.up({ button: "right" });
  expect(apart(await ballAt(studio), from)).toBeGreaterThan(0.1);
});

test("the root moves the body, its shadow slides it, Escape leaves it, undo puts it back", async ({ studio }) => {
  const id = await ready(studio);
  await studio.getByRole("button", { name: "Rest pose" }).click();
  await restingBall(studio);
  const root = async () => (await joints(studio, id)).slice(0, 3);
  const home = (await restingPose(studio, id)).slice(0, 3);
  const hips = await hovering(studio, await bodyPoints(studio, id), "moved");
  await drag(studio, hips, [40, -30]);
  await expect.poll(async () => apart(await root(), home)).toBeGreaterThan(0.04);
  const lifted = (await restingPose(studio, id)).slice(0, 3);
  expect(lifted[1]! - home[1]!).toBeGreaterThan(0.02);
  const floor = await hovering(studio, await shadowPoints(studio), "shadow");
  await drag(studio, floor, [30, 12], true);
  await expect.poll(async () => apart(await root(), lifted)).toBeGreaterThan(0.02);
  expect(Math.abs((await root())[1]! - lifted[1]!)).toBeLessThan(1e-4);
  await studio.keyboard.press("Escape");
  await studio.mouse.up();
  await expect.poll(async () => apart(await root(), lifted)).toBeLessThan(1e-4);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => apart(await root(), home)).toBeLessThan(1e-4);
});

/** Points where the body is seen, the root's part among them. */
async function bodyPoints(page: Page, id: string): Promise<Point[]> {
  const middle = await page.evaluate((who) => window.__kinegraph.screen(who, 0), id);
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((ring) =>
    [0, 1, 2, 3, 4, 5].map((turn) => ({
      x: middle.x + 5 * ring * Math.cos(turn + ring),
      y: middle.y + 5 * ring * Math.sin(turn + ring),
    })),
  );
}

async function shadowPoints(page: Page): Promise<Point[]> {
  const around = [0.1, 0.2, 0.3].flatMap((far) => [0, 1, 2, 3, 4, 5, 6].map((turn) => [far, turn * 0.9] as const));
  return Promise.all(
    around.map(([far, angle]) =>
      page.evaluate(([x, z]) => window.__kinegraph.ground(x!, z!), [far * Math.cos(angle), far * Math.sin(angle)]),
    ),
  );
}

/** Goes through points until the hint line is about a kind of place. */
async function hovering(page: Page, points: readonly Point[], place: string): Promise<Point> {
  for (const point of points) {
    await page.mouse.move(point.x, point.y);
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(frame)).then(() => true));
    if ((await hints(page).getAttribute("data-place")) === place) return point;
  }
  throw new Error(`The hint line is never about “${place}”.`);
}

test("a part that is clicked has rings to turn and arrows to move it, one edit each", async ({ studio }) => {
  const id = await ready(studio);
  await studio.getByRole("button", { name: "Rest pose" }).click();
  const part = await partThat(studio, id, "turn");
  await studio.mouse.click(part.x, part.y);
  await expect.poll(async () => (await seen(studio)).gizmo?.mode).toBe("turn");
  for (const [press, mode] of [
    ["e", "turn"],
    ["w", "move"],
  ] as const) {
    await studio.keyboard.press(press);
    await expect.poll(async () => (await seen(studio)).gizmo?.mode).toBe(mode);
    const before = await restingPose(studio, id);
    let from: Point = part;
    // A press is sure to take the handle once the hint line is about it.
    const underHand = async () => {
      const [handle] = (await seen(studio)).gizmo!.handles;
      from = await at(studio, handle!);
      await studio.mouse.move(from.x, from.y);
      await framesDrawn(studio);
      return hints(studio).getAttribute("data-place");
    };
    await expect.poll(underHand).toBe(mode === "turn" ? "ring" : "arrow");
    await drag(studio, from, [22, 26]);
    await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.004);
    await studio.keyboard.press("Control+z");
    await expect.poll(async () => furthest(before, await joints(studio, id))).toBeLessThan(1e-4);
  }
  await studio.keyboard.press("Escape");
  await expect.poll(async () => (await seen(studio)).gizmo).toBeNull();
});

test("digits change the set in the middle of a take, and the take keeps that", async ({ studio }) => {
  await ready(studio);
  await studio.keyboard.press("r");
  await dragBall(
    studio,
    [
      [60, 0],
      [60, 40],
    ],
    120,
  );
  await studio.keyboard.press("2");
  await expect(radio(studio, "nod")).toHaveCount(0); // while recording the bar tells the time
  const pixel = await restingBall(studio);
  await studio.mouse.move(pixel.x - 40, pixel.y, { steps: 4 });
  await pageTime(studio, 0.2);
  await studio.mouse.up();
  await expect(layerRows(studio)).toHaveCount(1);
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  await expect(radio(studio, "nod")).toBeChecked();
});

test("the hand's path is drawn, bends where it is dragged, and one undo straightens it", async ({ studio }) => {
  const id = await ready(studio);
  await studio.keyboard.press("r");
  await dragBall(
    studio,
    [
      [70, 0],
      [70, 60],
      [-70, 60],
      [-70, -50],
      [0, 0],
    ],
    150,
  );
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  await studio.keyboard.press("Space");
  await expect.poll(async () => (await seen(studio)).path?.length ?? 0).toBeGreaterThan(10);
  await studio.keyboard.press("Space");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(false);
  const path = (await seen(studio)).path!;
  const middle = path[Math.floor(0.4 * path.length)]!;
  const from = await at(studio, middle.place);
  await studio.mouse.move(from.x, from.y);
  await hintsAt(studio, "path");
  await drag(studio, from, [50, -50], true);
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.time)).toBeGreaterThan(middle.time - 0.4);
  const held = await joints(studio, id);
  await studio.mouse.move(from.x + 90, from.y - 70, { steps: 4 });
  await expect.poll(async () => furthest(held, await joints(studio, id))).toBeGreaterThan(0.003);
  await studio.mouse.up();
  const moved = async () => {
    const now = (await seen(studio)).path;
    return now?.length === path.length ? now.map((each, event) => apart(each.place, path[event]!.place)) : [];
  };
  await expect.poll(async () => Math.max(0, ...(await moved()))).toBeGreaterThan(0.1);
  const far = await moved();
  expect(far[0]).toBeLessThan(1e-6); // its ends are out of reach
  expect(far.at(-1)).toBeLessThan(1e-6);
  await studio.keyboard.press("Control+z");
  await expect.poll(async () => Math.max(1, ...(await moved()).map((each) => 1 + each))).toBeLessThan(1 + 1e-6);
});

test("markers that ride on a joint go where the body takes them", async ({ studio }) => {
  await inPerform(studio);
  const id = await cast(studio, "lizard");
  const give = bar(studio).getByRole("button", { name: /’s sets/ });
  await give.or(radio(studio, "crawl")).first().waitFor();
  if (await give.count()) await give.click();
  await expect(radio(studio, "crawl")).toBeChecked();
  const head = async () => (await seen(studio)).markers.find(({ set }) => set === "head")!.place;
  await restingBall(studio);
  const [before, still] = [await head(), await joints(studio, id)];
  await dragBall(studio, [[90, -20]]);
  await expect.poll(async () => furthest(still, await joints(studio, id)), within(40)).toBeGreaterThan(0.02);
  await expect.poll(async () => apart(await head(), before)).toBeGreaterThan(0.005);
  await studio.mouse.up();
  // Their controllers stand beside the body: a click on one makes its set the one in hand.
  const other = await controllerUnderPointer(studio, "crawl");
  await studio.mouse.click(other.x, other.y);
  await expect(radio(studio, other.set)).toBeChecked();
});

/** Hovers over controllers until the name at the pointer is its own set's: one may cover another. */
async function controllerUnderPointer(page: Page, inHand: string): Promise<Point & { set: string }> {
  for (const { set, place } of (await seen(page)).controllers) {
    const { x, y } = await at(page, place);
    const free = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName === "CANVAS", [
      x,
      y,
    ] as const);
    if (set === inHand || !free) continue;
    await page.mouse.move(x, y);
    await framesDrawn(page);
    const name = page.locator("section[aria-label=Stage] .name");
    if ((await name.count()) && (await name.innerText()).trim() === set) return { x, y, set };
  }
  throw new Error("No controller of another set can be reached.");
}

test("a gamepad moves the ball in three dimensions, sets a key and records", async ({ page, server }) => {
  await page.addInitScript(() => {
    const pad = {
      id: "Test Pad (STANDARD GAMEPAD)",
      index: 0,
      connected: false,
      mapping: "standard",
      timestamp: 0,
      axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
    };
    Object.assign(window, { pad });
    navigator.getGamepads = () => [pad.connected ? (pad as unknown as Gamepad) : null, null, null, null];
  });
  await page.goto(server.url);
  await page.getByRole("tab", { name: "Perform" }).waitFor();
  await ready(page);
  await page.getByRole("button", { name: "No gamepad is connected" }).click();
  await expect(page.getByRole("dialog", { name: "Gamepad" })).toContainText("No gamepad yet");
  const set = (change: { axes?: number[]; button?: [number, boolean]; connected?: boolean }) =>
    page.evaluate(({ axes, button, connected }) => {
      const { pad } = window as unknown as {
        pad: { axes: number[]; connected: boolean; buttons: { pressed: boolean; value: number }[] };
      };
      if (axes) pad.axes = axes;
      if (connected !== undefined) pad.connected = connected;
      if (button) pad.buttons[button[0]] = { pressed: button[1], value: Number(button[1]) };
    }, change);
  const twoFrames = () =>
    page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  const press = async (button: number) => {
    for (const down of [true, false]) {
      await set({ button: [button, down] });
      await twoFrames(); // a gamepad is looked at once a frame
    }
  };
  await set({ connected: true });
  await expect(page.getByRole("button", { name: "Test Pad" })).toBeVisible();
  await page.getByRole("button", { name: "Test Pad" }).click();
  const { eye } = await page.evaluate(() => window.__kinegraph.camera);
  const from = await ballAt(page);
  await set({ axes: [0, 0, 0, -1] });
  await expect.poll(async () => apart(await ballAt(page), eye) - apart(from, eye)).toBeGreaterThan(0.1);
  await set({ axes: [0, -0.9, 0, 0] });
  await expect.poll(async () => (await ballAt(page))[1] - from[1]).toBeGreaterThan(0.1);
  await set({ axes: [0.05, 0.08, 0, 0] }); // sticks are never quite at rest
  const resting = await ballAt(page);
  await framesDrawn(page, 8);
  expect(apart(await ballAt(page), resting)).toBe(0);
  const keys = await page.evaluate(() => window.__kinegraph.markers.length);
  await press(2);
  await expect.poll(() => page.evaluate(() => window.__kinegraph.markers.length)).toBe(keys + 1);
  await press(0);
  await expect(bar(page)).toContainText(/start recording/);
  await set({ axes: [0.8, 0, 0, 0] });
  await pageTime(page, 1.5);
  await set({ axes: [0, 0, 0, 0] });
  await press(0);
  await bar(page).getByRole("button", { name: "Keep" }).click();
  const chosen = bar(page).getByRole("radio", { checked: true });
  const before = await chosen.innerText();
  await press(5);
  await expect(chosen).not.toHaveText(before);
  await press(4);
  await expect(chosen).toHaveText(before);
});

test("a connection that is lost while posing comes back; what was not kept is as it was", async ({ page, server }) => {
  const cuts: (() => void)[] = [];
  let away = false;
  await page.routeWebSocket(/socket/, (socket) => {
    if (away) return void socket.close();
    const onward = socket.connectToServer();
    cuts.push(() => {
      void onward.close();
      void socket.close();
    });
  });
  await page.goto(server.url);
  const id = await ready(page);
  await page.getByRole("button", { name: "Rest pose" }).click();
  await restingBall(page);
  const before = await joints(page, id);
  const part = await partThat(page, id, "turn");
  await drag(page, part, [40, -40], true);
  await expect.poll(async () => furthest(before, await joints(page, id))).toBeGreaterThan(0.01);
  away = true;
  for (const cut of cuts) cut();
  await expect(page.getByRole("button", { name: "Try now" }).or(page.getByText("offline")).first()).toBeVisible();
  await page.mouse.move(part.x + 60, part.y, { steps: 3 });
  await page.mouse.up();
  away = false;
  await expect(page.getByText("offline")).toHaveCount(0, within(40));
  await expect.poll(async () => furthest(before, await joints(page, id))).toBeLessThan(1e-3);
  const again = await partThat(page, id, "turn");
  await drag(page, again, [30, -30]);
  await expect.poll(async () => furthest(before, await joints(page, id))).toBeGreaterThan(0.01);
  await page.keyboard.press("Control+z");
});
