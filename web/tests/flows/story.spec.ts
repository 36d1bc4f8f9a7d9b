/** A story: three characters, a doodled leap over a rolling ball, two cameras, one film; and its files in other tools. */

import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { documentOf } from "../support/documentOf";
import { arc, draw, figure, openDoodle, parts, pieces, tool } from "../support/doodling";
import { joints, restingView } from "../support/performing";
import { picture } from "../support/pictures";
import {
  addProp,
  addToScene,
  bringTo,
  cast,
  clips,
  inspector,
  inStage,
  props,
  sceneOf,
  toFrame,
  tracks,
} from "../support/staging";
import { expect, test, within } from "../support/studioServer";

test.describe.configure({ mode: "serial", ...within(300) });
test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 20_000 });

const PATIENCE = within(60);
const ROOT = resolve(import.meta.dirname, "../../..");
const PYTHON = join(ROOT, ".venv/bin/python");
const BLENDER = join(ROOT, ".venv-blender/bin/python");
const loaded = (page: Page) => page.evaluate(() => window.__kinegraph.loaded);
let drawn = "";
let ball = "";

test("a character is drawn, with a hill behind it, and leaps", async ({ studio }) => {
  await openDoodle(studio);
  const before = await loaded(studio);
  for (const [index, line] of figure(-1.2).entries()) {
    await draw(studio, line);
    if (index < 6) await expect(parts(studio)).toHaveCount(index + 1, PATIENCE);
  }
  await expect(tool(studio, "motion")).toHaveAttribute("aria-checked", "true", PATIENCE);
  await expect
    .poll(async () => (drawn = (await loaded(studio)).find((id) => !before.includes(id)) ?? ""), PATIENCE)
    .not.toBe("");
  await draw(studio, [...arc(-1.1, -0.7, 0.2), ...arc(-0.7, -0.3, 0.2), ...arc(-0.3, 1.3, 1.4)], 16);
  await expect(pieces(studio).filter({ hasText: /leap|jump/ })).toHaveCount(1, PATIENCE);
  await picture(studio, "story-doodle");
});

test("two more characters join it on the stage", async ({ studio }) => {
  await inStage(studio);
  const own = (await documentOf(studio)).records.find(
    (each) => each.kind === "motion" && each.form === "doodle" && each.character === drawn,
  );
  await studio.locator(`[data-record="${own!.id}"]`).click();
  await inspector(studio).getByRole("button", { name: "Add to scene" }).click();
  await expect(clips(studio)).toHaveCount(1, PATIENCE);
  await addToScene(studio, "Hop");
  await cast(studio, "Dog");
  await bringTo(studio, "Hop", "Dog");
  await expect.poll(async () => (await sceneOf(studio))?.tracks.length).toBe(3);
});

test("a ball rolls under the leap", async ({ studio }) => {
  await inStage(studio);
  const show = studio.getByRole("radio", { name: "Scene" });
  if (!(await show.isChecked())) await show.click();
  // The highest moment of the leap, and where it is.
  let top = { frame: 0, place: [0, -1, 0] };
  for (let frame = 0; frame <= 40; frame += 5) {
    await toFrame(studio, frame);
    const hips = (await joints(studio, drawn)).slice(0, 3);
    if (hips[1]! > top.place[1]!) top = { frame, place: hips };
  }
  expect(top.frame).toBeGreaterThan(5);
  ball = await addProp(studio, "Ball");
  const field = async (name: string, value: number) => {
    const input = inspector(studio).getByLabel(name, { exact: true });
    await input.click();
    await input.fill(value.toFixed(3));
    await input.press("Enter");
  };
  const place = async () => (await props(studio)).find(({ id }) => id === ball)!.middle;
  await inspector(studio).getByText("Falls and rolls").click();
  await field("Push x", 0.8);
  await field("x", top.place[0]!);
  await field("z", top.place[2]!);
  await toFrame(studio, top.frame);
  await expect.poll(async () => (await place())[0] - top.place[0]!, within(30)).toBeGreaterThan(0.1);
  await field("x", top.place[0]! - ((await place())[0] - top.place[0]!));
  await expect.poll(async () => Math.abs((await place())[0] - top.place[0]!), within(30)).toBeLessThan(0.05);
  const feet = (await joints(studio, drawn)).filter((_, index) => index % 3 === 1);
  expect(Math.min(...feet), "the leap clears the ball").toBeGreaterThan(0.3);
  await picture(studio, "story-leap");
});

test("two cameras see it, and it is one film; other tools read its files", async ({ studio, server }) => {
  await inStage(studio);
  await toFrame(studio, 0);
  await studio.keyboard.press("Home");
  await restingView(studio);
  await studio.keyboard.press("x");
  await expect(tracks(studio).getByRole("button", { name: /^Camera 1, from/ })).toBeVisible(within(30));
  await toFrame(studio, 30);
  // From aside: a drag on the empty stage orbits.
  await studio.mouse.move(700, 80);
  await studio.mouse.down();
  await studio.mouse.move(520, 90, { steps: 6 });
  await studio.mouse.up();
  await restingView(studio);
  await studio.keyboard.press("x");
  await expect(tracks(studio).getByRole("button", { name: /^Camera 2, from/ })).toBeVisible(within(30));
  await inspector(studio).getByLabel("Looks at", { exact: true }).selectOption({ label: "ball" });
  await studio.keyboard.press("v");
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.film), within(30)).toBe(true);
  await expect(studio.getByText("Preparing the scene")).toHaveCount(0, within(60));
  await picture(studio, "story-film");
  const written = async (format: string, name: string) => {
    await studio.getByRole("button", { name: "Export the scene" }).first().click();
    await studio.getByLabel("File format").selectOption(format);
    const arriving = studio.waitForEvent("download", within(280));
    await studio.getByRole("button", { name: "Export the scene" }).last().click();
    const path = server.file(name);
    await (await arriving).saveAs(path);
    await studio.keyboard.press("Escape");
    return path;
  };
  const python = (program: string, ...args: string[]) =>
    execFileSync(PYTHON, ["-c", program, ...args], { encoding: "utf8" }).trim();

  const film = await written(".mp4", "story.mp4");
  expect(statSync(film).size).toBeGreaterThan(20_000);
  const frames = python("import sys, imageio.v2 as i; print(i.get_reader(sys.argv[1]).count_frames())", film);
  const seconds = Number(/, ([\d.]+) s$/.exec((await studio.getByText(/^3 characters, /).textContent())!)?.[1] ?? 0);
  if (seconds > 0) expect(Math.abs(Number(frames) - 30 * seconds)).toBeLessThan(20);

  const usd = await written(".usda", "story.usda");
  const program =
    "import sys; from pxr import Usd, UsdSkel; s = Usd.Stage.Open(sys.argv[1]); p = list(s.Traverse());" +
    "print(sum(x.IsA(UsdSkel.Skeleton) for x in p), sum(x.GetName() == 'ball' for x in p))";
  const [skeletons, balls] = python(program, usd).split(" ").map(Number);
  expect(skeletons).toBeGreaterThanOrEqual(3);
  expect(balls).toBeGreaterThan(0);

  if (!existsSync(BLENDER)) {
    console.log("No Blender here: the .blend is not written (scripts/blender_environment.sh).");
    return;
  }
  const blend = await written(".blend", "story.blend");
  const count =
    "import bpy, sys; bpy.ops.wm.open_mainfile(filepath=sys.argv[-1]);" +
    "print('armatures', sum(o.type == 'ARMATURE' for o in bpy.data.objects))";
  const said = execFileSync(BLENDER, ["-I", "-c", count, blend], { encoding: "utf8" });
  expect(Number(/armatures (\d+)/.exec(said)?.[1])).toBeGreaterThanOrEqual(3);
});
