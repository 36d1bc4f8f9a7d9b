/** Starts a real class on a folder of its own. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StudioServer } from "./studioServer";

export class ClassServer extends StudioServer {
  protected override command(): string[] {
    return ["class", "--students", "3", "--folder", join(this.folder, "class")];
  }

  /** The links of the students, with what tests need. */
  get links(): string[] {
    const kept: { port: number; students: { token: string }[] } = JSON.parse(
      readFileSync(join(this.folder, "class", "class.json"), "utf8"),
    );
    return kept.students.map(({ token }) => `http://127.0.0.1:${kept.port}/?debug#token=${token}`);
  }
}
