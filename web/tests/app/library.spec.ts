/** The motion library: a folder is indexed in the background, searched, compared, looked at and added from, with real pointer events. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { figureBvh } from "../support/figure";
import { documentOf } from "../support/documentOf";
import { LibraryServer, MOTIONS } from "../support/libraryServer";
import { expect, onStage, test as base, within } from "../support/studioServer";
import type { Page } from "@playwright/test";

const test = base.extend<object, { server: LibraryServer }>({
  server: [
    async ({}, use) => {
      const server = new LibraryServer();
      await server.start();
      await use(server);
      await server.dispose();
    },
    { scope: "worker", ...within(90) },
  ],
});
test.describe.configure({ ...within(180) });

const panel = (page: Page) => page.getByRole("region", { name: "Motion library" });
const rows = (page: Page) => panel(page).getByRole("listitem");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const names = async (page: Page) => (await rows(page).allInnerTexts()).map((text) => text.trim().split("\n")[0]!);
const ALL = Object.keys(MOTIONS).sort();

test("a folder of motions is indexed, searched, compared, looked at and added from", async ({ studio }, info) => {
  await test.step("the folder is indexed in the background; a file that cannot be read stops nothing", async () => {
    await expect.poll(async () => (await names(studio)).sort(), within(120)).toEqual(ALL);
    await expect(panel(studio).getByRole("heading")).toContainText(String(ALL.length));
  });

  await test.step("pointing at a motion shows its poses beside the list, inside the window", async () => {
    await row(studio, "slow walk").scrollIntoViewIfNeeded();
    await row(studio, "slow walk").hover();
    const picture = studio.getByRole("img", { name: "Poses of slow walk" });
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), within(60))
      .toBeGreaterThan(100);
    const [box, list] = [(await picture.boundingBox())!, (await panel(studio).boundingBox())!];
    expect(box.x).toBeGreaterThanOrEqual(list.x + list.width - 1);
    expect(box.y + box.height).toBeLessThanOrEqual(studio.viewportSize()!.height);
    await studio.screenshot({ path: info.outputPath("library.png") });
    await studio.mouse.move(600, 300);
    await expect(picture).toBeHidden();
  });

  await test.step("words and figures narrow the list", async () => {
    const search = studio.getByRole("complementary", { name: "Library" }).getByRole("searchbox");
    await search.fill("wave");
    await expect.poll(async () => (await names(studio)).sort()).toEqual(["wave goodbye", "wave hello"]);
    await search.fill("");
    await expect(rows(studio)).toHaveCount(ALL.length);
    await panel(studio).getByLabel("Search by figure").selectOption("seconds");
    const least = panel(studio).getByLabel("Smallest value");
    await least.click(); // a click types, a drag turns
    await least.fill("4");
    await least.press("Enter");
    await expect.poll(() => names(studio)).toEqual(["long stroll"]);
    await panel(studio).getByLabel("Search by figure").selectOption("");
    await expect(rows(studio)).toHaveCount(ALL.length);
  });

  await test.step("similar motions come nearest first", async () => {
    await row(studio, "wave hello").hover();
    await studio.getByRole("button", { name: "Find motions similar to wave hello" }).click();
    await expect(panel(studio).getByRole("heading")).toHaveText("Similar to wave hello");
    await expect.poll(async () => (await names(studio))[0]).toBe("wave goodbye");
    await studio.getByRole("button", { name: "Show all motions" }).click();
    await expect(rows(studio)).toHaveCount(ALL.length);
  });

  await test.step("a motion is added to the document with its character", async () => {
    await row(studio, "brisk walk").hover();
    await studio.getByRole("button", { name: "Add brisk walk to the document" }).click();
    await onStage(studio, 2);
    const motions = (await documentOf(studio)).records.filter((record) => record.kind === "motion");
    expect(motions.some(({ name }) => name === "brisk walk")).toBe(true);
  });
});

test.describe("a folder that changes", () => {
  /** The refused addition. */
  test.use({ expectedErrors: /api\/library\/\d+\/add/ });

  test("a file that is gone gives a sentence; the next start forgets it and finds a new one", async ({
    studio,
    server,
  }) => {
    await expect(row(studio, "long stroll")).toHaveCount(1, within(60));
    rmSync(join(server.motions, "long stroll.bvh"));
    await studio.getByRole("button", { name: "Add long stroll to the document" }).click();
    await expect(studio.getByRole("alert").filter({ hasText: "long stroll" })).toBeVisible();

    writeFileSync(join(server.motions, "new jog.bvh"), figureBvh({ frames: 60, period: 20, pace: 2.4, swing: 40 }));
    await studio.goto("about:blank"); // pictures that are still being drawn are refused by a studio that ends
    await server.stop();
    await server.start();
    await studio.goto(server.url);
    await expect(row(studio, "new jog")).toHaveCount(1, within(60));
    await expect(row(studio, "long stroll")).toHaveCount(0);
  });
});
