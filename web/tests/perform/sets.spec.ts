import type { Page } from "@playwright/test";
import { characterIn, documentOf } from "../support/documentOf";
import {
  bar,
  dragBall,
  furthest,
  inPerform,
  joints,
  letBallLie,
  markers,
  partThat,
  restingBall,
} from "../support/performing";
import { expect, hintsAt, pageTime, test, within } from "../support/studioServer";

test.describe.configure(within(150));
test.use({ actionTimeout: 20_000 });

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const tree = (page: Page) => inspector(page).getByRole("tree", { name: "Set hierarchy" });
const item = (page: Page, name: string) => tree(page).getByRole("treeitem", { name: new RegExp(`^${name}, `) });
const keys = (page: Page) => inspector(page).getByRole("region", { name: "Poses" }).getByRole("listitem");
const undo = (page: Page, label: string) => page.getByRole("button", { name: `Undo: ${label}` });
const first = async (page: Page) => characterIn(await documentOf(page), "Bear");
const playing = (page: Page) => page.evaluate(() => window.__kinegraph.playing);

/** The lizard on stage with its sets; the ball is in charge of one of them. */
async function withLizard(page: Page): Promise<string> {
  const ready = page.locator("[data-sets=lizard]");
  if (await ready.count()) await ready.click();
  else {
    await inPerform(page);
    await page.getByRole("region", { name: "Characters" }).getByText("Lizard", { exact: true }).click();
  }
  await expect(item(page, "crawl")).toBeVisible(within(60)); // its body is shaped first
  await expect.poll(() => page.evaluate(() => window.__kinegraph.loaded.length)).toBe(2);
  await expect(page.getByRole("button", { name: "The ball follows the pointer" })).toHaveCount(0);
  return characterIn(await documentOf(page), "Lizard");
}

test("the first start performs a shipped set with the pointer, and holding the button records", async ({ studio }) => {
  const id = await first(studio);
  await expect(studio.getByRole("tab", { name: "Perform" })).toHaveAttribute("aria-selected", "true");
  await expect(bar(studio).getByRole("radio", { name: "look around" })).toBeChecked(within(60));
  await expect(studio.getByRole("button", { name: "The ball follows the pointer" })).toBeVisible();
  await expect(studio.getByRole("button", { name: "Nothing to undo" })).toBeVisible();
  const stage = (await studio.locator("canvas").boundingBox())!;
  const at = (share: number, step: number) => [stage.x + share * stage.width + (step % 5), stage.y + 120] as const;
  let step = 0;
  const gone = async (share: number, from: number[]) => {
    await studio.mouse.move(...at(share, (step += 1)));
    return furthest(from, await joints(studio, id));
  };
  const still = await joints(studio, id);
  await expect.poll(() => gone(0.25, still)).toBeGreaterThan(0.03);
  const left = await joints(studio, id);
  await expect.poll(() => gone(0.75, left)).toBeGreaterThan(0.06);
  await hintsAt(studio, "following");
  await expect(studio.getByRole("group", { name: "First steps" }).getByRole("button")).toHaveCount(6);

  await studio.mouse.down();
  for (let i = 0; i < 12; i++) {
    await studio.mouse.move(...at(0.75 - 0.03 * i, i));
    await pageTime(studio, 0.06);
  }
  await studio.mouse.up();
  await expect(bar(studio).getByRole("button", { name: "Keep" })).toBeVisible();
  await expect.poll(() => playing(studio)).toBe(true);
  await studio.mouse.move(...at(0.3, 0));
  expect(await playing(studio), "the pointer leaves the take alone").toBe(true);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Control+z");
  await expect(bar(studio).getByRole("radio", { name: "look around" })).toBeChecked();
});

test("a key is renamed, mirrored, updated and deleted", async ({ studio }) => {
  await letBallLie(studio);
  const id = await first(studio);
  await bar(studio).getByRole("button", { name: "Add a set" }).click();
  await inspector(studio).getByRole("button", { name: "Rest pose" }).click();
  await studio.keyboard.press("k"); // at once: it is a key of the new set, of the pose at rest
  await expect(keys(studio)).toHaveCount(1);
  await expect(undo(studio, "Set pose 1")).toBeVisible();
  await dragBall(studio, [[-90, -10]]);
  await studio.mouse.up();
  const part = await partThat(studio, id, "turn");
  await studio.mouse.down();
  await studio.mouse.move(part.x + 30, part.y - 30, { steps: 5 });
  await studio.mouse.up();
  await studio.keyboard.press("k");
  await expect(keys(studio)).toHaveCount(2);

  await keys(studio).nth(1).getByText("pose 2").dblclick();
  await studio.keyboard.type("lean right");
  await studio.keyboard.press("Enter");
  await expect(keys(studio).nth(1)).toContainText("lean right");
  const chosen = inspector(studio).getByRole("group", { name: "Pose lean right" });
  await chosen.getByRole("button", { name: "Mirror" }).click();
  await expect(keys(studio)).toHaveCount(3);
  await expect(keys(studio).nth(2)).toContainText("lean left");

  await chosen.getByRole("button", { name: "Edit pose" }).click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(false);
  const before = await joints(studio, id);
  const other = await partThat(studio, id, "turn");
  await studio.mouse.down();
  await studio.mouse.move(other.x - 40, other.y - 40, { steps: 5 });
  await studio.mouse.up();
  await expect.poll(async () => furthest(before, await joints(studio, id))).toBeGreaterThan(0.02);
  let posed = before;
  await expect
    .poll(async () => {
      const [last, now] = [posed, await joints(studio, id)];
      posed = now;
      return furthest(last, now);
    }, "the last of the drag has come back")
    .toBeLessThan(1e-6);
  await chosen.getByRole("button", { name: "Update" }).click();
  await expect(undo(studio, "Update lean right")).toBeVisible();
  await inspector(studio).getByRole("button", { name: "Rest pose" }).click();
  await expect.poll(async () => furthest(posed, await joints(studio, id))).toBeGreaterThan(0.02);
  await chosen.getByRole("button", { name: "Edit pose" }).click();
  await expect.poll(async () => furthest(posed, await joints(studio, id))).toBeLessThan(1e-3);

  await keys(studio).nth(2).getByRole("button", { name: "Delete lean left" }).click();
  await expect(keys(studio)).toHaveCount(2);
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Control+z");
  await expect(keys(studio)).toHaveCount(3);
});

test("a key that is set while the ball leads holds what is seen, and one undo takes it back", async ({ studio }) => {
  await letBallLie(studio);
  const id = await first(studio);
  await bar(studio).getByRole("radio", { name: "look around" }).click();
  const [count, still] = [await keys(studio).count(), await joints(studio, id)];
  await dragBall(studio, [[60, 45]]);
  await studio.mouse.up();
  await expect.poll(async () => furthest(still, await joints(studio, id))).toBeGreaterThan(0.01);
  const led = await joints(studio, id);
  const label = await studio.getByRole("button", { name: /^(Undo: |Nothing to undo)/ }).getAttribute("aria-label");
  await studio.keyboard.press("k");
  await expect(keys(studio)).toHaveCount(count + 1);
  await expect.poll(async () => furthest(led, await joints(studio, id))).toBeLessThan(1e-3);
  await studio.keyboard.press("Control+z");
  await expect(keys(studio)).toHaveCount(count);
  await expect(studio.getByRole("button", { name: label!, exact: true })).toBeVisible();
  await expect.poll(async () => furthest(led, await joints(studio, id))).toBeLessThan(1e-3);
});

test("how keys blend, the colour and what a set moves are chosen, and undone", async ({ studio }) => {
  await letBallLie(studio);
  await item(studio, "nod").click();
  const about = inspector(studio).getByRole("region", { name: "Set nod" });
  const blending = inspector(studio).getByRole("region", { name: "Blending of nod" });
  await blending.getByRole("radio", { name: /linear/ }).click();
  await expect(blending.getByRole("radio", { name: /linear/ })).toBeChecked();
  await about.getByRole("radio", { name: "rose" }).click();
  await expect(about.getByRole("radio", { name: "rose" })).toBeChecked();
  await blending.locator("summary").click();
  await blending.getByRole("button", { name: "Head" }).click();
  await expect(item(studio, "nod")).not.toContainText("whole body");
  await blending.getByRole("button", { name: "Pick on the body" }).click();
  const id = await first(studio);
  const listed = () => item(studio, "nod").innerText();
  const before = await listed();
  const at = await studio.evaluate((who) => window.__kinegraph.screen(who, 2), id);
  await studio.mouse.move(at.x, at.y);
  await hintsAt(studio, "picking");
  await studio.mouse.click(at.x, at.y);
  await expect.poll(listed).not.toBe(before);
  await studio.keyboard.press("Escape");
  await expect(blending.getByRole("button", { name: "Pick on the body" })).toBeVisible();
  for (let undone = 0; undone < 4; undone++) {
    await studio.locator("canvas").focus();
    await studio.keyboard.press("Control+z");
    await expect(studio.getByText("saved", { exact: true })).toBeVisible();
  }
  await expect(item(studio, "nod")).toContainText("whole body");
  await expect(blending.getByRole("radio", { name: /hardy/ })).toBeChecked();
});

test("the hierarchy shows which set moves which; a circle is refused beside the set, with the engine's sentence", async ({
  studio,
}) => {
  await letBallLie(studio);
  await withLizard(studio);
  await expect(item(studio, "crawl")).toHaveAttribute("aria-level", "1");
  await expect(item(studio, "legs")).toHaveAttribute("aria-level", "2");
  await expect(item(studio, "left legs")).toHaveAttribute("aria-level", "3");
  await expect(tree(studio).getByRole("treeitem").first()).toContainText("crawl");

  await item(studio, "crawl").click();
  const mover = inspector(studio).getByLabel("Moved by", { exact: true });
  await mover.selectOption({ label: "left legs" });
  await expect(tree(studio).getByRole("alert")).toContainText("in a circle");
  await expect(item(studio, "crawl")).toHaveAttribute("aria-level", "1");
  await expect(mover).toHaveValue("");

  // A drag gives the tail to the set that moves the legs; undo takes it back.
  const [from, onto] = [await item(studio, "tail").boundingBox(), await item(studio, "legs").boundingBox()];
  await studio.mouse.move(from!.x + 120, from!.y + from!.height / 2);
  await studio.mouse.down();
  await studio.mouse.move(onto!.x + 120, onto!.y + onto!.height / 2, { steps: 6 });
  await expect(tree(studio).getByRole("status")).toHaveText("Moved by legs");
  await studio.mouse.up();
  await expect(item(studio, "tail")).toHaveAttribute("aria-level", "3");
  await studio.locator("canvas").focus();
  await studio.keyboard.press("Control+z");
  await expect(item(studio, "tail")).toHaveAttribute("aria-level", "1");
});

test("a synchronizing set is made by hand: one ball moves two sets", async ({ studio }) => {
  const id = await withLizard(studio);
  await inspector(studio).getByRole("button", { name: "Combine" }).click();
  for (const name of ["head", "tail"]) await tree(studio).getByLabel(`Move ${name} with the new set`).check();
  await inspector(studio).getByRole("button", { name: "Create set" }).click();
  // The report lies over the stage, and the pointer reaches what is under its text.
  const report = (await studio.locator(".toast p").last().boundingBox())!;
  const under = ([x, y]: number[]) => document.elementFromPoint(x!, y!)?.tagName;
  expect(await studio.evaluate(under, [report.x + report.width / 2, report.y + report.height / 2])).toBe("CANVAS");
  await expect(item(studio, "set 1")).toHaveAttribute("aria-level", "1");
  for (const name of ["head", "tail"]) await expect(item(studio, name)).toHaveAttribute("aria-level", "2");

  await studio.locator("canvas").focus();
  await studio.keyboard.press("k"); // everybody at home
  await expect(keys(studio)).toHaveCount(1);
  for (const name of ["head", "tail"]) {
    await item(studio, name).click();
    const resting = await joints(studio, id);
    await dragBall(studio, [[35, -25]]);
    await expect.poll(async () => furthest(resting, await joints(studio, id))).toBeGreaterThan(1e-3);
    await studio.mouse.up();
    await item(studio, "set 1").click();
    await expect(undo(studio, `Move the controller of ${name}`)).toBeVisible();
  }
  const at = await restingBall(studio);
  await studio.mouse.move(at.x, at.y);
  await studio.keyboard.down("Shift"); // the pose stays, the ball alone goes
  await studio.mouse.down();
  await studio.mouse.move(at.x + 90, at.y - 20, { steps: 5 });
  await studio.mouse.up();
  await studio.keyboard.up("Shift");
  await studio.keyboard.press("k");
  await expect(keys(studio)).toHaveCount(2);

  const [home, away] = await markers(studio);
  const now = await restingBall(studio);
  await dragBall(studio, [[home!.x - now.x, home!.y - now.y]]);
  const still = await joints(studio, id);
  await studio.mouse.move(away!.x, away!.y, { steps: 6 });
  /** Joints before and behind the hips that are elsewhere now by more than 3 mm. */
  const moved = async () => {
    const now = await joints(studio, id);
    const gone = [...now.keys()].filter((each) => Math.abs(now[each]! - still[each]!) > 0.003);
    const depths = gone.map((each) => still[3 * Math.floor(each / 3) + 2]! - still[2]!);
    return { before: depths.some((z) => z > 0.02), behind: depths.some((z) => z < -0.02) };
  };
  await expect
    .poll(moved, { message: "the head goes along, and so does the tail" })
    .toEqual({ before: true, behind: true });
  await studio.mouse.up();
});

test("a motion becomes a set to perform with, and a report says how near it comes", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Stage" }).click();
  await studio.getByRole("region", { name: "Motions" }).getByText("Walk", { exact: true }).click();
  const about = inspector(studio).getByRole("region", { name: "Set from motion" });
  await about.getByRole("button", { name: "Create set" }).click();
  await expect(
    studio.getByRole("status").filter({ hasText: /Made a set of \d+ poses from Walk; it plays within \d+ mm/ }),
  ).toBeVisible({
    ...within(60),
  });
  await expect(studio.getByRole("tab", { name: "Perform" })).toHaveAttribute("aria-selected", "true");
  await expect(bar(studio).getByRole("radio", { name: "Walk" })).toBeChecked();
  await expect(keys(studio)).toHaveCount(9);
  await expect.poll(() => markers(studio).then((all) => all.length)).toBe(9);
});

test("a set that is being made of a motion can be given up", async ({ studio }) => {
  await studio.getByRole("tab", { name: "Stage" }).click();
  await studio.getByRole("region", { name: "Motions" }).getByText("Looking around", { exact: true }).click();
  const about = inspector(studio).getByRole("region", { name: "Set from motion" });
  await about.getByRole("button", { name: "Create set" }).click();
  await about.getByRole("button", { name: "Cancel" }).click();
  await expect(about.getByRole("button", { name: "Create set" })).toBeVisible();
  await expect(studio.getByRole("tab", { name: "Stage" })).toHaveAttribute("aria-selected", "true");
});
