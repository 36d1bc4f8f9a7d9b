/** The keys of the set in hand, and the pose that the next one is made of. */

import { strings } from "../strings";
import type { Ask } from "../../../protocol/socket";
import type { Perform } from "./perform.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { toasts } from "../../../document/toasts.svelte";
import { distance } from "../../../stage/points";

/** Two keys this near would be one place with two poses [m]. */
const SAME_PLACE = 0.01;

export class SetKeys {
  /** What was asked for and is not answered yet that decides which pose is seen, and of which set. */
  private underway: Promise<unknown> | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly perform: Perform,
  ) {}

  /** Says that what is seen is being changed: a key that is set meanwhile is of what comes out. */
  changing<T>(work: Promise<T>): Promise<T> {
    const all = Promise.allSettled([this.underway, work]).then(() => {
      if (this.underway === all) this.underway = null;
    });
    this.underway = all;
    return work;
  }

  /** Ties what is seen to where the ball is; without a set there is one first. */
  async set(): Promise<void> {
    const { perform, studio } = this;
    if (this.underway) await this.underway;
    if (!perform.active || !perform.character || !studio.canEdit || perform.takes.busy) return;
    if (perform.showing === "motion") return toasts.say(strings.toasts.poseFirst);
    if (!perform.set) await perform.desk.add();
    const { set, ball, spaces, leading: controller } = perform;
    const place = set && ball && spaces ? spaces.local(set, ball) : null;
    if (!set || !place) return;
    const near = set.keys.find((key) => distance(key.place, place) < SAME_PLACE);
    if (near) return toasts.say(strings.toasts.placeTaken(near.name));
    const done = await studio.ask({ type: "SetKey", set: set.id, place, controller });
    if (done) perform.selected = perform.set?.keys.at(-1)?.name ?? null;
  }

  /** The selected key takes the pose that is seen. */
  async update(): Promise<void> {
    if (this.underway) await this.underway;
    const { set, key, leading: controller } = this.perform;
    if (set && key) await this.studio.ask({ type: "UpdateKey", set: set.id, key: key.name, controller });
  }

  takePose(key: string): void {
    const { set } = this.perform;
    if (!set) return;
    this.perform.selected = key;
    void this.pose({ type: "ShowKey", set: set.id, key });
  }

  async rename(key: string, name: string): Promise<void> {
    const { perform } = this;
    if (!perform.set) return;
    const selected = perform.selected === key; // the document tells of the new name before the answer does
    const done = await this.studio.ask({ type: "RenameKey", set: perform.set.id, key, name });
    if (done && selected) perform.selected = name;
  }

  mirror(key: string): void {
    const { set } = this.perform;
    if (set) void this.studio.ask({ type: "MirrorKey", set: set.id, key });
  }

  remove(key: string): void {
    const { set } = this.perform;
    if (set) void this.studio.ask({ type: "DeleteKey", set: set.id, key });
  }

  resetPose(): void {
    const { character } = this.perform;
    if (character) void this.pose({ type: "ResetPose", character: character.id });
  }

  mirrorPose(): void {
    const { character } = this.perform;
    if (character) void this.pose({ type: "MirrorPose", character: character.id });
  }

  /** Asks for another designed pose, and shows it. */
  private pose(command: Ask): Promise<void> {
    return this.changing(this.studio.ask(command).then((done) => void (done && this.perform.show("pose"))));
  }
}
