/** The scene: what all characters play together, as frames that the engine made, and what is selected of it. */

import { untrack } from "svelte";
import { Drag } from "../../../document/drag";
import type { Job } from "../../../document/jobs";
import { motionOf } from "../../../document/records";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";
import type { SceneClip, SceneTarget } from "../../../protocol/generated";
import type { Point3 } from "../../../stage/points";
import type { Playback } from "../../../timeline/playback.svelte";
import { SCENE_FPS, type PlayedScene } from "../../../timeline/scene/played.svelte";
import { findBlock, rowsOf, trackOf } from "../model/tracks";
import { Shots } from "./shots.svelte";
import { Staging } from "./staging.svelte";

/** How far before what the camera looks at a new prop is put [m]. */
const SPOT = 0.6;
/** How far a nudge moves a clip [s]. */
const NUDGE = 1 / SCENE_FPS;

export class Scene {
  readonly record = $derived.by(() => this.played.record);
  readonly rows = $derived.by(() => rowsOf(this.record, (id) => motionOf(this.studio.records, id)));
  readonly empty = $derived.by(() => this.played.empty);
  /** Whether the timeline shows the scene; otherwise the selected motion. */
  private wanted = $state(true);
  readonly shown = $derived.by(() => this.wanted && !this.empty && this.room.workspace === "stage");
  readonly staging: Staging;
  readonly shots: Shots;
  /** Why a motion could not be brought to another character. */
  private refused = $state<string | null>(null);
  readonly trouble = $derived.by(() => this.played.trouble ?? this.refused);
  private selectedClip = $state<string | null>(null);
  readonly selected = $derived.by(() => findBlock(this.rows, this.selectedClip));
  /** The character whose row is selected, and the layer. */
  private selectedRow = $state<string | null>(null);
  readonly row = $derived.by(() => this.selected?.row ?? this.rows.find(({ id }) => id === this.selectedRow) ?? null);
  /** A motion on its way to another character. */
  private bringing = $state<{ job: string; motion: string } | null>(null);
  private drag: Drag | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
    readonly played: PlayedScene,
  ) {
    this.staging = new Staging(studio, played);
    this.shots = new Shots(studio, playback, played);
    // A motion that is chosen in the library is looked at alone.
    studio.viewed.add(({ before, after }) => {
      if (before && after.motion !== before.motion && !this.bringing) this.wanted = false;
    });
    room.chosen.add((id) => {
      this.letGo();
      if (motionOf(studio.records, id)) this.wanted = false;
    });
    $effect(() => {
      // Back from performing in the scene, it is the scene that is looked at.
      if (room.workspace === "stage" && untrack(() => played.rehearsal.character !== null)) this.wanted = true;
    });
    $effect(() => {
      const { shown } = this;
      untrack(() => played.show("stage", shown));
    });
    $effect(() => {
      const scene = this.shown && played.duration > 0 ? { duration: played.duration, fps: SCENE_FPS } : null;
      untrack(() => playback.present(scene));
    });
  }

  /** What plays on the stage now. */
  readonly playing = $derived.by(() => {
    const { time } = this.playback.transport;
    return new Map([...this.played.characters].map(([id, clip]) => [id, { clip, time }]));
  });

  /** Whether something of the scene is selected. */
  get hasSelection(): boolean {
    return this.row !== null || this.staging.prop !== null || this.shots.shot !== null;
  }

  /** A free spot on the ground before what the camera looks at, for a new prop. */
  spot(): Point3 {
    const { target, eye } = this.shots.desk?.view() ?? { target: [0, 0, 0] as Point3, eye: [0, 0, 1] as Point3 };
    const [x, z] = [eye[0] - target[0], eye[2] - target[2]];
    const far = Math.hypot(x, z) || 1;
    return [target[0] + (SPOT * x) / far, 0, target[2] + (SPOT * z) / far];
  }

  show(scene: boolean): void {
    this.wanted = scene;
  }

  select(clip: string | null): void {
    this.letGo();
    this.selectedClip = clip;
  }

  selectRow(row: string): void {
    this.letGo();
    this.selectedRow = row;
    const found = this.rows.find(({ id }) => id === row);
    if (found) this.played.needParts(found.character);
  }

  selectProp(prop: string | null): void {
    this.letGo();
    this.staging.selected = prop;
  }

  selectShot(shot: string | null): void {
    this.letGo();
    this.shots.selected = shot;
  }

  /** Cuts to a new camera at the playhead, and selects it. */
  async cut(): Promise<void> {
    this.letGo();
    await this.shots.cut();
  }

  /** Puts a motion onto the track of its character, or into a layer; at the end where no time is given. */
  async add(motion: string, start: number | null = null, layer: string | null = null): Promise<void> {
    const done = await this.studio.ask({ type: "PlaceSceneClip", motion, start, layer });
    if (!done) return;
    this.wanted = true;
    this.select(done.created[0] ?? null);
  }

  /** Plays a motion on another character, and puts the result onto its track. */
  async bring(motion: string, character: string, start: number | null = null): Promise<void> {
    const done = await this.studio.ask({ type: "BringMotion", motion, character, place: true, start });
    if (!done?.job) return;
    const { job } = done;
    [this.bringing, this.refused] = [{ job, motion }, null];
    this.studio.whenJobEnds(job, (end) => {
      this.bringing = null;
      if (end.type === "JobFailed") this.refused = end.cancelled ? null : end.message;
      else this.wanted = true;
    });
  }

  /** The job that brings a motion to another character. */
  jobOf(motion: string): Job | null {
    const { bringing } = this;
    return bringing?.motion === motion ? (this.studio.jobs.find(({ id }) => id === bringing.job) ?? null) : null;
  }

  change(clip: SceneClip): void {
    void this.studio.ask({ type: "ChangeSceneClip", id: clip.id, clip });
  }

  /** A step of a drag of a clip; the first one begins it. */
  step(clip: SceneClip): void {
    this.drag ??= new Drag(this.studio);
    this.drag.step({ type: "ChangeSceneClip", id: clip.id, clip, gesture: this.drag.id });
  }

  get dragging(): boolean {
    return this.drag !== null || this.staging.dragging || this.shots.dragging;
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
  }

  /** Goes to Perform to record a character, or a part of it over what it plays, from a time of the scene on [s]. */
  perform(character: string, at: number, part: string | null = null): void {
    this.playback.pause();
    this.played.rehearsal.begin(character, at, part);
    this.room.selectCharacter(character);
    this.room.enter("perform");
  }

  /** The same for the selected character, from the playhead on. */
  performSelected(): boolean {
    const character = this.row?.character ?? this.studio.character?.id;
    if (!this.shown || !character || !this.studio.canEdit) return false;
    this.perform(character, this.playback.transport.time);
    return true;
  }

  nudge(direction: 1 | -1): boolean {
    const { selected } = this;
    if (!selected || !this.studio.canEdit) return false;
    const { clip } = selected.block;
    this.change({ ...clip, start: Math.max(clip.start + direction * NUDGE, 0) });
    return true;
  }

  split(): boolean {
    const { selected } = this;
    if (!selected || !this.studio.canEdit) return false;
    void this.studio.ask({ type: "SplitSceneClip", clip: selected.block.clip.id, time: this.playback.transport.time });
    return true;
  }

  remove(): boolean {
    const { selected, row } = this;
    if (!this.shown || !this.studio.canEdit) return false;
    if (selected) void this.studio.ask({ type: "RemoveSceneClips", clips: [selected.block.clip.id] });
    else if (row?.layer) void this.studio.ask({ type: "RemoveSceneLayer", layer: row.layer.id });
    else return this.staging.remove() || this.shots.remove();
    return true;
  }

  async addLayer(character: string, part: string): Promise<void> {
    const done = await this.studio.ask({ type: "AddSceneLayer", character, part, additive: false });
    if (done?.created[0]) this.selectRow(done.created[0]);
  }

  targetsOf(character: string): readonly SceneTarget[] {
    return trackOf(this.record, character)?.targets ?? [];
  }

  setTargets(character: string, targets: readonly SceneTarget[]): void {
    void this.studio.ask({ type: "SetSceneTargets", character, targets: [...targets] });
  }

  letGo(): boolean {
    const held = [this.selectedClip, this.selectedRow, this.staging.selected, this.shots.selected];
    this.selectedClip = this.selectedRow = this.staging.selected = this.shots.selected = null;
    return held.some((each) => each !== null);
  }
}
