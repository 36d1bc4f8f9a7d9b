import { defineConfig } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The system's Chromium, or undefined for the one that Playwright fetched. */
function systemChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      // not this one
    }
  }
  return undefined;
}

/** What only `make flows` runs: each workspace's main path is in the other files, and all of them take ten minutes. */
const LONGER = new Set([
  "creatureGait",
  "creatureHands",
  "doodleRoom",
  "doodleThings",
  "keyEditor",
  "keysStage",
  "performFingers",
  "performLayers",
  "performSets",
  "performStage",
]);

const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export default defineConfig({
  testDir: "tests",
  // A file, a studio: those of another project run in another process, with a server and a document of their own.
  projects: readdirSync(join(import.meta.dirname, "tests"))
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => ({ name: file.replace(".spec.ts", ""), testMatch: file }))
    .filter(({ name }) => process.env.FLOWS === "all" || !LONGER.has(name)),
  workers: 1, // software WebGL keeps all cores busy: two at a time are no faster
  // A second try, with a studio of its own, for what a stalled machine upset; Playwright names such flows as flaky.
  retries: 1,
  // A busy machine is given time: who waits for a state loses none where it comes at once.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    viewport: { width: 1024, height: 640 },
    colorScheme: "dark",
    reducedMotion: "reduce",
    acceptDownloads: true,
    launchOptions: {
      executablePath: systemChromium(),
      args: [
        ...asRoot,
        "--use-angle=gl-egl",
        "--ignore-gpu-blocklist",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
