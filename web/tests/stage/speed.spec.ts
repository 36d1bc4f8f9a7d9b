/** What a scene of ten characters costs the page in each frame: draw calls, and milliseconds of script. */

import type { Page } from "@playwright/test";
import { PROTOCOL } from "../../src/protocol/generated";
import { documentOf } from "../support/documentOf";
import { inStage, sceneClips } from "../support/staging";
import { expect, pageTime, test, within } from "../support/studioServer";

test.describe.configure(within(300));
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const CHARACTERS = 10;

/** Sends the studio a command over a socket of its own; returns the ids of what was created. */
const ask = (page: Page, command: object): Promise<string[]> =>
  page.evaluate(
    ([protocol, asked]) =>
      new Promise<string[]>((found, failed) => {
        const token = sessionStorage.getItem("kinegraph.token");
        const socket = new WebSocket(`ws://${location.host}/socket?token=${token}`);
        socket.onopen = () => socket.send(JSON.stringify({ type: "Hello", request: 1, protocol, session: null }));
        socket.onmessage = ({ data }) => {
          if (typeof data !== "string") return;
          const event = JSON.parse(data) as { type: string; request: number; created: string[]; message: string };
          if (event.type === "Welcome") return socket.send(JSON.stringify({ ...(asked as object), request: 2 }));
          if (event.request !== 2) return;
          socket.close();
          if (event.type === "Done") found(event.created);
          else failed(new Error(event.message));
        };
      }),
    [PROTOCOL, command] as const,
  );

test("ten characters play: draw calls and script in each frame", async ({ studio }) => {
  await inStage(studio);
  const walk = (await documentOf(studio)).records.find((each) => each.kind === "motion" && each.name === "walk");
  const start = (await studio.evaluate(() => window.__kinegraph.loaded)).length;
  await ask(studio, { type: "PlaceSceneClip", motion: walk!.id });
  for (let index = start; index < CHARACTERS; index++) {
    const position = [1.2 * (index % 5) - 2.4, 0, -1.5 * Math.floor(index / 5)];
    const [character] = await ask(studio, { type: "AddCharacter", cast: "bear", position });
    await ask(studio, { type: "BringMotion", motion: walk!.id, character, place: true });
  }
  await expect.poll(async () => (await sceneClips(studio)).length, within(200)).toBe(CHARACTERS);
  const show = studio.getByRole("radio", { name: "Scene" });
  if (!(await show.isChecked())) await show.click();
  await expect(studio.getByText(`${CHARACTERS} characters`)).toBeVisible(within(60));
  await studio.keyboard.press("Home");
  if (!(await studio.evaluate(() => window.__kinegraph.playing))) await studio.keyboard.press("Space");
  await pageTime(studio, 2);

  const session = await studio.context().newCDPSession(studio);
  await session.send("Performance.enable");
  const now = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((each) => each.name === name)!.value;
    const { drawn, calls } = await studio.evaluate(() => window.__kinegraph);
    return { script: of("ScriptDuration"), heap: of("JSHeapUsedSize"), drawn, calls };
  };
  const before = await now();
  await pageTime(studio, 6);
  const after = await now();
  const frames = after.drawn - before.drawn;
  expect(frames).toBeGreaterThan(5);
  const script = (1000 * (after.script - before.script)) / frames;
  console.log(
    `${CHARACTERS} characters: ${after.calls} draw calls a frame, ${script.toFixed(2)} ms of script a frame ` +
      `(${frames} frames), heap ${(after.heap / 1e6).toFixed(0)} MB`,
  );
  // Each body is drawn twice, once for the shadow; a body of one skin and its eyes is a few meshes.
  expect(after.calls).toBeLessThan(60 * CHARACTERS);
});
