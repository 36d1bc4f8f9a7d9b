/** The scene: what all characters play together, as frames that the engine made, and what is selected of it. */

import { untrack } from "svelte";
import { Drag } from "../../../document/drag";
import type { Job } from "../../../document/jobs";
import type { ClipArrays } from "../../../document/motion";
import { characterOf, motionOf } from "../../../document/records";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { floats, optionalFloats, type Frame } from "../../../protocol/frames";
import type { SceneClip, SceneFrame, SceneRecord, SceneTarget } from "../../../protocol/generated";
import { errorText } from "../../../text/format";
import type { Playback } from "../../../timeline/playback.svelte";
import { findBlock, rowsOf, stateOf, trackOf } from "../model/tracks";

const FPS = 30;
/** How far a nudge moves a clip [s]. */
const NUDGE = 1 / FPS;

const sceneOf = (record: unknown): SceneRecord | null =>
  (record as SceneRecord | undefined)?.kind === "scene" ? (record as SceneRecord) : null;

export class Scene {
  readonly record = $derived.by(() => sceneOf(this.studio.records.get("scene")));
  readonly rows = $derived.by(() => rowsOf(this.record, (id) => motionOf(this.studio.records, id)));
  readonly empty = $derived(this.rows.length === 0);
  /** Whether the timeline shows the scene; otherwise the selected motion. */
  private wanted = $state(true);
  readonly shown = $derived.by(() => this.wanted && !this.empty && this.room.workspace === "stage");
  /** What each character does, by its id. */
  parts = $state.raw<ReadonlyMap<string, ClipArrays>>(new Map());
  /** Length of the scene as it was played last [s]. */
  duration = $state(0);
  notes = $state.raw<readonly string[]>([]);
  trouble = $state<string | null>(null);
  /** Whether frames of the present state are still to come. */
  waiting = $state(false);
  private selectedClip = $state<string | null>(null);
  readonly selected = $derived.by(() => findBlock(this.rows, this.selectedClip));
  /** The character whose row is selected, and the layer. */
  private selectedRow = $state<string | null>(null);
  readonly row = $derived.by(() => this.selected?.row ?? this.rows.find(({ id }) => id === this.selectedRow) ?? null);
  /** A motion on its way to another character. */
  private bringing = $state<{ job: string; motion: string } | null>(null);
  /** Names of parts of the body, by character. */
  bodyParts = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  private drag: Drag | null = null;
  private asked = "";
  private asking = false;

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
  ) {
    studio.on("SceneFrame", (frame) => this.keep(frame));
    studio.on("ScenePlayed", ({ duration, characters, notes }) => {
      this.parts = new Map([...this.parts].filter(([id]) => characters.includes(id)));
      [this.duration, this.notes] = [duration, notes];
    });
    studio.on("CharacterParts", ({ character, parts }) => {
      this.bodyParts = new Map(this.bodyParts).set(character, parts);
    });
    // A motion that is chosen in the library is looked at alone.
    studio.viewed.add(({ before, after }) => {
      if (before && after.motion !== before.motion && !this.bringing) this.wanted = false;
    });
    room.chosen.add((id) => {
      this.letGo();
      if (motionOf(studio.records, id)) this.wanted = false;
    });
    $effect(() => {
      const { shown, state } = this;
      const open = studio.connection.state === "open";
      untrack(() => shown && open && this.fetch(state));
    });
    $effect(() => {
      const scene = this.shown && this.duration > 0 ? { duration: this.duration, fps: FPS } : null;
      untrack(() => playback.present(scene));
    });
  }

  /** Changes when frames have to be asked for again. */
  private readonly state = $derived.by(() => {
    const { records } = this.studio;
    const places = JSON.stringify(this.studio.stage?.placements ?? []);
    const bodies = (this.record?.tracks ?? []).map(({ character }) => characterOf(records, character)?.blob);
    return `${stateOf(this.record, (id) => motionOf(records, id))} ${places} ${bodies.join()}`;
  });

  /** What plays on the stage now. */
  readonly playing = $derived.by(() => {
    const { time } = this.playback.transport;
    return new Map([...this.parts].map(([id, clip]) => [id, { clip, time }]));
  });

  show(scene: boolean): void {
    this.wanted = scene;
  }

  /** Asks for the frames of a state; while an answer is awaited only the newest state counts. */
  private async fetch(state: string): Promise<void> {
    if (state === this.asked) return;
    this.waiting = true;
    if (this.asking) return;
    this.asking = true;
    this.asked = state;
    try {
      const known = Object.fromEntries([...this.parts].map(([id, { blob }]) => [id, blob]));
      await this.studio.request({ type: "RequestScene", known });
      this.trouble = null;
    } catch (error) {
      this.trouble = errorText(error);
    } finally {
      this.asking = false;
      this.waiting = false;
    }
    if (this.shown && this.state !== this.asked) void this.fetch(this.state);
  }

  private keep(frame: Frame<SceneFrame>): void {
    const { character, state, fps } = frame.header;
    const [frames = 0, joints = 0] = frame.arrays.get("rotations")?.shape ?? [];
    const clip: ClipArrays = {
      kind: "clip",
      blob: state,
      fps,
      frames,
      joints,
      roots: floats(frame, "roots"),
      rotations: floats(frame, "rotations"),
      translations: optionalFloats(frame, "translations"),
    };
    this.parts = new Map(this.parts).set(character, clip);
  }

  select(clip: string | null): void {
    this.selectedClip = clip;
    if (clip !== null) this.selectedRow = null;
  }

  selectRow(row: string): void {
    [this.selectedRow, this.selectedClip] = [row, null];
    const found = this.rows.find(({ id }) => id === row);
    if (found) this.needParts(found.character);
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
    this.bringing = { job, motion };
    this.studio.whenJobEnds(job, (end) => {
      this.bringing = null;
      if (end.type === "JobFailed") this.trouble = end.cancelled ? null : end.message;
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
    return this.drag !== null;
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
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
    else return false;
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

  /** Asks for the names of a character's parts, once. */
  needParts(character: string): void {
    if (!this.bodyParts.has(character)) void this.studio.ask({ type: "RequestParts", character });
  }

  letGo(): boolean {
    if (this.selectedClip === null && this.selectedRow === null) return false;
    this.selectedClip = this.selectedRow = null;
    return true;
  }
}
