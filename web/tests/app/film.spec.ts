/** Films and GIFs that the page makes of what is seen on the stage: they play, they can be cancelled, and older browsers record them. */

import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { drop, swingBvh } from "../support/files";
import { expect, test, within } from "../support/studioServer";

const SECONDS = 2;

/** The dialog, with a motion of two seconds on the stage. */
async function sharing(studio: Page, way: string) {
  const rows = studio.getByRole("region", { name: "Motions" });
  await drop(studio, [{ name: "swing.bvh", text: swingBvh(30 * SECONDS + 1) }]);
  await rows.getByText("swing").first().click();
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing), within(20)).toBe(true);
  await studio.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = studio.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("radio", { name: way, exact: true }).click();
  return dialog;
}

/** How long a film is [s], how large [px], and whether its pictures differ, as a browser sees it. */
async function watched(page: Page, path: string, type: string) {
  const blank = await page.context().newPage();
  const found = await blank.evaluate(
    async ([data, type]) => {
      const bytes = Uint8Array.from(atob(data!), (sign) => sign.charCodeAt(0));
      const video = document.createElement("video");
      video.src = URL.createObjectURL(new Blob([bytes], { type: type! }));
      await new Promise((done, failed) => {
        video.onloadeddata = done;
        video.onerror = () => failed(new Error(video.error?.message));
      });
      const sheet = new OffscreenCanvas(320, 180).getContext("2d", { willReadFrequently: true })!;
      let [first, change] = [null as Uint8ClampedArray | null, 0];
      video.muted = true;
      void video.play();
      const ended = new Promise((done) => (video.onended = done));
      const look = () => {
        sheet.drawImage(video, 0, 0, 320, 180);
        const { data } = sheet.getImageData(0, 0, 320, 180);
        first ??= data;
        data.forEach((value, at) => (change = Math.max(change, Math.abs(value - first![at]!))));
        video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
      await ended;
      return { seconds: video.duration, width: video.videoWidth, height: video.videoHeight, change };
    },
    [readFileSync(path).toString("base64"), type] as const,
  );
  await blank.close();
  return found;
}

test("a film has the motion's length, and its pictures move", async ({ studio }) => {
  const dialog = await sharing(studio, "Film");
  const arriving = studio.waitForEvent("download", within(60));
  await dialog.getByRole("button", { name: "Make the film" }).click();
  const download = await arriving;
  const name = download.suggestedFilename();
  expect(name).toMatch(/^swing\.(mp4|webm)$/);
  const film = await watched(studio, await download.path(), name.endsWith("mp4") ? "video/mp4" : "video/webm");
  expect(film.seconds).toBeCloseTo(SECONDS, 1);
  expect(Math.max(film.width, film.height)).toBe(1280);
  expect(film.change).toBeGreaterThan(40);
  // The stage is as it was: of its own size, and playing on.
  await expect.poll(() => studio.evaluate(() => window.__kinegraph.playing)).toBe(true);
});

test("a GIF has a picture for each twentieth of a second", async ({ studio }) => {
  const dialog = await sharing(studio, "GIF");
  const arriving = studio.waitForEvent("download", within(60));
  await dialog.getByRole("button", { name: "Make the GIF" }).click();
  const bytes = readFileSync(await (await arriving).path());
  expect(bytes.toString("latin1", 0, 6)).toBe("GIF89a");
  expect(Math.max(bytes.readUInt16LE(6), bytes.readUInt16LE(8))).toBe(480);
  const pictures = bytes.toString("latin1").split("\x21\xf9\x04").length - 1;
  expect(pictures).toBe(20 * SECONDS);
});

test("a film that is cancelled leaves nothing, and the next one is made", async ({ studio }) => {
  const dialog = await sharing(studio, "GIF");
  await dialog.getByRole("button", { name: "Make the GIF" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByRole("button", { name: "Make the GIF" })).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveCount(0);
  const arriving = studio.waitForEvent("download", within(60));
  await dialog.getByRole("button", { name: "Make the GIF" }).click();
  expect((await arriving).suggestedFilename()).toBe("swing.gif");
});

test("a browser that cannot encode pictures records them in real time", async ({ studio }) => {
  await studio.evaluate(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
  const dialog = await sharing(studio, "Film");
  const arriving = studio.waitForEvent("download", within(60));
  await dialog.getByRole("button", { name: "Make the film" }).click();
  const download = await arriving;
  const type = download.suggestedFilename().endsWith("mp4") ? "video/mp4" : "video/webm";
  const film = await watched(studio, await download.path(), type);
  expect(film.width).toBeGreaterThan(100);
  expect(film.change).toBeGreaterThan(40);
});
