/** Perform, Keys, an edit, Blender: a take becomes keyframes, one of them is changed, and a Blender plays the file. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { characterIn, documentOf } from "../support/documentOf";
import { inKeys, keepKeys, toMotionFrame } from "../support/keying";
import { armed, bar, dragBall, furthest, joints, letBallLie, type Way } from "../support/performing";
import { picture } from "../support/pictures";
import { expect, framesDrawn, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(180) });
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const NOD: Way = [
  [70, 0],
  [70, 60],
  [-70, 60],
  [-70, -50],
  [0, 0],
];
const ROOT = resolve(import.meta.dirname, "../../..");
const BLENDER = join(ROOT, ".venv-blender/bin/python");
let bear = "";

const keyed = async (page: Page) =>
  (await documentOf(page)).records.find((record) => record.kind === "motion" && record.keying !== null);

test("a take is performed with the ball, and kept", async ({ studio }) => {
  await letBallLie(studio);
  bear = characterIn(await documentOf(studio), "Bear");
  await studio.keyboard.press("r");
  await armed(studio);
  await dragBall(studio, NOD, 250);
  await picture(studio, "performance-take");
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
});

test("it becomes keyframes; a pose is copied from one frame to another", async ({ studio }) => {
  await inKeys(studio);
  const error = await keepKeys(studio);
  expect(error).toBeLessThan(100);
  await expect.poll(async () => (await keyed(studio))?.kind, within(60)).toBe("motion");
  await toMotionFrame(studio, 6);
  const pose = await joints(studio, bear);
  await studio.keyboard.press("Escape");
  await studio.keyboard.press("Control+c");
  await toMotionFrame(studio, 18);
  const before = await joints(studio, bear);
  await studio.keyboard.press("Control+v");
  await expect(studio.getByRole("button", { name: /^Undo: Paste a pose/ })).toBeEnabled(within(60));
  await expect.poll(async () => furthest(pose, await joints(studio, bear)), within(60)).toBeLessThan(2e-3);
  expect(furthest(before, pose)).toBeGreaterThan(1e-4);
  await picture(studio, "performance-keys");
});

test("a Blender plays the file as the page does", async ({ studio, server }) => {
  test.skip(!existsSync(BLENDER), "needs a Blender: run scripts/blender_environment.sh");
  await inKeys(studio);
  await studio.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = studio.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: /Blender/ }).click();
  const arriving = studio.waitForEvent("download", within(120));
  await dialog.getByRole("button", { name: /Write/ }).click();
  const [blend, sampled] = [server.file("take.blend"), server.file("take.json")];
  await (await arriving).saveAs(blend);
  await studio.keyboard.press("Escape");
  execFileSync(BLENDER, ["-I", join(ROOT, "tests/cli/blender_resample.py"), blend, sampled, "30"], { stdio: "pipe" });
  const { motion } = JSON.parse(readFileSync(sampled, "utf8")) as {
    motion: Record<string, [number, number, number]>[];
  };
  const record = (await documentOf(studio)).records.find(({ id }) => id === bear);
  const names = record?.kind === "character" ? record.joints : [];
  for (const frame of [0, 6, 18, 24]) {
    await toMotionFrame(studio, frame);
    await framesDrawn(studio, 3);
    // Blender's Z is up.
    const theirs = names.flatMap((name) => {
      const [x, y, z] = motion[frame]![name]!;
      return [x, z, -y];
    });
    expect(furthest(await joints(studio, bear), theirs), `frame ${frame}`).toBeLessThan(2e-3);
  }
});
