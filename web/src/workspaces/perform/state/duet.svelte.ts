/** Duet: the scene plays around the character that is performed, and what is recorded becomes part of the scene.
 *
 * The ball can go where a part of another character, or a prop, goes: then a recording lasts until it is stopped, or the scene ends.
 */

import { untrack } from "svelte";
import { motionOf } from "../../../document/records";
import type { SceneTarget } from "../../../protocol/generated";
import type { Studio } from "../../../document/studio.svelte";
import type { Show } from "../../../stage/actors/director";
import { distance, type Point3 } from "../../../stage/points";
import type { Playback } from "../../../timeline/playback.svelte";
import type { PlayedScene } from "../../../timeline/scene/played.svelte";
import { clipsOf, sceneTime } from "../model/scene/duet";
import type { Perform } from "./perform.svelte";

/** What the ball goes after. part: of a character; empty for its middle. */
export interface Led {
  thing: string;
  part: string;
}

export class Duet {
  /** What the ball goes after; null for the hand. */
  led = $state.raw<Led | null>(null);
  /** What the character looks at while it is performed. */
  gaze = $state.raw<Led | null>(null);
  /** Where that is now [m]. */
  gazed: Point3 | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly perform: Perform,
    private readonly played: PlayedScene,
  ) {
    $effect(() => {
      const shown = this.on;
      untrack(() => played.show("perform", shown));
    });
    $effect(() => {
      const { led } = this;
      if (led && !this.things.includes(led.thing)) this.led = null;
      if (this.gaze && !this.things.includes(this.gaze.thing)) this.gaze = null;
    });
    $effect(() => {
      const { part, character } = played.rehearsal;
      if (part !== null && character !== null) untrack(() => played.needParts(character));
    });
  }

  /** Whether there is a scene that can play meanwhile. */
  readonly possible = $derived.by(() => !this.played.empty);
  readonly on = $derived.by(() => {
    const { character } = this.played.rehearsal;
    return this.perform.active && this.possible && character !== null && character === this.perform.character?.id;
  });
  /** The part that is recorded over what the character plays. */
  readonly part = $derived.by(() => (this.on ? this.played.rehearsal.part : null));
  readonly at = $derived.by(() => this.played.rehearsal.at);
  readonly things = $derived.by(() => [
    ...this.studio.characters.map(({ id }) => id),
    ...(this.played.record?.props ?? []).map(({ id }) => id),
  ]);

  /** When in the scene it is [s]. */
  readonly time = $derived.by(() => {
    const { takes, showing } = this.perform;
    const playhead = takes.busy || takes.phase === "armed" ? takes.playhead : null;
    const shown = showing === "motion" ? this.playback.transport.time : 0;
    return sceneTime(this.at, playhead ?? shown, this.played.duration);
  });

  /** What the stage shows beside the performance. */
  readonly changes = $derived.by<Partial<Show>>(() => {
    if (!this.on) return {};
    const { characters, motions, shapes } = this.played;
    const { time, part } = this;
    const own = this.perform.character!.id;
    const playing = new Map(
      [...characters].filter(([id]) => id !== own || part !== null).map(([id, clip]) => [id, { clip, time }]),
    );
    const props = (this.played.record?.props ?? []).flatMap(({ id }) => {
      const [shape, motion] = [shapes.get(id), motions.get(id)];
      return shape && motion ? [{ id, shape, motion, time, at: null, lit: false }] : [];
    });
    return { playing, props };
  });

  /** The joints of the part that is recorded, once they are known. */
  readonly joints = $derived.by(() =>
    this.part === null ? null : (this.played.bodies.get(this.perform.character!.id)?.joints.get(this.part) ?? []),
  );

  /** Begins or ends performing within the scene. */
  toggle(): void {
    const { rehearsal } = this.played;
    const { character } = this.perform;
    if (this.on) rehearsal.end();
    else if (character) rehearsal.begin(character.id, 0);
    if (!this.on) this.led = this.gaze = null;
  }

  start(at: number): void {
    this.played.rehearsal.at = at;
  }

  /** The ball goes after a thing, or is the hand's again. */
  lead(led: Led | null): void {
    this.led = led;
    if (!led) return;
    this.perform.following = false;
    this.perform.show("cursor");
    this.played.needParts(led.thing);
  }

  /** The character looks at a thing, or where its sets let it look. */
  lookAt(gaze: Led | null): void {
    [this.gaze, this.gazed] = [gaze, null];
    if (gaze) this.played.needParts(gaze.thing);
    this.perform.point();
  }

  /** The joint of what is followed; null for the middle. */
  jointOf({ thing, part }: Led): number | null {
    return part ? (this.played.bodies.get(thing)?.end.get(part) ?? null) : null;
  }

  /** What the character looks at is somewhere now. */
  face(place: Point3): void {
    const moved = !this.gazed || distance(place, this.gazed) > 1e-4;
    this.gazed = place;
    if (moved && this.perform.showing === "cursor") this.perform.point();
  }

  /** Takes the ball to where what it goes after is now. time: on the hand's clock [s]. */
  lay(place: Point3, time: number): void {
    const { perform } = this;
    const { takes } = perform;
    const plays = takes.phase === "idle" && perform.showing !== "cursor";
    if (plays || takes.phase === "saving" || takes.phase === "review") return;
    if (takes.phase === "counting") perform.ball = place;
    else perform.moveBall(place, time, true);
    if (takes.phase === "armed") takes.begin(place, time);
    if (takes.phase === "recording" && this.at + takes.playhead >= this.played.duration) takes.released();
  }

  /** A take was kept: it goes into the scene, unless it is there already. */
  async keep(motion: string): Promise<void> {
    const { record } = this.played;
    if (!this.on || (record && clipsOf(record).some((clip) => clip.motion === motion))) return;
    await this.studio.ask({ type: "PlaceSceneClip", motion, start: this.at, part: this.part, own: true });
    if (this.gaze) await this.keepGaze(this.gaze, motionOf(this.studio.records, motion)?.duration ?? 0);
  }

  /** What was looked at while it was recorded is looked at in the scene. lasted: the recording [s]. */
  private async keepGaze({ thing, part }: Led, lasted: number): Promise<void> {
    const character = this.perform.character!.id;
    const known = this.played.record?.tracks.find((track) => track.character === character)?.targets ?? [];
    const look: SceneTarget = {
      id: crypto.randomUUID(),
      kind: "look",
      of: thing,
      part,
      point: [0, 1, 0],
      limb: "",
      start: this.at,
      stop: this.at + Math.max(lasted, 0.1),
      weight: 1,
    };
    await this.studio.ask({ type: "SetSceneTargets", character, targets: [...known, look] });
  }
}
