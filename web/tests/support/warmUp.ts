/** Runs once before all flows: compiles the engine's kernels and shapes the cast. Takes seconds where both are done already. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

export default function warmUp(): void {
  const local = resolve(import.meta.dirname, "../../../.venv/bin/python");
  if (process.env.KINEGRAPH || !existsSync(local)) return; // an installed studio has prepared itself
  execFileSync(local, ["-m", "kinegraph.studio.prepare"], { stdio: ["ignore", "ignore", "inherit"] });
}
