/** The first start at every size that is supported: the cards lie on the stage and cover nothing else. */

import type { Locator, Page } from "@playwright/test";
import { expect, framesDrawn, hints, test } from "./support/studioServer";

const SIZES = [
  { width: 1024, height: 640 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

const cards = (page: Page) => page.getByRole("group", { name: "First steps" });
const NEIGHBOURS: Record<string, (page: Page) => Locator> = {
  library: (page) => page.getByRole("complementary", { name: "Library" }),
  inspector: (page) => page.getByRole("complementary", { name: "Inspector" }),
  timeline: (page) => page.getByRole("region", { name: "Timeline" }),
  "hint line": hints,
};

test("the start cards cover neither panel, nor the timeline, nor the hint line", async ({ studio }) => {
  for (const size of SIZES) {
    await studio.setViewportSize(size);
    await framesDrawn(studio, 4);
    const own = (await cards(studio).boundingBox())!;
    const at = `${size.width} × ${size.height}`;
    expect(own.x, at).toBeGreaterThanOrEqual(0);
    expect(own.x + own.width, at).toBeLessThanOrEqual(size.width);
    for (const [name, find] of Object.entries(NEIGHBOURS)) {
      const other = (await find(studio).boundingBox())!;
      const across = Math.min(own.x + own.width, other.x + other.width) - Math.max(own.x, other.x);
      const down = Math.min(own.y + own.height, other.y + other.height) - Math.max(own.y, other.y);
      expect(Math.min(across, down), `the cards and the ${name} at ${at} [px]`).toBeLessThanOrEqual(0);
    }
    const cut = await cards(studio)
      .getByRole("button")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
    expect(cut, `cards whose text is cut off at ${at}`).toBe(0);
  }
});
