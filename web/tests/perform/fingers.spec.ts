/** Perform with fingers: what one does, and what two do. */

import type { CDPSession, Page } from "@playwright/test";
import {
  apart,
  ballAt,
  furthest,
  joints,
  partThat,
  ready,
  restingBall,
  restingView,
  type Place,
} from "../support/performing";
import { expect, framesDrawn, test, within } from "../support/studioServer";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 700 } });
test.describe.configure(within(150));

type Touches = { x: number; y: number; id: number }[];
const touch = (cdp: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Touches) =>
  cdp.send("Input.dispatchTouchEvent", { type, touchPoints });

/** Fingers that go from where they are by some pixels, in steps. */
async function swipe(page: Page, cdp: CDPSession, from: Touches, by: [number, number][]): Promise<Touches> {
  const to = from.map((finger, index) => ({ ...finger, x: finger.x + by[index]![0], y: finger.y + by[index]![1] }));
  for (let step = 1; step <= 4; step++) {
    const share = step / 4;
    await touch(
      cdp,
      "touchMove",
      from.map((finger, index) => ({
        ...finger,
        x: finger.x + share * by[index]![0],
        y: finger.y + share * by[index]![1],
      })),
    );
    await framesDrawn(page, 1);
  }
  return to;
}

test("one moves the ball, a second one on top takes it deeper; nothing scrolls or is selected", async ({ studio }) => {
  const id = await ready(studio);
  const cdp = await studio.context().newCDPSession(studio);
  const pixel = await restingBall(studio);
  const [still, from] = [await joints(studio, id), await ballAt(studio)];
  let fingers: Touches = [{ ...pixel, id: 1 }];
  await touch(cdp, "touchStart", fingers);
  fingers = await swipe(studio, cdp, fingers, [[60, -20]]);
  await expect.poll(async () => furthest(still, await joints(studio, id))).toBeGreaterThan(0.01);
  const there = await ballAt(studio);
  expect(apart(there, from)).toBeGreaterThan(0.05);
  fingers = [...fingers, { x: pixel.x + 200, y: pixel.y + 150, id: 2 }];
  await touch(cdp, "touchStart", fingers);
  await swipe(studio, cdp, fingers, [
    [0, 0],
    [0, -120],
  ]);
  const { eye } = await studio.evaluate(() => window.__kinegraph.camera);
  expect(apart(await ballAt(studio), eye)).toBeGreaterThan(1.1 * apart(there, eye));
  await touch(cdp, "touchEnd", []);
  expect(await studio.evaluate(() => [scrollX, scrollY, String(getSelection())])).toEqual([0, 0, ""]);
});

test("two pan, zoom and turn the view, wherever they come down", async ({ studio }) => {
  const id = await ready(studio);
  const cdp = await studio.context().newCDPSession(studio);
  const camera = () => studio.evaluate(() => window.__kinegraph.camera);
  const [still, pixel] = [await joints(studio, id), await restingBall(studio)];
  const start: Touches = [
    { ...pixel, id: 1 }, // on the ball: two fingers are the camera's all the same
    { x: pixel.x + 120, y: pixel.y, id: 2 },
  ];
  const gesture = async (by: [number, number][]) => {
    const before = await camera();
    await touch(cdp, "touchStart", start);
    await swipe(studio, cdp, start, by);
    await touch(cdp, "touchEnd", []);
    await restingView(studio);
    return { before, after: await camera() };
  };
  const distance = ({ eye, target }: { eye: Place; target: Place }) => apart(eye, target);
  const panned = await gesture([
    [80, 0],
    [80, 0],
  ]);
  expect(apart(panned.before.target, panned.after.target)).toBeGreaterThan(0.1);
  expect(distance(panned.after)).toBeCloseTo(distance(panned.before), 3);
  const pinched = await gesture([
    [-60, 0],
    [60, 0],
  ]);
  expect(distance(pinched.after)).toBeLessThan(0.8 * distance(pinched.before));
  const turned = await gesture([
    [60, -60],
    [-60, 60],
  ]);
  const heading = ({ eye, target }: { eye: Place; target: Place }) =>
    Math.atan2(eye[0] - target[0], eye[2] - target[2]);
  expect(Math.abs(heading(turned.after) - heading(turned.before))).toBeGreaterThan(0.3);
  expect(furthest(still, await joints(studio, id))).toBeLessThan(0.02);
});

test("one poses a part", async ({ studio }) => {
  const id = await ready(studio);
  const cdp = await studio.context().newCDPSession(studio);
  const before = await joints(studio, id);
  const part = await partThat(studio, id, "turn");
  const finger: Touches = [{ ...part, id: 1 }];
  await touch(cdp, "touchStart", finger);
  await swipe(studio, cdp, finger, [[40, -40]]);
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.01);
  await touch(cdp, "touchEnd", []);
  await expect(studio.getByRole("button", { name: /^Undo: Rotate/ })).toBeVisible();
  await studio.keyboard.press("Control+z"); // the ball leads again, as before the finger came
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeLessThan(1e-4);
});
