/** Where a performance goes from the sheet: into the library, into Keys, into a film. */

import { toasts } from "../../../document/toasts.svelte";
import { strings } from "../strings";
import type { Doodles } from "./doodles.svelte";

export class DoodleOutlets {
  /** The job that makes a film; null for none. */
  sharing = $state<string | null>(null);

  constructor(private readonly doodles: Doodles) {}

  async keep(): Promise<void> {
    const { doodle, playable, studio } = this.doodles;
    if (doodle && playable) await studio.ask({ type: "KeepMotion", doodle: doodle.id });
  }

  /** What is performed now goes to Keys, kept: what is drawn later does not change it there. */
  async openInKeys(): Promise<void> {
    const { doodle, playable, studio, room } = this.doodles;
    if (!doodle || !playable) return;
    const done = await studio.ask({ type: "KeepMotion", doodle: doodle.id });
    const motion = done?.created[0];
    if (!motion) return;
    room.selectMotion(motion);
    room.enter("keys");
  }

  /** A film of it, downloaded as soon as it is made. */
  async share(): Promise<void> {
    const { motion, playable, studio } = this.doodles;
    if (!motion || !playable || this.sharing) return;
    const done = await studio.ask({ type: "Export", format: "film", extension: ".mp4", records: [motion.id] });
    if (!done?.job) return;
    this.sharing = done.job;
    studio.whenJobEnds(done.job, (end) => {
      this.sharing = null;
      if (end.type === "JobFailed") return void (end.cancelled || toasts.fail(end.message));
      if (!end.download) return;
      const name = decodeURIComponent(end.download.split("/").at(-1) ?? "doodle.mp4");
      Object.assign(document.createElement("a"), { href: studio.address(end.download), download: name }).click();
      toasts.say(strings.toasts.downloaded(name));
    });
  }
}
