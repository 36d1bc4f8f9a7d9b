/** Pictures for the documentation, taken while a flow runs: `PICTURES=1 npx playwright test --project='flows/*'`. */

import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { framesDrawn } from "./studioServer";

const FOLDER = resolve(import.meta.dirname, "../../../docs/images");

/** Writes what the page shows to docs/images, where that is asked for. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  await framesDrawn(page, 3);
  await page.screenshot({ path: `${FOLDER}/flow-${name}.png` });
}
