/** Starts a real studio on a folder of motions that is made here, with a motion library of its own. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { figureBvh, type FigureMotion } from "./figure";
import { StudioServer } from "./studioServer";

/** The motions, by the name of their file. */
export const MOTIONS: Record<string, FigureMotion> = {
  "slow walk": { frames: 90, pace: 0.9, swing: 25, period: 36 },
  "brisk walk": { frames: 75, pace: 1.4, swing: 30, period: 30 },
  "long stroll": { frames: 180, pace: 1.1, swing: 27, period: 33 },
  "wave hello": { frames: 60, wave: 70, period: 20 },
  "wave goodbye": { frames: 75, wave: 60, period: 24 },
};

export class LibraryServer extends StudioServer {
  readonly motions = join(this.folder, "motions");

  override async start(): Promise<void> {
    if (!existsSync(this.motions)) this.fill();
    await super.start();
  }

  private fill(): void {
    mkdirSync(this.motions);
    for (const [name, motion] of Object.entries(MOTIONS))
      writeFileSync(join(this.motions, `${name}.bvh`), figureBvh(motion));
    writeFileSync(join(this.motions, "torn.bvh"), "HIERARCHY\nROOT Hips\n{");
  }

  protected override command(): string[] {
    return ["studio", this.file(), "--library", this.motions];
  }

  protected override environment(): NodeJS.ProcessEnv {
    return { ...process.env, KINEGRAPH_DATA: join(this.folder, "data") };
  }
}
