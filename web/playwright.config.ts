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

/** Files that only `make flows` runs: the other files cover the main path of each workspace, and all of them take ten minutes. */
const LONGER = new Set([
  "app/camera",
  "app/classroom",
  "app/documentFile",
  "app/film",
  "app/layout",
  "app/library",
  "app/liveLink",
  "app/tours",
  "creatures/body",
  "creatures/gait",
  "creatures/gaitChart",
  "creatures/hands",
  "creatures/surroundings",
  "doodle/calls",
  "doodle/ground",
  "doodle/lesson",
  "doodle/pens",
  "doodle/performers",
  "doodle/room",
  "doodle/signSounds",
  "doodle/things",
  "doodle/timing",
  "flows/capture",
  "flows/creature",
  "flows/doodle",
  "flows/head",
  "flows/performance",
  "flows/story",
  "keys/blocking",
  "keys/editor",
  "keys/layers",
  "keys/measuring",
  "keys/part",
  "keys/posing",
  "keys/stage",
  "keys/timing",
  "perform/duet",
  "perform/effort",
  "perform/fingers",
  "perform/layers",
  "perform/poses",
  "perform/sets",
  "perform/stage",
  "perform/tools",
  "perform/walk",
  "perform/way",
  "share/page",
  "stage/speed",
  "stage/staging",
]);

/** A machine that does other work meanwhile: FLOWS_SLOWNESS=4 makes every limit four times as long. */
const slowness = Number(process.env.FLOWS_SLOWNESS ?? 1);

const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export default defineConfig({
  testDir: "tests",
  // Each file has a studio of its own: another project runs in another process, with its own server and document.
  // Its name is its path: `--project='doodle/*'` runs those of a workspace.
  projects: readdirSync(join(import.meta.dirname, "tests"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => ({ name: file.replace(".spec.ts", ""), testMatch: file }))
    .filter(({ name }) => process.env.FLOWS === "all" || !LONGER.has(name)),
  // Compiles the kernels and shapes the cast before the first flow: no flow waits for a compiler.
  globalSetup: "./tests/support/warmUp.ts",
  workers: 1, // software WebGL keeps all cores busy: two at a time are no faster
  // A second try, with a studio of its own, for a flow that a stalled machine upset. The second reporter names those flows.
  retries: 1,
  timeout: 90_000 * slowness,
  expect: { timeout: 20_000 * slowness },
  reporter: [["list"], ["./tests/support/flakyFlows.ts"]],
  outputDir: "test-results",
  use: {
    viewport: { width: 1024, height: 640 },
    colorScheme: "dark",
    reducedMotion: "reduce",
    acceptDownloads: true,
    trace: "on-first-retry",
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
